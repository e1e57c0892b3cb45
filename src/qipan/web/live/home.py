"""The first page: play at once, what is live, the competitions, and running one's own.

Cards are made once for a version of each competition and a day. Whoever works at competitions sees
first what waits for them there.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, cast

import msgspec
from litestar import Request, get
from litestar.response import Template

from qipan.desk.accounts import EVERYWHERE, Account
from qipan.desk.decide import may
from qipan.desk.online.zones import zone_of
from qipan.desk.roles import STAFF
from qipan.games.computer_players import LEVELS
from qipan.i18n import say
from qipan.journal.live.table import Table, hides
from qipan.journal.state import Competition, Section
from qipan.sections.lookup import event_of
from qipan.views.agenda import agenda
from qipan.views.glance.competition_card import CompetitionCard, NextRound, Phase, card_of
from qipan.views.tasks import DONE, Task
from qipan.web.live.play import CLOCKS, guests_of, open_tables, playable
from qipan.web.live.seated_people import seated_people
from qipan.web.live.watch import running
from qipan.web.shared.context import Around, Context
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

MOST_BOARDS, MOST_COMING, MOST_CARDS, MOST_WAITING = 4, 3, 12, 6
PAIR = 2
SOON = timedelta(days=14)


class LiveBoard(msgspec.Struct, frozen=True):
    """A small board of a game that goes on."""

    table: Table
    names: tuple[str, ...]
    above: str
    below: str


class Waiting(msgspec.Struct, frozen=True):
    """What waits at the desk of a section."""

    competition: Competition
    section: Section
    game: str
    tasks: tuple[Task, ...]


@get("/", name="home", sync_to_thread=True, include_in_schema=False)
def home(request: Request[Any, Any, Any], context: Around) -> Template:
    """Show what there is to do."""
    office = context.house.office
    visitor = visitor_of(request, context)
    games, states = playable(visitor.language), office.readable()
    cards, live = _cards(context, states), running(context)
    return page(
        "live/home.html",
        visitor,
        phases={phase: _in_phase(cards, phase) for phase in Phase},
        most_cards=MOST_CARDS,
        coming=_coming(cards, context.now()),
        unreadable=office.unreadable(),
        waiting=_waiting(context, states, visitor),
        staff=visitor.account is not None and _is_staff(visitor.account),
        may_create=visitor.account is not None and EVERYWHERE in visitor.account.grants,
        games=games,
        chosen=games[0]["name"],
        filled={},
        clocks=list(CLOCKS),
        levels=LEVELS,
        guests=guests_of(context, games),
        boards=_boards(context, live, visitor.language),
        running_count=len(live),
        lobbies=[each for each in context.tables.lobbies() if each.is_open],
        open_tables=len(open_tables(context)),
    )


def _cards(context: Context, states: Sequence[Competition]) -> list[CompetitionCard]:
    """Give the cards, each made once for a version and a day."""
    today = context.wall().date()

    def kept(state: Competition) -> CompetitionCard:
        key, mark = ("card", state.id), (state.version, today)
        found = context.kept.views.get(key, mark, lambda: card_of(state, today))
        return cast("CompetitionCard", found)

    return [kept(state) for state in states]


def _in_phase(cards: Sequence[CompetitionCard], phase: Phase) -> list[CompetitionCard]:
    """Give the cards of a phase: what is played now first, what comes soonest, what ended last."""
    found = [each for each in cards if each.phase is phase]
    if phase is Phase.UNDER_WAY:
        return sorted(found, key=lambda each: (not _is_live(each), _falling(each.starts)))
    if phase is Phase.COMING:
        return sorted(found, key=lambda each: each.starts or "9")
    return sorted(found, key=lambda each: each.ends or each.starts, reverse=True)


def _is_live(card: CompetitionCard) -> bool:
    return card.current is not None and card.current.live


def _falling(day: str) -> tuple[int, ...]:
    """Order days from the newest to the oldest; one that is not known comes last."""
    return tuple(-ord(letter) for letter in day) or (0,)


def _coming(cards: Sequence[CompetitionCard], now: datetime) -> list[tuple[datetime, NextRound]]:
    """Give the rounds that begin next, with their moments."""
    found = [
        (_moment(each), each)
        for card in cards
        for each in card.coming
        if card.phase is not Phase.PAST
    ]
    soon = [each for each in found if now <= each[0] <= now + SOON]
    return sorted(soon, key=lambda each: each[0])[:MOST_COMING]


def _moment(coming: NextRound) -> datetime:
    """Read the time of a round: in the zone of its contest, else as clocks here show it."""
    if not coming.zone:
        return coming.start.astimezone()
    return coming.start.replace(tzinfo=zone_of(coming.zone))


def _boards(context: Context, tables: Sequence[Table], language: str) -> list[LiveBoard]:
    """Give a few live games, of as many kinds as there are; cards, mostly hidden, come last."""
    of_a_kind: Counter[str] = Counter()
    turns = []
    for table in tables:
        of_a_kind[table.opened.game] += 1
        turns.append((hides(table.game), of_a_kind[table.opened.game], table.id))
    chosen = [table for _, table in sorted(zip(turns, tables, strict=True), key=itemgetter(0))]
    chosen = chosen[:MOST_BOARDS]
    return [_live_board(context, table, language) for table in chosen]


def _live_board(context: Context, table: Table, language: str) -> LiveBoard:
    """Name two sides; of more seats than two, where it is played and how many play."""
    names = tuple(each.name for each in seated_people(context, table, language))
    if len(names) <= PAIR:
        return LiveBoard(table, names, names[-1], names[0])
    game = say(language, f"ui.board.name.{table.opened.game}")
    return LiveBoard(table, names, say(language, "home.players", {"n": len(names)}), game)


# -- what waits for whoever works here ---------------------------------------------------------


def _is_staff(account: Account) -> bool:
    return any(role in STAFF for role in account.grants.values())


def _waiting(context: Context, states: Sequence[Competition], visitor: Visitor) -> list[Waiting]:
    """List the sections at whose desk something waits for this visitor, the urgent ones first."""
    found = []
    now = context.wall()
    for state in states:
        role = visitor.role_in(state.id)
        if visitor.account is None or role not in STAFF or state.closed:
            continue
        for section in state.sections.values():
            tasks = tuple(
                task
                for task in agenda(state, section, now)
                if task.kind is not DONE
                and (task.kind.command is None or may(role, task.kind.command))
            )
            if tasks:
                game = event_of(state, section).game
                found.append(Waiting(state, section, game, tasks[:4]))
    found.sort(key=lambda each: not any(task.urgent for task in each.tasks))
    return found[:MOST_WAITING]


ROUTES = [home]
