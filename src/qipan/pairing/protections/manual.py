"""Pairing by hand: an act with a beginning, steps and an end, beside what the engine gave.

The act is a value that records every step. Ending it gives the round as it will be posted, every
difference from the engine's round, and every rule that the hand broke. Whether an arbiter may
begin at all is for the book to say (``offered``); names and times are passed in.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum

import msgspec

from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import Facts, rule
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan

OFFERED = rule("manual.offered", "A round is paired by hand only where the regulation offers it.")
REASONED = rule("manual.reasoned", "Pairing by hand needs a name and a reason.")
OPEN = rule("manual.open", "Nothing changes after the end of the act.")
KNOWN = rule("manual.known", "Only entrants and boards of this round can be moved.")
BY_HAND = rule("manual.by-hand", "This was decided by hand.")

PAIR = 2
Seats = tuple[EntrantId, ...]
Check = Callable[[EntrantId, EntrantId], Reason | None]
"""Gives the rule that forbids two entrants to meet, or None."""


class Change(StrEnum):
    """What differs between two rounds."""

    PAIR_REMOVED = "pair-removed"
    PAIR_ADDED = "pair-added"
    SEATS = "seats"
    BOARD = "board"
    REST_REMOVED = "rest-removed"
    REST_ADDED = "rest-added"


class HandDifference(msgspec.Struct, frozen=True):
    """One difference: who it is about, and where they stood before and after."""

    change: Change
    entrants: tuple[EntrantId, ...]
    engine: BoardNo | None = None
    manual: BoardNo | None = None
    breaks: Reason | None = None
    """The rule that the engine would not have broken, for a pair that was added."""


class HandStep(msgspec.Struct, frozen=True):
    """One move of the hand."""

    kind: str
    at: str
    facts: Facts = {}


class ManualPairing(msgspec.Struct, frozen=True):
    """An act under way, or ended if ``ended`` is set."""

    by: str
    why: str
    began: str
    engine: RoundPlan
    plan: RoundPlan
    steps: tuple[HandStep, ...] = ()
    ended: str | None = None
    differences: tuple[HandDifference, ...] = ()
    clause: str = ""
    """The clause it is done under, if one is named."""

    @property
    def round(self) -> RoundNo:
        """Give the round it is about."""
        return self.engine.round


def begin(
    engine: RoundPlan, *, by: str, why: str, at: str, offered: bool = True, clause: str = ""
) -> ManualPairing:
    """Begin an act on the engine's round.

    Raises Refused if the book does not offer it or nobody gives a reason.
    """
    if not offered:
        raise Refused("manual.not-offered", OFFERED, round=engine.round)
    if not by.strip() or not why.strip():
        raise Refused("manual.no-reason", REASONED, round=engine.round)
    return ManualPairing(by, why, at, engine, engine, clause=clause)


def swap(act: ManualPairing, a: EntrantId, b: EntrantId, at: str) -> ManualPairing:
    """Let two entrants change places, be it on a board or resting. Raises Refused."""
    places = {who for meeting in act.plan.meetings for who in meeting.seats}
    places |= {rest.entrant for rest in act.plan.rests}
    if a == b or not {a, b} <= places:
        raise Refused("manual.unknown-entrant", KNOWN, entrants=[a, b])
    other = {a: b, b: a}
    meetings = tuple(
        msgspec.structs.replace(meeting, seats=tuple(other.get(who, who) for who in meeting.seats))
        for meeting in act.plan.meetings
    )
    rests = tuple(
        msgspec.structs.replace(rest, entrant=other.get(rest.entrant, rest.entrant))
        for rest in act.plan.rests
    )
    return _stepped(act, meetings, rests, HandStep("swap", at, {"entrants": [a, b]}))


def reverse(act: ManualPairing, board: BoardNo, at: str) -> ManualPairing:
    """Turn the seats of a board round. Raises Refused."""
    found = _board(act, board)
    meetings = tuple(
        msgspec.structs.replace(meeting, seats=meeting.seats[::-1]) if meeting is found else meeting
        for meeting in act.plan.meetings
    )
    return _stepped(act, meetings, act.plan.rests, HandStep("reverse", at, {"board": board}))


def meet(act: ManualPairing, a: EntrantId, b: EntrantId, at: str) -> ManualPairing:
    """Let two entrants meet; whoever loses an opponent by it takes the other's. Raises Refused.

    Two who rest get a board of their own, ``a`` moving first.
    """
    for who, other in ((a, b), (b, a)):
        found = next((each for each in act.plan.meetings if who in each.seats), None)
        if found is not None and who != other:
            if other in found.seats:
                return act
            opponent = next(each for each in found.seats if each != who)
            return swap(act, opponent, other, at)
    if a == b or not {a, b} <= _resting(act.plan):
        raise Refused("manual.unknown-entrant", KNOWN, entrants=[a, b])
    board = BoardNo(max((each.board for each in act.plan.meetings), default=0) + 1)
    rests = tuple(rest for rest in act.plan.rests if rest.entrant not in (a, b))
    meetings = (*act.plan.meetings, Meeting(board, (a, b)))
    return _stepped(act, meetings, rests, HandStep("meet", at, {"entrants": [a, b]}))


def give_rest(
    act: ManualPairing, who: EntrantId, at: str, gone: Collection[EntrantId] = ()
) -> ManualPairing:
    """Let an entrant rest, in the place of the one who rests if there is one. Raises Refused.

    Else the board is broken up: the opponent rests too, or is taken out if ``gone``.
    """
    found = next((each for each in act.plan.meetings if who in each.seats), None)
    if found is None:
        raise Refused("manual.unknown-entrant", KNOWN, entrants=[who])
    alone = not set(found.seats) - {who} - set(gone)
    if act.plan.rests and not alone:
        return swap(act, who, act.plan.rests[0].entrant, at)
    meetings = tuple(each for each in act.plan.meetings if each is not found)
    left = tuple(Rest(each) for each in found.seats if each not in gone)
    return _stepped(
        act,
        _without_gaps(meetings),
        (*act.plan.rests, *left),
        HandStep("rest", at, {"entrants": [who]}),
    )


def lay(act: ManualPairing, pairs: Sequence[Seats], rests: Seats, at: str) -> ManualPairing:
    """Set the whole round: pairs in the order of the boards, and who rests. Raises Refused."""
    named = [*(who for pair in pairs for who in pair), *rests]
    if len(set(named)) != len(named) or any(len(pair) != PAIR for pair in pairs):
        raise Refused("manual.unknown-entrant", KNOWN, entrants=sorted(named))
    meetings = tuple(Meeting(BoardNo(board), pair) for board, pair in enumerate(pairs, 1))
    resting = tuple(Rest(who) for who in rests)
    return _stepped(act, meetings, resting, HandStep("lay", at, {"boards": len(pairs)}))


def _without_gaps(meetings: tuple[Meeting, ...]) -> tuple[Meeting, ...]:
    """Number the boards anew, in their order."""
    return tuple(
        msgspec.structs.replace(meeting, board=BoardNo(board))
        for board, meeting in enumerate(meetings, 1)
    )


def exchange_boards(act: ManualPairing, one: BoardNo, two: BoardNo, at: str) -> ManualPairing:
    """Let two meetings change boards; the pairs stay as they are. Raises Refused."""
    moved = reassigned(act.plan, {one: two, two: one})
    return _stepped(
        act, moved.meetings, moved.rests, HandStep("boards", at, {"boards": [one, two]})
    )


def reassigned(plan: RoundPlan, boards: Mapping[BoardNo, BoardNo]) -> RoundPlan:
    """Give the same round on other boards; no pair changes, so no act is needed for it.

    Raises Refused if a board is unknown or two meetings would share one.
    """
    known = {meeting.board for meeting in plan.meetings}
    if not boards.keys() <= known:
        raise Refused("manual.unknown-board", KNOWN, board=min(boards.keys() - known))
    new = [boards.get(meeting.board, meeting.board) for meeting in plan.meetings]
    if len(set(new)) != len(new) or min(new, default=1) < 1:
        raise Refused("manual.board-taken", KNOWN, boards=sorted(new))
    meetings = (
        msgspec.structs.replace(meeting, board=board)
        for meeting, board in zip(plan.meetings, new, strict=True)
    )
    ordered = tuple(sorted(meetings, key=lambda meeting: meeting.board))
    return msgspec.structs.replace(plan, meetings=ordered)


def end(act: ManualPairing, at: str, check: Check = lambda a, b: None) -> ManualPairing:
    """End the act: note every difference, and the rules broken by pairs that were added."""
    if act.ended is not None:
        raise Refused("manual.ended", OPEN, round=act.round, ended=act.ended)
    found = differences(act.engine, act.plan, check)
    return msgspec.structs.replace(
        act, ended=at, differences=found, plan=_marked(act.plan, found, act)
    )


def differences(
    engine: RoundPlan, manual: RoundPlan, check: Check = lambda a, b: None
) -> tuple[HandDifference, ...]:
    """List how two rounds differ, in the order of their boards."""
    before = {frozenset(meeting.seats): meeting for meeting in engine.meetings}
    after = {frozenset(meeting.seats): meeting for meeting in manual.meetings}
    found = []
    for pair, meeting in before.items():
        now = after.get(pair)
        if now is None:
            found.append(HandDifference(Change.PAIR_REMOVED, meeting.seats, meeting.board))
            continue
        if now.seats != meeting.seats:
            found.append(HandDifference(Change.SEATS, now.seats, meeting.board, now.board))
        if now.board != meeting.board:
            found.append(HandDifference(Change.BOARD, now.seats, meeting.board, now.board))
    for pair, meeting in after.items():
        if pair not in before:
            breaks = check(meeting.seats[0], meeting.seats[1])
            found.append(
                HandDifference(Change.PAIR_ADDED, meeting.seats, None, meeting.board, breaks)
            )
    rested, resting = _resting(engine), _resting(manual)
    found += [HandDifference(Change.REST_REMOVED, (who,)) for who in sorted(rested - resting)]
    found += [HandDifference(Change.REST_ADDED, (who,)) for who in sorted(resting - rested)]
    return tuple(found)


def _resting(plan: RoundPlan) -> set[EntrantId]:
    return {rest.entrant for rest in plan.rests}


def _board(act: ManualPairing, board: BoardNo) -> Meeting:
    for meeting in act.plan.meetings:
        if meeting.board == board:
            return meeting
    raise Refused("manual.unknown-board", KNOWN, board=board)


def _stepped(
    act: ManualPairing, meetings: tuple[Meeting, ...], rests: tuple[Rest, ...], step: HandStep
) -> ManualPairing:
    if act.ended is not None:
        raise Refused("manual.ended", OPEN, round=act.round, ended=act.ended)
    plan = msgspec.structs.replace(act.plan, meetings=meetings, rests=rests)
    return msgspec.structs.replace(act, plan=plan, steps=(*act.steps, step))


def _marked(plan: RoundPlan, found: tuple[HandDifference, ...], act: ManualPairing) -> RoundPlan:
    """Cite the hand where it decided; a pair that only moved keeps the reasons it meets for."""
    moved = {frozenset(row.entrants) for row in found if row.change is Change.BOARD}
    touched = {frozenset(row.entrants) for row in found if row.change is not Change.BOARD}
    clause = {"clause": act.clause} if act.clause else {}
    reason = Reason(BY_HAND, {"by": act.by, "why": act.why, **clause})
    meetings = tuple(
        msgspec.structs.replace(meeting, reasons=(reason,))
        if frozenset(meeting.seats) in touched
        else msgspec.structs.replace(meeting, reasons=(*meeting.reasons, reason))
        if frozenset(meeting.seats) in moved
        else meeting
        for meeting in plan.meetings
    )
    rests = tuple(
        msgspec.structs.replace(rest, reasons=(reason,))
        if frozenset((rest.entrant,)) in touched
        else rest
        for rest in plan.rests
    )
    return msgspec.structs.replace(plan, meetings=meetings, rests=rests)
