"""What the desk may ask for, as JSON: every command that needs nothing but what it says.

Entries, lots and pairings have routes of their own: they need secrets, checks or ids that the
office adds. What players sign or report is theirs, and not asked for here.
"""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, post
from litestar.params import JSONBody, QueryParameter

from qipan.desk.access import RenewCard
from qipan.desk.appeals.commands import (
    AnswerAppeal,
    DecideAppeal,
    DeclareConflict,
    NameCommittee,
    PostSupplement,
)
from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.competition import OpenSection
from qipan.desk.conduct.commands import (
    AnnulResults,
    CheckRecord,
    LiftBan,
    PunishGravely,
    PunishOffence,
    RecordLateness,
    ReplaceClock,
)
from qipan.desk.decide import require
from qipan.desk.entries.commands import CloseEntries, EnterEntrant, WithdrawEntrant
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.lots import NUMBERS, CommitLot, DrawNumbers
from qipan.desk.notices import PostNotice
from qipan.desk.results.commands import CorrectResult, RecordGame, RecordResult
from qipan.desk.roles import MAY, STAFF, Role
from qipan.desk.rounds.commands import MoveBoards, PairRound, PublishRound
from qipan.desk.schedule.commands import EndRound, ScheduleRound
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Asked = (
    OpenSection
    | WithdrawEntrant
    | CloseEntries
    | PublishRound
    | RecordResult
    | CorrectResult
    | RecordGame
    | HandInLineUp
    | ApproveStandings
    | CloseCompetition
    | PunishOffence
    | PunishGravely
    | LiftBan
    | CheckRecord
    | AnnulResults
    | RecordLateness
    | ReplaceClock
    | MoveBoards
    | NameCommittee
    | DeclareConflict
    | AnswerAppeal
    | DecideAppeal
    | PostSupplement
    | ScheduleRound
    | EndRound
    | PostNotice
    | RenewCard
)
Version = Annotated[int | None, QueryParameter(ge=0, le=2**31)]
Line = Annotated[str, msgspec.Meta(max_length=200)]


class Done(msgspec.Struct):
    """It is durable; the competition now has this version."""

    version: int


class Entered(msgspec.Struct):
    """Somebody was entered, under this id."""

    entrant: str
    version: int


class EntryIn(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody to enter."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    latin: Line = ""
    birth: Annotated[str, msgspec.Meta(max_length=10)] = ""
    unit: Line = ""
    rating: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None
    another_person: bool = False
    """A namesake is there already and is somebody else."""


class LotIn(msgspec.Struct, forbid_unknown_fields=True):
    """A lot to commit to, or one that was committed to and is drawn now."""

    lot: Annotated[str, msgspec.Meta(max_length=120)] = NUMBERS
    draw: bool = False
    entropy: Annotated[list[Line], msgspec.Meta(max_length=10)] = []


def _staff(request: AnyRequest, context: Context, competition: str, command: Any) -> Visitor:
    """Give the visitor, who is of the staff and may ask for this. Raises Refused."""
    visitor = visitor_of(request, context)
    role: Role = visitor.role_for(competition, type(command))
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command=type(command).__name__)
    require(role, command)
    return visitor


@post("/competitions/{competition:str}/commands")
async def command(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    data: JSONBody[Asked],
    version: Version = None,
) -> Done:
    """Ask for something; answered when it is durable, or refused with code, rule and facts."""
    home, office = CompetitionId(competition), context.house.office
    visitor = _staff(request, context, competition, data)
    await asyncio.to_thread(office.state, home)
    future = await asyncio.to_thread(office.submit, home, visitor.actor, data, version)
    await asyncio.wrap_future(future)
    return Done(office.state(home).version)


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
    meant = EnterEntrant(section=found.id, entrant=EntrantId(""), people=())
    visitor = _staff(request, context, competition, meant)
    newcomer = Newcomer(
        Person(name=data.name, latin=data.latin, birth=data.birth),
        rating=data.rating,
        unit=data.unit or None,
        another_person=data.another_person,
    )
    office = context.house.office
    entrant = office.enter(state.id, found.id, visitor.actor, newcomer)
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
        meant: Any = CommitLot(section=here, lot=data.lot, commitment="")
        visitor = _staff(request, context, competition, meant)
        office.commit_lot(home, here, visitor.actor, data.lot)
    else:
        visitor = _staff(request, context, competition, DrawNumbers(section=here))
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
    visitor = _staff(request, context, competition, PairRound(section=found.id))
    office = context.house.office
    office.pair(state.id, found.id, visitor.actor, (), version)
    return Done(office.state(state.id).version)


ROUTER = Router("/api", route_handlers=[command, enter, lot, pair])
