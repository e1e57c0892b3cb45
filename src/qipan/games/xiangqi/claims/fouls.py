"""Fouls that add up: false claims, fouls of a game, presses of the clock without a move."""

from collections.abc import Sequence
from typing import Final

from qipan.games.xiangqi.claiming import FALSE_LIMIT
from qipan.games.xiangqi.claims.judgement import Effect, Judgement
from qipan.games.xiangqi.rulesets import FalseClaim
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

AGAIN: Final = rule(
    "xiangqi.false-limit-claim-again", "Who claims the move limit wrongly again loses."
)
NO_TIME: Final = rule(
    "xiangqi.false-limit-claim-no-time",
    "Who claims the move limit wrongly and has less time than it costs loses.",
)
FOULS: Final = rule("xiangqi.fouls-lose", "So many fouls in one game lose it.")
FOULS_FEW: Final = rule("xiangqi.fouls-counted", "Fouls in one game are counted.")
PRESSES: Final = rule(
    "xiangqi.empty-presses-lose", "Who presses the clock without moving so often loses."
)
PRESSES_FEW: Final = rule(
    "xiangqi.empty-presses-counted", "A press of the clock without a move is counted."
)


def rule_false_claim(
    seat: Seat,
    terms: FalseClaim,
    *,
    earlier: Sequence[int] = (),
    stage: int = 0,
    seconds_left: int | None = None,
) -> Judgement:
    """Rule what a false claim of the move limit costs.

    ``earlier`` are the plies after which the same player claimed wrongly before, ``stage`` the ply
    of the last capture: where claims are counted by stage, only those since then matter.
    """
    counting = [ply for ply in earlier if not terms.per_stage or ply >= stage]
    number = len(counting) + 1
    facts: dict[str, object] = {"false_claim": number}
    if number >= terms.loses_at:
        return Judgement(Effect.LOSS, AGAIN, seat, facts=facts)
    if seconds_left is not None:
        facts["seconds_left"] = seconds_left
        if seconds_left < 60 * terms.minutes:
            return Judgement(Effect.LOSS, NO_TIME, seat, facts=facts)
    fouls = terms.technical_fouls
    return Judgement(Effect.PLAY_ON, FALSE_LIMIT, seat, fouls, minutes=terms.minutes, facts=facts)


def rule_fouls(seat: Seat, fouls: int, loses_at: int) -> Judgement:
    """Rule whether the fouls of one game lose it."""
    facts = {"fouls": fouls, "loses_at": loses_at}
    if fouls >= loses_at:
        return Judgement(Effect.LOSS, FOULS, seat, facts=facts)
    return Judgement(Effect.PLAY_ON, FOULS_FEW, seat, facts=facts)


def rule_presses(seat: Seat, presses: int, loses_at: int) -> Judgement:
    """Rule whether presses of the clock without a move lose the game."""
    facts = {"presses": presses, "loses_at": loses_at}
    if presses >= loses_at:
        return Judgement(Effect.LOSS, PRESSES, seat, facts=facts)
    return Judgement(Effect.PLAY_ON, PRESSES_FEW, seat, facts=facts)
