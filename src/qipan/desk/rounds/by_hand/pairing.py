"""Decisions on rounds paired by hand, and what they would give before anything is written."""

from dataclasses import replace

import msgspec

from qipan.desk.appeals.supplements import clause_in_force
from qipan.desk.lots import round_lot, standing_with_lot
from qipan.desk.roles import CHIEF, REVEALED, Decisions, Fill, ListedCommand, Through
from qipan.desk.rounds.by_hand.breaches import Breach, breaches
from qipan.desk.rounds.by_hand.commands import (
    MOST_STEPS,
    ChangePairing,
    HandStep,
    HandStepKind,
    PairByHand,
    WithdrawRound,
)
from qipan.desk.rounds.commands import PairRound
from qipan.desk.rounds.pairing import WITHDRAWN, check_time_to_pair, pair_round, paired_event
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.rounds import PairedByHand, RoundPaired, RoundWithdrawn
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import Impossible, Refused, Unknown
from qipan.kernel.ids import EntrantId, RoundNo, SectionId
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.pairing.n_plus_one.extra_round import FINAL
from qipan.pairing.n_plus_one.forced import FORCED
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan
from qipan.pairing.protections import manual
from qipan.pairing.protections.manual import BY_HAND, REASONED, ManualPairing
from qipan.sections.lookup import EXISTS, section_of
from qipan.sections.stages import FINAL as FINAL_GROUP
from qipan.sections.stages import Standing, stage_of_round
from qipan.sections.systems import system_of
from qipan.sections.systems.n_plus_one import NPlusOne

ACKNOWLEDGED = rule(
    "manual.acknowledged", "Every rule that the hand breaks is acknowledged by name."
)
BEFORE_PUBLIC = rule(
    "manual.before-publication", "A pairing is changed by hand before it is public."
)
AFRESH = rule("manual.afresh", "The hand pairs only where each round is paired afresh.")
SYSTEM_FIRST = rule(
    "manual.system-first", "The hand pairs a whole round only if the system cannot."
)
WHOLE_FIELD = rule("manual.whole-field", "Everybody still in plays or rests, once.")
UNSTARTED = rule("manual.unstarted", "A round is withdrawn only before anybody has played in it.")
LOT_ONCE = rule(
    "manual.lot-once", "A round that needs a lot is paired to be seen: a lot falls once."
)


class Preview(msgspec.Struct, frozen=True):
    """A round by hand as it would be, beside the one that is there."""

    plan: RoundPlan
    differences: tuple[manual.HandDifference, ...]
    breaches: tuple[Breach, ...]
    missing: tuple[str, ...] = ()
    """Breaches that are not acknowledged yet, by id."""


def preview_round(state: Competition, name: SectionId) -> RoundPaired:
    """Show the next round as the system would pair it, with reasons; nothing is written.

    Raises Refused if it is not its time or a lot decides, Impossible if nothing fits.
    """
    section = section_of(state, name)
    standing = check_time_to_pair(state, section)
    fallen = round_lot(standing.number) in section.lots
    if system_of(standing).needs_lot(standing) and not fallen:
        raise Refused("manual.lot-decides", LOT_ONCE, section=name, round=standing.number)
    (*_, event) = pair_round(state, PairRound(section=name))
    if not isinstance(event, RoundPaired):
        raise TypeError(type(event))
    return event


def preview_change(state: Competition, command: ChangePairing) -> Preview:
    """Show what a change would give and break; nothing is written. Raises Refused."""
    return _changed(state, command)[1]


def preview_by_hand(state: Competition, command: PairByHand) -> Preview:
    """Show what a round wholly by hand would break; nothing is written. Raises Refused.

    Where the round needs a lot that has not fallen, whether the system could pair it is seen only
    when the lot falls: when the round is paired.
    """
    return _laid(state, command, shown=True)[1]


def change_pairing(state: Competition, command: ChangePairing) -> list[CompetitionEvent]:
    """Change a round by hand. Raises Refused, naming every rule broken but not acknowledged."""
    act, preview, standing = _changed(state, command)
    if not preview.differences:
        raise Refused("manual.unchanged", REASONED, round=command.round)
    _all_acknowledged(preview)
    return [_event(standing, act, preview, command)]


def pair_by_hand(state: Competition, command: PairByHand) -> list[CompetitionEvent]:
    """Pair a whole round by hand. Raises Refused if the system finds a pairing."""
    act, preview, standing = _laid(state, command)
    _all_acknowledged(preview)
    _, drawn = standing_with_lot(standing, _as_pair_round(command))
    return [*drawn, _event(standing, act, preview, command)]


def _changed(state: Competition, command: ChangePairing) -> tuple[ManualPairing, Preview, Standing]:
    section = section_of(state, command.section)
    found = _unpublished(section, command.round)
    earlier = replace(section, rounds=section.rounds[:-1])
    pair = next((table.seats for table in found.tables if table.group == FINAL_GROUP), ())
    standing = replace(stage_of_round(state, earlier, found), final=pair)
    _clause(state, command.clause)
    forced = any(cause.rule == FORCED for table in found.tables for cause in table.causes)
    forced |= _first_round_stands(standing, command)
    act = manual.begin(
        _plan_of(found),
        by=command.by,
        why=command.reason,
        at=command.at,
        offered=standing.stage.by_hand and not forced,
        clause=command.clause,
    )
    _afresh(standing)
    gone = {who for who in section.entrants if section.entrants[who].withdrawn}
    for step in command.steps[:MOST_STEPS]:
        act = _stepped(act, step, command.at, gone)
    act = manual.end(act, command.at)
    return act, _preview(standing, act, command.despite), standing


def _first_round_stands(standing: Standing, command: ChangePairing) -> bool:
    """Say whether a first round is the software's: where pairs can be set, no hand changes it.

    Boards may be exchanged: who meets whom stays.
    """
    pairs = any(step.kind is not HandStepKind.BOARDS for step in command.steps)
    return standing.stage.special_pairs and not standing.rounds and pairs


def _stepped(act: ManualPairing, step: HandStep, at: str, gone: set[EntrantId]) -> ManualPairing:
    match step.kind:
        case HandStepKind.SWAP:
            return manual.swap(act, step.entrants[0], step.entrants[1], at)
        case HandStepKind.MEET:
            return manual.meet(act, step.entrants[0], step.entrants[1], at)
        case HandStepKind.REST:
            return manual.give_rest(act, step.entrants[0], at, gone)
        case HandStepKind.REVERSE:
            return manual.reverse(act, step.boards[0], at)
        case HandStepKind.BOARDS:
            return manual.exchange_boards(act, step.boards[0], step.boards[1], at)


def _laid(
    state: Competition, command: PairByHand, *, shown: bool = False
) -> tuple[ManualPairing, Preview, Standing]:
    section = section_of(state, command.section)
    standing = check_time_to_pair(state, section)
    _afresh(standing)
    _clause(state, command.clause)
    fallen = round_lot(standing.number) in section.lots
    unknown = shown and not command.secret and not fallen
    reasons: tuple[Reason, ...] = ()
    if not (unknown and system_of(standing).needs_lot(standing)):
        stuck = _impossible(state, command).refusal
        reasons = (Reason(stuck.rule, stuck.facts),)
    fixed = _final_of(standing)
    standing = replace(standing, final=fixed[0].seats if fixed else ())
    empty = RoundPlan(standing.number, fixed, (), reasons)
    offered = standing.stage.by_hand
    act = manual.begin(
        empty,
        by=command.by,
        why=command.reason,
        at=command.at,
        offered=offered,
        clause=command.clause,
    )
    pairs = _with_final(standing.final, command)
    act = _keeping(manual.lay(act, pairs, command.rests, command.at), fixed)
    named = {who for pair in pairs for who in pair} | set(command.rests)
    active = set(standing.active)
    if named != active:
        raise Refused(
            "manual.not-everybody",
            WHOLE_FIELD,
            missing=sorted(active - named),
            unknown=sorted(named - active),
        )
    act = manual.end(act, command.at)
    return act, _preview(standing, act, command.despite), standing


def _final_of(standing: Standing) -> tuple[Meeting, ...]:
    """Give the final where the round has one: the hand lays only the pairs of the others."""
    system = system_of(standing)
    return (system.final(standing),) if isinstance(system, NPlusOne) else ()


def _with_final(
    final: tuple[EntrantId, ...], command: PairByHand
) -> tuple[tuple[EntrantId, ...], ...]:
    """Put the final in, in its seats: where its pair is named, or on the first board."""
    named = {who for pair in command.pairs for who in pair} | set(command.rests)
    pairs = tuple(final if set(pair) == set(final) else pair for pair in command.pairs)
    return pairs if not final or named & set(final) else (final, *pairs)


def _keeping(act: ManualPairing, fixed: tuple[Meeting, ...]) -> ManualPairing:
    """Give the meetings that were fixed before the hand began their reasons back."""
    reasons = {each.seats: each.reasons for each in fixed}
    meetings = tuple(
        msgspec.structs.replace(each, reasons=reasons.get(each.seats, each.reasons))
        for each in act.plan.meetings
    )
    return msgspec.structs.replace(act, plan=msgspec.structs.replace(act.plan, meetings=meetings))


def _impossible(state: Competition, command: PairByHand) -> Impossible:
    """Give why the system cannot pair the round. Raises Refused if it can."""
    try:
        pair_round(state, _as_pair_round(command))
    except Impossible as error:
        return error
    raise Refused("manual.system-can", SYSTEM_FIRST, section=command.section)


def _as_pair_round(command: PairByHand) -> PairRound:
    return PairRound(section=command.section, secret=command.secret, entropy=command.entropy)


def _afresh(standing: Standing) -> None:
    if not system_of(standing).by_hand:
        raise Refused(
            "manual.fixed", AFRESH, section=standing.section.id, system=standing.stage.system
        )


def _clause(state: Competition, number: str) -> None:
    if not number:
        return
    try:
        clause_in_force(state, number)
    except Unknown:
        raise Refused("manual.no-such-clause", EXISTS, clause=number[:40]) from None


def _unpublished(section: Section, number: RoundNo) -> Round:
    current = section.current
    if current is None or current.number != number:
        raise Refused("manual.no-such-round", EXISTS, section=section.id, round=number)
    if current.published:
        raise Refused("manual.published", BEFORE_PUBLIC, section=section.id, round=number)
    return current


def _plan_of(found: Round) -> RoundPlan:
    """Give a round of the journal as the plan it came from."""
    return RoundPlan(
        found.number,
        tuple(Meeting(each.board, each.seats, _reasons(each.causes)) for each in found.tables),
        tuple(
            Rest(each.entrant, each.bye, _reasons(each.causes))
            for each in found.resting
            if each.units is None  # who asked for a rest worth points keeps it, whatever the hand
        ),
        _reasons(found.causes),
    )


def _reasons(causes: tuple[Cause, ...]) -> tuple[Reason, ...]:
    return tuple(Reason(each.rule, each.facts) for each in causes)


def _preview(standing: Standing, act: ManualPairing, despite: frozenset[str]) -> Preview:
    broken = breaches(standing, act.engine, act.plan)
    missing = tuple(each.id for each in broken if each.id not in despite)
    return Preview(_with_breaches(act.plan, broken), act.differences, broken, missing)


def _with_breaches(plan: RoundPlan, broken: tuple[Breach, ...]) -> RoundPlan:
    """Say beside each pair by hand which rules it breaks."""

    def more(people: tuple[EntrantId, ...], reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        found = [each for each in broken if set(each.entrants) <= set(people)]
        return (*reasons, *(Reason(each.rule, {**each.facts, "broken": True}) for each in found))

    return msgspec.structs.replace(
        plan,
        meetings=tuple(
            msgspec.structs.replace(each, reasons=more(each.seats, each.reasons))
            for each in plan.meetings
        ),
        rests=tuple(
            msgspec.structs.replace(each, reasons=more((each.entrant,), each.reasons))
            for each in plan.rests
        ),
    )


def _all_acknowledged(preview: Preview) -> None:
    parted = next((each for each in preview.breaches if each.rule == FINAL), None)
    if parted is not None:  # who plays the final is no matter of the hand
        raise Refused("manual.final-parted", FINAL, entrants=list(parted.entrants))
    if preview.missing:
        raise Refused(
            "manual.breaks",
            ACKNOWLEDGED,
            breaks=list(preview.missing),
            rules=sorted({each.rule for each in preview.breaches if each.id in preview.missing}),
        )


def _event(
    standing: Standing,
    act: ManualPairing,
    preview: Preview,
    command: ChangePairing | PairByHand,
) -> PairedByHand:
    clause = {"clause": act.clause} if act.clause else {}
    mark = Reason(BY_HAND, {"by": act.by, "why": act.why, **clause})
    plan = msgspec.structs.replace(preview.plan, reasons=(*preview.plan.reasons, mark))
    paired = paired_event(standing, plan)
    return PairedByHand(
        section=paired.section,
        round=paired.round,
        tables=paired.tables,
        resting=paired.resting,
        causes=paired.causes,
        stage=paired.stage,
        by=act.by,
        reason=act.why.strip(),
        clause=command.clause,
        steps=tuple(Cause(BY_HAND, {"step": each.kind, **each.facts}) for each in act.steps),
        broken=tuple(
            Cause(each.rule, {**each.facts, "entrants": list(each.entrants)})
            for each in preview.breaches
        ),
    )


def withdraw_round(state: Competition, command: WithdrawRound) -> list[CompetitionEvent]:
    """Take a round back. Raises Refused if it is not the last, or somebody has played in it."""
    section = section_of(state, command.section)
    current = section.current
    place = {"section": section.id, "round": command.round}
    if current is None or current.number != command.round:
        raise Refused("manual.no-such-round", EXISTS, **place)
    if not command.reason.strip():
        raise Refused("manual.no-reason", REASONED, **place)
    begun = _begun(section, current)
    if begun and not command.keep_results:
        raise Refused("manual.begun", UNSTARTED, **place, boards=begun)
    tied = _tied_to_boards(section, current)
    if tied:
        raise Refused("manual.recorded", UNSTARTED, **place, boards=tied)
    return [
        RoundWithdrawn(
            section=section.id,
            round=current.number,
            reason=command.reason.strip(),
            published=current.published,
            played=bool(begun),
        )
    ]


def _tied_to_boards(section: Section, found: Round) -> list[int]:
    """List boards with a live table, a scoresheet or a record: these cannot be kept aside."""
    kept = {int(board) for board in found.seating}
    kept |= {int(board) for number, board in section.sheets if number == found.number}
    kept |= {int(board) for number, board, *_ in section.records if number == found.number}
    return sorted(kept)


def _begun(section: Section, found: Round) -> list[int]:
    """List the boards on which something happened; a forfeit by withdrawal is nothing yet."""
    boards = {
        int(board)
        for board, result in found.results.items()
        if result.how is not How.FORFEIT or result.rule != WITHDRAWN
    }
    boards |= {int(board) for board, games in found.games.items() if games}
    boards |= {int(board) for board in found.seating}
    boards |= {int(board) for number, board in section.sheets if number == found.number}
    boards |= {int(board) for number, board, *_ in section.records if number == found.number}
    boards |= {int(board) for number, board in section.clocks if number == found.number}
    late = {who for number, who in section.late if number == found.number}
    late |= {each.entrant for each in section.penalties if each.round == found.number}
    boards |= {int(table.board) for table in found.tables if late & set(table.seats)}
    return sorted(boards)


DECISIONS: Decisions = {
    ChangePairing: ListedCommand(
        change_pairing, CHIEF, filled={"by": Fill.ACTOR, "at": Fill.HALL_TIME}
    ),
    PairByHand: ListedCommand(
        pair_by_hand,
        CHIEF,
        filled={"by": Fill.ACTOR, "at": Fill.HALL_TIME, "secret": Fill.SECRET},
        through=Through("hand pair", REVEALED),
    ),
    WithdrawRound: ListedCommand(withdraw_round, CHIEF),
}
