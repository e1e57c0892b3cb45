"""Who rests in an odd field: at random first, later the lowest score, never twice."""

from collections.abc import Callable, Iterator, Sequence

from qipan.kernel.rules import rule
from qipan.pairing.plan import Reason
from qipan.pairing.swiss.by_score.field import ScoreField

ONCE = rule("bye.once", "Nobody rests twice.")
BY_LOT = rule("bye.by-lot", "Who rests in the first round is drawn by lot.")
LOWEST = rule("bye.lowest-score", "The lowest score rests; among equals a lot decides.")


def bye_candidates(
    field: ScoreField, lot: Callable[[Sequence[int]], Sequence[int]], first_round: bool
) -> Iterator[tuple[int, Reason]]:
    """Give who may rest one by one, the best choice first, each with its reason.

    A lot is drawn score by score, and only once the turn of that score comes.
    """
    rested = field.rested
    free = [who for who in range(len(field)) if who not in rested]
    if first_round:
        reason = Reason(BY_LOT, {"among": len(free)})
        yield from ((who, reason) for who in (lot(free) if free else ()))
        return
    score = field.score
    for value in sorted({score[who] for who in free}):
        equals = [who for who in free if score[who] == value]
        reason = Reason(LOWEST, {"score": value, "among": len(equals)})
        yield from ((who, reason) for who in lot(equals))
