"""Who rests when the number is odd: somebody who never did, on the lowest score, last in order."""

from qipan.kernel.errors import Impossible
from qipan.kernel.rules import rule
from qipan.pairing.matching import FREE, complete
from qipan.pairing.matching.by_question import Blocked
from qipan.pairing.plan import Reason
from qipan.pairing.swiss.by_score.deciding import COMPLETION
from qipan.pairing.swiss.mcmahon.field import McMahonField

REST = rule(
    "mcmahon.bye",
    "The bye goes to somebody who has had none, on the lowest McMahon score, last in order.",
    zh="轮空给未曾轮空者中麦克马洪分最低、次序最后的棋手。",
    th="ผู้พักรอบคือผู้ที่ยังไม่เคยพัก มีคะแนนแมคมาฮอนต่ำสุด และอยู่ท้ายสุด",
    ms="Rehat diberi kepada yang belum pernah, mata McMahon terendah, paling akhir dalam susunan.",
)


def resting_order(field: McMahonField) -> list[int]:
    """List everybody, who is to rest first of all first."""
    return sorted(
        range(len(field)),
        key=lambda i: (i in field.rested, field.score[i], -field.place[i]),
    )


def blocked(field: McMahonField, away: int = -1) -> Blocked | None:
    """Say who stands in the way of pairing everybody but one; None if nobody does."""
    here = [i for i in range(len(field)) if i != away]
    mate = [FREE] * len(here)
    block = complete(mate, lambda i, j: i != j and here[j] not in field.met[here[i]])
    if block is None:
        return None
    stuck, partners = (tuple(here[i] for i in each) for each in (block.stuck, block.partners))
    return Blocked(stuck, partners)


def impossible(field: McMahonField, block: Blocked) -> Impossible:
    """Name who cannot be paired, and whom alone they could meet."""
    return Impossible(
        "pairing.blocked",
        COMPLETION,
        stuck=sorted(field.ids[i] for i in block.stuck),
        partners=sorted(field.ids[i] for i in block.partners),
    )


def who_rests(field: McMahonField) -> tuple[int, Reason]:
    """Find who rests: the first in order whose absence lets all others meet. Raises Impossible."""
    first: Blocked | None = None
    for at, who in enumerate(resting_order(field)):
        block = blocked(field, who)
        if block is None:
            facts = {"score": field.score[who], "passed": at}
            return who, Reason(REST, facts)
        first = first or block
    assert first is not None, "an odd field is not empty"
    raise impossible(field, first)
