"""A knockout as rounds and places: plans of a stage, the final order, who could meet whom."""

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import Bye
from qipan.kernel.rules import rule
from qipan.pairing.knockout.bracket import (
    FOR_THIRD,
    FREE_PASS,
    THIRD,
    WINNERS_MEET,
    Bracket,
    KnockoutMatch,
)
from qipan.pairing.knockout.play import REPLAYED
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan

OUT = rule("knockout.out", "Who has lost a match plays no more.")
APART = rule("knockout.apart", "Their ways through the tree join only in a later stage.")


def stages(bracket: Bracket) -> list[int]:
    """List the stages in playing order; the match for third place belongs to the final."""
    return sorted({match.stage for match in bracket.matches} - {3}, reverse=True)


def stage_plan(bracket: Bracket, stage: int) -> RoundPlan:
    """Write the seated games of a stage as a round; who passes freely rests in the first one."""
    order = stages(bracket)
    if stage not in order:
        raise BadInput(f"this knockout has no stage of {stage}")
    meetings: list[Meeting] = []
    for match in bracket.matches:
        if match.game is not None and (match.stage == stage or (stage, match.stage) == (2, 3)):
            board = BoardNo(len(meetings) + 1)
            meetings.append(Meeting(board, match.game.seats, _reasons(bracket, match)))
    rests: tuple[Rest, ...] = ()
    if stage == order[0]:
        why = (Reason(FREE_PASS, {"stage": stage}),)
        rests = tuple(Rest(who, Bye.ALLOCATED, why) for who in bracket.free)
    return RoundPlan(RoundNo(order.index(stage) + 1), tuple(meetings), rests)


def _reasons(bracket: Bracket, match: KnockoutMatch) -> tuple[Reason, ...]:
    game = match.game
    assert game is not None, "only seated games are written"
    facts = {"match": match.id, "slot": game.slot, "best-of": match.best_of}
    if match.id == THIRD:
        key = FOR_THIRD
    elif any(source.match is None for source in match.sources):
        key = bracket.reasons[0].rule
    else:
        key = WINNERS_MEET
    found = [Reason(key, facts)]
    if game.attempt > 1:
        found.append(Reason(REPLAYED, {"attempt": game.attempt}))
    return (*found, game.colour)


def places(bracket: Bracket) -> dict[EntrantId, int]:
    """Give the place of everybody who has one: losers of a stage share the same place."""
    found: dict[EntrantId, int] = {}
    for match in bracket.matches:
        if not match.over:
            continue
        for who in bracket.players(match):
            if who is None:
                continue
            if match.id == THIRD:
                found[who] = 3 if who == match.winner else 4
            elif who != match.winner:
                found.setdefault(who, match.stage // 2 + 1)
            elif match.stage == 2:
                found[who] = 1
    third = next((match for match in bracket.matches if match.id == THIRD), None)
    if third is not None and not third.over:
        # Until third place is played for, the losing semi-finalists have no place yet.
        found = {who: place for who, place in found.items() if place != 3}
    return found


def why_not(bracket: Bracket, x: EntrantId, y: EntrantId) -> Reason:
    """Say why two do not meet now: one is out, or the tree joins them in a later stage.

    Raises BadInput if somebody is unknown or the two do meet.
    """
    if x == y or not {x, y} <= set(bracket.order):
        raise BadInput(f"{x} and {y} are no two entrants of this knockout")
    has_third = any(match.id == THIRD for match in bracket.matches)
    for match in bracket.matches:
        players = bracket.players(match)
        if not match.over and set(players) == {x, y}:
            raise BadInput(f"{x} and {y} do meet in match {match.id}")
        for who in (x, y):
            lost = match.over and who in players and who != match.winner
            if lost and not (has_third and match.stage == 4):
                return Reason(OUT, {"entrant": who, "match": match.id})
    for match in bracket.matches:
        if match.id != THIRD and {x, y} <= _under(bracket, match):
            return Reason(APART, {"stage": match.stage, "match": match.id})
    raise BadInput(f"{x} and {y} have no way to each other")


def _under(bracket: Bracket, match: KnockoutMatch) -> set[EntrantId]:
    """Collect everybody who could have come to a match from the draw."""
    found: set[EntrantId] = set()
    for source in match.sources:
        if source.entrant is not None:
            found.add(source.entrant)
        elif source.match is not None:
            found |= _under(bracket, bracket.match(source.match))
    return found
