"""What may be asked for as JSON: every command of the desk that is not deliberately left out.

The commands, what may be said with each, and who may ask are made from the one list of commands
(``desk.decide``); ``docs/commands.md`` shows it. The staff asks by role. A player or captain asks
with the phone that took their card, for their own entrant and nobody else. What only the server
does is not asked for here at all. Entries, lots and pairings also have routes of their own.
"""

import asyncio
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Request, Router, post
from litestar.params import JSONBody, QueryParameter

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.command import Command
from qipan.desk.competition import CreateCompetition
from qipan.desk.decide import DECISIONS, may, require
from qipan.desk.entries.commands import EnterEntrant
from qipan.desk.lots import NUMBERS, CommitLot, DrawNumbers
from qipan.desk.repairs.commands import TakeBackAct
from qipan.desk.repairs.made_by import commands_behind
from qipan.desk.roles import MAY, STAFF, Audience
from qipan.desk.rounds.commands import PairRound
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.asked_commands import ASKED, KINDS, Asker, EntryIn, carry_out_asked, whose
from qipan.web.player.phones import own
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.limits import require_rate
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import PHONE, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
if TYPE_CHECKING:
    Asked = msgspec.Struct
else:
    Asked = reduce(or_, ASKED.values())
Version = Annotated[int | None, QueryParameter(ge=0, le=2**31)]
Line = Annotated[str, msgspec.Meta(max_length=200)]


class Done(msgspec.Struct):
    """It is durable; the competition now has this version."""

    version: int


class Entered(msgspec.Struct):
    """Somebody was entered, under this id."""

    entrant: str
    version: int


class LotIn(msgspec.Struct, forbid_unknown_fields=True):
    """A lot to commit to, or one that was committed to and is drawn now."""

    lot: Annotated[str, msgspec.Meta(max_length=120)] = NUMBERS
    draw: bool = False
    entropy: Annotated[list[Line], msgspec.Meta(max_length=10)] = []


def _staff(request: AnyRequest, context: Context, competition: str, kind: type[Command]) -> Visitor:
    """Give the visitor, who is of the staff and may ask for this. Raises Refused."""
    visitor = visitor_of(request, context)
    where = EVERYWHERE if kind is CreateCompetition else competition
    role = visitor.role_for(where, kind)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command=kind.__name__)
    require(role, kind)
    return visitor


def _asker(request: AnyRequest, context: Context, competition: str, asked: msgspec.Struct) -> Asker:
    """Say as whom something is asked for: of the staff, or a player for themselves.

    Raises Refused for anybody else.
    """
    kind = KINDS[type(asked)]
    visitor = visitor_of(request, context)
    role = visitor.role_for(competition, kind)
    theirs = DECISIONS[kind].audience in (Audience.PLAYER, Audience.CAPTAIN) and visitor.phone
    if theirs and not (role in STAFF and may(role, kind)):
        require_rate("phone", request.cookies.get(PHONE, ""))
        state = context.house.office.state(CompetitionId(competition))
        me = own(context, visitor, competition, *whose(state, asked))
        return Asker(me.actor, context.now(), own=True)
    staff = _staff(request, context, competition, kind)
    if isinstance(asked, ASKED[TakeBackAct]):
        state = context.house.office.state(CompetitionId(competition))
        _may_take_back(staff, competition, state, asked)
    return Asker(staff.actor, context.now())


def _may_take_back(staff: Visitor, competition: str, state: Competition, asked: Any) -> None:
    """Raise Refused unless the visitor's role allows what is to be taken back."""
    for event in state.past[max(0, asked.first - 1) : asked.last]:
        for kind in commands_behind(event):
            require(staff.role_for(competition, kind), kind)


@post("/competitions/{competition:str}/commands")
async def command(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    data: JSONBody[Asked],
    version: Version = None,
) -> Done:
    """Ask for something; answered when it is durable, or refused with code, rule and facts."""
    asker = await asyncio.to_thread(_asker, request, context, competition, data)
    office, home = context.house.office, CompetitionId(competition)
    after = await asyncio.to_thread(carry_out_asked, office, home, asker, data, version)
    return Done(after.version)


@post("/competitions/{competition:str}/{section:str}/entries", sync_to_thread=True)
def enter(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    data: JSONBody[EntryIn],
) -> Entered:
    """Enter somebody, with all the checks of the book."""
    state, found = find_section(context, competition, section)
    visitor = _staff(request, context, competition, EnterEntrant)
    office = context.house.office
    entrant = office.enter(state.id, found.id, visitor.actor, data.newcomer())
    return Entered(entrant, office.state(state.id).version)


@post("/competitions/{competition:str}/{section:str}/lots", sync_to_thread=True)
def lot(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    data: JSONBody[LotIn],
) -> Done:
    """Commit to a lot, or draw one that was committed to."""
    state, found = find_section(context, competition, section)
    office, home, here = context.house.office, state.id, SectionId(found.id)
    if not data.draw:
        visitor = _staff(request, context, competition, CommitLot)
        office.commit_lot(home, here, visitor.actor, data.lot)
    else:
        visitor = _staff(request, context, competition, DrawNumbers)
        entropy = tuple(data.entropy)
        if data.lot == NUMBERS:
            office.draw_numbers(home, here, visitor.actor, entropy)
        else:
            office.draw_tie(home, here, visitor.actor, data.lot, entropy)
    return Done(office.state(home).version)


@post("/competitions/{competition:str}/{section:str}/pair", sync_to_thread=True)
def pair(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    version: Version = None,
) -> Done:
    """Pair the next round; it is public once it is published."""
    state, found = find_section(context, competition, section)
    visitor = _staff(request, context, competition, PairRound)
    office = context.house.office
    office.pair(state.id, found.id, visitor.actor, (), version)
    return Done(office.state(state.id).version)


ROUTER = Router("/api", route_handlers=[command, enter, lot, pair])
