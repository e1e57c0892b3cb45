"""Cards of links, drawn as pictures: a competition, its standings, a board."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get

from qipan.i18n import say
from qipan.i18n.customs import date_of
from qipan.i18n.titles import section_title
from qipan.journal.live.table import Table
from qipan.journal.state import Competition
from qipan.kernel.ids import EntrantId
from qipan.views.profile import RESULTS, totals
from qipan.views.section import StandingsLine, halves
from qipan.web.live.seated_people import seated_people, table_title
from qipan.web.live.table import finished_record
from qipan.web.live.watch import PRIVATE
from qipan.web.public.profiles import entries_of, open_profile
from qipan.web.public.review.competition_records import BY_KEY, KeyAsked, kept_game
from qipan.web.public.review.position_pictures import drawings, painted, seen_from
from qipan.web.public.review.records import AtMove
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.pictures.card import MOST_ROWS, PreviewCard, card_svg
from qipan.web.shared.pictures.positions import drawing_of
from qipan.web.shared.section_context import About, public_state
from qipan.web.shared.visitor import language_of

AnyRequest = Request[Any, Any, Any]
SECONDS_KEPT = 60


def _picture(card: PreviewCard) -> Response[bytes]:
    headers = {
        "cache-control": f"public, max-age={SECONDS_KEPT}",
        "vary": "Accept-Language, Cookie",
        "cross-origin-resource-policy": "cross-origin",
    }
    return Response(painted((card_svg(card),)), media_type="image/png", headers=headers)


@get("/card.png", include_in_schema=False, sync_to_thread=True)
def site_card(request: AnyRequest) -> Response[bytes]:
    """Draw the card of the site."""
    require_rate("picture", address_of(request))
    language = language_of(request)
    return _picture(PreviewCard(title="Qipan 棋盘", lines=(say(language, "ui.hero"),)))


@get("/c/{competition:str}/card.png", include_in_schema=False, sync_to_thread=True)
def competition_card(request: AnyRequest, context: Around, competition: InPath) -> Response[bytes]:
    """Draw the card of a competition: when, where, which sections."""
    require_rate("picture", address_of(request))
    state = public_state(context, competition)
    language = language_of(request)
    sections = tuple(
        ("", each.title, say(language, "ui.entrants-n", {"n": len(each.active)}))
        for each in state.sections.values()
    )
    lines = _where_and_when(state, language)
    return _picture(PreviewCard(title=state.title, lines=lines, rows=sections))


def _where_and_when(state: Competition, language: str) -> tuple[str, ...]:
    said = state.particulars
    if said is None:
        return ()
    days = [date_of(language, day) for day in dict.fromkeys((said.starts, said.ends)) if day]
    line = " · ".join(part for part in (" – ".join(days), said.place) if part)
    return (line,) if line else ()


@get("/c/{competition:str}/{section:str}/card.png", include_in_schema=False, sync_to_thread=True)
def section_card(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Response[bytes]:
    """Draw the card of a section: its first places, or who is entered."""
    require_rate("picture", address_of(request))
    return _picture(_section(About.find(context, competition, section), language_of(request)))


def _section(about: About, language: str) -> PreviewCard:
    view, names = about.view(), about.read_names(language)
    played = sum(each.published for each in view.rounds)
    state = say(language, "ui.publish.after", {"n": played, "of": view.rounds_planned})
    title = " · ".join(
        dict.fromkeys((about.state.title, section_title(language, about.state, about.section)))
    )
    if not played:
        said = say(language, "ui.entrants-n", {"n": len(view.lines)})
        return PreviewCard(title=title, lines=(*_where_and_when(about.state, language), said))
    rows = tuple(
        (str(line.place or "–"), names[EntrantId(line.entrant)], _points(line))
        for line in view.lines[:MOST_ROWS]
    )
    return PreviewCard(title=title, lines=(state,), rows=rows)


def _points(line: StandingsLine) -> str:
    return halves(line.keys[0][1]) if line.keys else ""


@get("/t/{name:str}/card.png", include_in_schema=False)
async def table_card(request: AnyRequest, context: Around, name: InPath) -> Response[bytes]:
    """Draw the card of a live table, as spectators see it now."""
    require_rate("picture", address_of(request))
    table = await context.tables.look_in_public(name[:80])
    return await asyncio.to_thread(_table, context, table, language_of(request))


def is_open_to_all(table: Table) -> bool:
    """Say whether a table is for everybody's eyes: no practice, no game between friends."""
    return not table.opened.bots and table.opened.origin.get("way") not in PRIVATE


def _table(context: Context, table: Table, language: str) -> Response[bytes]:
    game = say(language, f"ui.board.name.{table.opened.game}")
    if not is_open_to_all(table):
        return _picture(PreviewCard(title=game, lines=(say(language, "ui.hero"),)))
    people = [each.name for each in seated_people(context, table, language)]
    known = table_title(context, table)
    lines = (f"{known['competition'].title} · {known['section'].title}",) if known else ()
    shown = context.tables.glance(table.id)
    board = None
    if shown is not None:
        board = drawing_of(table.opened.game, msgspec.json.decode(shown)["view"])
    return _picture(PreviewCard(title=" – ".join(people), lines=(game, *lines), board=board))


@get("/t/{name:str}/review/card.png", include_in_schema=False)
async def review_card(
    request: AnyRequest, context: Around, name: InPath, move: AtMove = None
) -> Response[bytes]:
    """Draw the card of a finished game at a move. Raises Refused while it goes on."""
    require_rate("picture", address_of(request))
    table = await context.tables.look_in_public(name[:80])
    language = language_of(request)
    record, title = await asyncio.to_thread(finished_record, request, context, table, language)
    first = len(record.moves) if move is None else move
    drawn = await asyncio.to_thread(drawings, record, seen_from(record), first, first)
    where = " · ".join(part for part in (title.event, title.section, title.date) if part)
    game = say(language, f"ui.board.name.{record.game}")
    ending = record.comments.get(len(record.moves), "")
    lines = (game, where, *((ending,) if ending else ()))
    card = PreviewCard(title=" – ".join(title.names), lines=lines, board=drawn[-1])
    return await asyncio.to_thread(_picture, card)


@get(
    "/c/{competition:str}/{section:str}/record/card.png",
    dependencies=BY_KEY,
    include_in_schema=False,
    sync_to_thread=True,
)
def record_card(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    key: KeyAsked,
    move: AtMove = None,
) -> Response[bytes]:
    """Draw the card of a kept record at a move."""
    require_rate("picture", address_of(request))
    language = language_of(request)
    state, found, record, title = kept_game(context, competition, section, key, language)
    first = len(record.moves) if move is None else move
    board = drawings(record, seen_from(record), first, first)[-1]
    lines = (
        f"{state.title} · {found.title}",
        say(language, "ui.round-n", {"n": key[0]}),
        *((date_of(language, title.date),) if title.date else ()),
    )
    return _picture(PreviewCard(title=" – ".join(title.names), lines=lines, board=board))


@get("/people/{name:str}/card.png", include_in_schema=False, sync_to_thread=True)
def profile_card(request: AnyRequest, context: Around, name: InPath) -> Response[bytes]:
    """Draw the card of an open profile. Raises Unknown while it is closed."""
    require_rate("picture", address_of(request))
    choice, display = open_profile(context, name)
    language = language_of(request)
    lines = [say(language, "ui.profile")]
    if RESULTS in choice.shown:
        found = totals(entries_of(context, choice))
        lines.append(
            " · ".join(f"{say(language, f'ui.profile.{k}')} {n}" for k, n in found.items())
        )
    return _picture(PreviewCard(title=display, lines=tuple(lines)))


ROUTES = [
    site_card,
    competition_card,
    section_card,
    table_card,
    review_card,
    record_card,
    profile_card,
]
