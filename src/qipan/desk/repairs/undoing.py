"""Decisions on taking acts back: whether it may be, and what stands in the way."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from qipan.desk.conduct.penalties import consequences
from qipan.desk.repairs.commands import TakeBackAct, TakeBackPenalty
from qipan.desk.repairs.counters import NO_WAY_BACK
from qipan.desk.repairs.obstacles import standing_on
from qipan.desk.roles import ARBITERS, STAFF, Decisions, ListedCommand
from qipan.journal.closing import StandingsApproved
from qipan.journal.competition import CompetitionClosed
from qipan.journal.conduct import PenaltyImposed
from qipan.journal.event import event_name
from qipan.journal.events import CompetitionEvent
from qipan.journal.folding import fold
from qipan.journal.lots import NumbersAssigned
from qipan.journal.money import MoneyPosted, PrizesAwarded
from qipan.journal.repairs.acts import STAYS, ActTakenBack
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import SectionId
from qipan.kernel.rules import rule
from qipan.sections.lookup import APPROVED, OPEN, section_before_closing

UNDO = rule("desk.undo", "An act is taken back as long as nothing was built on it.")
NO_UNDO = rule("desk.undo.none", "What is public for good, or lies outside, is not taken back.")
WHY = rule("desk.undo.reason", "A penalty is lifted only with a written reason.")

AFTER_APPROVAL = (StandingsApproved, PrizesAwarded, MoneyPosted, CompetitionClosed)
"""What may be taken back although the standings are approved."""
BROKEN = (KeyError, IndexError, ValueError, AttributeError, TypeError, StopIteration)
"""What adding the rest up ends in, if it does not hold without the act."""


def take_back_act(state: Competition, command: TakeBackAct) -> list[CompetitionEvent]:
    """Take an act back. Raises Refused with what stands in the way."""
    lead = require_way_back(state, command.first, command.last)
    made = _taken_back(command, lead)
    try:
        fold([made], state)
    except BROKEN:
        raise Refused(
            "undo.built-on", UNDO, what=name_of(lead), version=command.first, **_about(lead)
        ) from None
    return [made]


def require_way_back(state: Competition, first: int, last: int) -> CompetitionEvent:
    """Give the first event of an act. Raises Refused if there is no way back, or no more."""
    events = _act(state, first, last)
    _may_be_undone(state, events)
    for version, later in standing_on(state, first, last):
        raise _in_the_way(lead_of(events), later, version)
    return lead_of(events)


def lead_of(events: Sequence[CompetitionEvent]) -> CompetitionEvent:
    """Give the event that says what an act is: not a lot that fell for it, nor what it replaces."""
    own = [each for each in events if not isinstance(each, STAYS)]
    given = [each for each in own if not isinstance(each, ActTakenBack)]
    return next(iter([*given, *own]), events[0])


def _act(state: Competition, first: int, last: int) -> list[CompetitionEvent]:
    """Give the events of an act that count. Raises Refused if there is none, or it is undone."""
    if not 1 <= first <= last <= state.version:
        raise Refused("undo.no-such-act", UNDO, version=first, last=state.version)
    events = [
        event
        for version, event in enumerate(state.past[first - 1 : last], first)
        if version not in state.taken_back
    ]
    if not events:
        raise Refused("undo.done", UNDO, version=first)
    return events


def _may_be_undone(state: Competition, events: list[CompetitionEvent]) -> None:
    """Raise Refused for acts without a way back, and in what is approved or closed."""
    for event in events:
        by_lot = isinstance(event, NumbersAssigned) and event.cause.facts.get("lot")
        code = "undo.why.lot" if by_lot else NO_WAY_BACK.get(type(event))
        if code is not None and (by_lot or not isinstance(event, STAYS) or event is events[-1]):
            raise Refused(code, NO_UNDO, what=name_of(event), **_about(event))
    if state.closed and not any(isinstance(event, CompetitionClosed) for event in events):
        raise Refused("competition.closed", OPEN, competition=state.id)
    for event in events:
        section = state.sections.get(SectionId(getattr(event, "section", None) or ""))
        approved = section is not None and section.approved is not None
        lifts = isinstance(event, ActTakenBack) and event.what == "approval-lifted"
        if section is not None and approved and not (lifts or isinstance(event, AFTER_APPROVAL)):
            raise Refused("section.approved", APPROVED, section=section.id)


def _in_the_way(lead: CompetitionEvent, later: Any, version: int) -> Refused:
    return Refused(
        "undo.in-the-way",
        UNDO,
        what=name_of(lead),
        later=name_of(later),
        version=version,
        **_about(later),
    )


def _taken_back(command: TakeBackAct, lead: CompetitionEvent) -> ActTakenBack:
    about = _about(lead)
    return ActTakenBack(
        first=command.first,
        last=command.last,
        what=name_of(lead),
        reason=command.reason.strip(),
        section=getattr(lead, "section", None),
        round=about.get("round"),
        board=about.get("board"),
        entrant=about.get("entrant"),
    )


def name_of(event: Any) -> str:
    """Name the kind of an event, without the version of the name."""
    return event_name(event).partition("/")[0]


def _about(event: Any) -> dict[str, Any]:
    """Say what an event is about, as far as it says so."""
    found = {key: getattr(event, key, None) for key in ("section", "round", "board", "entrant")}
    return {key: value for key, value in found.items() if value is not None}


def take_back_penalty(state: Competition, command: TakeBackPenalty) -> list[CompetitionEvent]:
    """Take a penalty back with all that followed. Raises Refused without a reason."""
    section = section_before_closing(state, command.section)
    penalty = next((each for each in section.penalties if each.id == command.penalty), None)
    if penalty is None:
        known = [each.id for each in section.penalties]
        raise Refused("undo.no-such-penalty", UNDO, penalty=command.penalty[:20], known=known[-20:])
    if not command.reason.strip():
        raise Refused("conduct.no-reason", WHY, entrant=penalty.entrant)
    first = penalty.version
    last = first + _followers(state, first)
    back = TakeBackAct(first=first, last=last, reason=command.reason)
    return [
        replace(event, penalty=penalty.id) if isinstance(event, ActTakenBack) else event
        for event in take_back_act(state, back)
    ]


def _followers(state: Competition, version: int) -> int:
    """Count the events that followed from a penalty: it is decided once more on what was then."""
    event = state.past[version - 1]
    if not isinstance(event, PenaltyImposed):
        raise TypeError(type(event))
    before = fold(state.past[: version - 1])
    due = consequences(before, before.sections[event.section], event)
    count = 0
    for expected, found in zip(due, state.past[version:], strict=False):
        if type(expected) is not type(found):
            break
        count += 1
    return count


DECISIONS: Decisions = {
    TakeBackAct: ListedCommand(take_back_act, STAFF),
    TakeBackPenalty: ListedCommand(take_back_penalty, ARBITERS),
}
