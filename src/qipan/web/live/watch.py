"""Watching: small boards of all live games, each a way in.

They may be those of one game, competition or section (from round to round), or of one player (from
game to game); the strongest first if wanted.

A board is shown as a spectator sees it: hidden cards stay hidden. Games against the computer and
invitations between friends are nobody else's.
"""

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Request, get
from litestar.params import QueryParameter
from litestar.response import Stream, Template

from qipan.i18n.titles import section_title
from qipan.journal.live.table import Table
from qipan.kernel.errors import QipanError, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId
from qipan.web.live.board_feed import BoardFeed
from qipan.web.live.seated_people import seated_people
from qipan.web.live.spectators import WATCHING
from qipan.web.live.still_boards import all_still_boards
from qipan.web.shared.context import Around, Context
from qipan.web.shared.rendering import board_games, page
from qipan.web.shared.section_context import About, find_public_section
from qipan.web.shared.visitor import visitor_of
from qipan.web.shared.words.clock_words import clock_time

AnyRequest = Request[Any, Any, Any]
MOST = 24
"""Boards on one page: more cannot be told apart."""
PRIVATE = frozenset({"computer", "friend"})
_feed = BoardFeed()
Chosen = Annotated[str, QueryParameter(name="game", max_length=40)]
Within = Annotated[str, QueryParameter(name="competition", max_length=120)]
Part = Annotated[str, QueryParameter(name="section", max_length=120)]
Who = Annotated[str, QueryParameter(name="who", max_length=120)]
Order = Annotated[str, QueryParameter(name="by", max_length=20)]
STRENGTH = "strength"


class Wanted(msgspec.Struct, frozen=True):
    """Which games somebody wants to see."""

    game: str = ""
    competition: str = ""
    section: str = ""
    """With a competition: every board of its round, from round to round."""
    who: str = ""
    """With a section: the boards of one entrant, from game to game."""
    by: str = ""

    @property
    def query(self) -> str:
        """Write it as an address does."""
        said = {key: value for key, value in msgspec.structs.asdict(self).items() if value}
        return urlencode(said)


EVERYTHING = Wanted()


def running(context: Context, wanted: Wanted = EVERYTHING) -> list[Table]:
    """List the games that go on and that anybody may watch; those of competitions first."""
    names = _occupants(context, wanted)
    found = [
        table
        for table in context.tables.tables()
        if table.going
        and not table.opened.bots
        and table.opened.origin.get("way") not in PRIVATE
        and (not wanted.game or table.opened.game == wanted.game)
        and all(
            not asked or table.opened.origin.get(key) == asked
            for key, asked in (("competition", wanted.competition), ("section", wanted.section))
        )
        and (names is None or names & set(map(str, table.opened.occupants)))
    ]
    return sorted(found, key=lambda each: (not each.opened.origin.get("competition"), each.id))


def _occupants(context: Context, wanted: Wanted) -> set[str] | None:
    """Give the ids under which a followed entrant sits at tables; None: nobody is followed.

    Raises Unknown if there is no such entrant.
    """
    if not wanted.who:
        return None
    _, section = find_public_section(context, wanted.competition, wanted.section)
    found = section.entrants.get(EntrantId(wanted.who))
    if found is None:
        raise Unknown("entrant", wanted.who[:40])
    return {str(found.id), *map(str, found.people)}


@get("/watch", name="watch", include_in_schema=False)
async def watch_page(
    request: AnyRequest,
    context: Around,
    game: Chosen = "",
    competition: Within = "",
    section: Part = "",
    who: Who = "",
    by: Order = "",
) -> Template:
    """Show the games that go on."""
    wanted = Wanted(game, competition, section, who, by)
    return await asyncio.to_thread(_page, request, context, wanted)


def _page(request: AnyRequest, context: Context, wanted: Wanted) -> Template:
    visitor = visitor_of(request, context)
    everything = running(context)
    found = running(context, wanted)
    watching = WATCHING.at_each()
    boards = [
        {
            "table": table,
            "people": seated_people(context, table, visitor.language),
            "title": _title(context, table),
            "watching": watching[table.id],
            "delayed": clock_time(table.opened.delay),
        }
        for table in found[: None if wanted.by == STRENGTH else MOST]
    ]
    if wanted.by == STRENGTH:
        boards.sort(key=_strength, reverse=True)
    answer = page(
        "live/watch.html",
        visitor,
        boards=boards[:MOST],
        more=max(0, len(found) - MOST),
        still=[]
        if wanted.who
        else all_still_boards(
            context, visitor.language, wanted.game, wanted.competition, wanted.section
        ),
        games=[name for name in board_games(visitor.language) if _played(everything, name)],
        competitions=_competitions(context, everything),
        wanted=wanted,
        followed=_followed(context, wanted, visitor.language),
        watching=len(WATCHING) + len(_feed),
    )
    answer.headers["cache-control"] = "no-store"
    return answer


def _strength(board: dict[str, Any]) -> tuple[int, int]:
    """Order boards by the better player, then by the other; who has no rating comes last."""
    ratings = sorted((int(each.rank or 0) for each in board["people"]), reverse=True)
    return ratings[0], ratings[-1]


def _followed(context: Context, wanted: Wanted, language: str) -> dict[str, str]:
    """Name the section or player that is followed, with the ways there."""
    if not (wanted.competition and wanted.section):
        return {}
    about = About.find(context, wanted.competition, wanted.section)
    return {
        "name": about.read_names(language).get(EntrantId(wanted.who), ""),
        "section": section_title(language, about.state, about.section),
        "here": about.here,
    }


def _played(tables: list[Table], game: str) -> bool:
    return any(table.opened.game == game for table in tables)


def _competitions(context: Context, tables: list[Table]) -> list[tuple[str, str]]:
    names = dict.fromkeys(table.opened.origin.get("competition", "") for table in tables)
    found = []
    for name in filter(None, names):
        try:
            found.append((name, context.house.office.state(CompetitionId(name)).title))
        except QipanError:
            continue  # it cannot be read, or is none: its games stay
    return found


def _title(context: Context, table: Table) -> str:
    origin = table.opened.origin
    try:
        home = origin.get("competition", "")
        return context.house.office.state(CompetitionId(home)).title if home else ""
    except QipanError:
        return ""


@get("/watch/live", include_in_schema=False)
async def watch_live(
    context: Around,
    game: Chosen = "",
    competition: Within = "",
    section: Part = "",
    who: Who = "",
    by: Order = "",
) -> Stream:
    """Tell an open page what happens on the boards it shows."""
    found = running(context, Wanted(game, competition, section, who))
    names = [table.id for table in found[: None if by == STRENGTH else MOST]]
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = _feed.listen(context.tables, names)
    return Stream(lines, media_type="text/event-stream", headers=headers)


ROUTES = [watch_page, watch_live]
