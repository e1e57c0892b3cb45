"""Rulings on repeated positions.

``rule_line`` takes a board, the moves and a ruleset, and gives a ``Ruling``; ``answer`` turns that
into plain values. ``asian.judge`` and ``table.judge`` are pure functions from labels to who must
vary; ``rule_line(..., changes={ply: Act.IDLE})`` shows the ruling an arbiter's labels give.
"""

from qipan.games.xiangqi.repetition.evidence import RulingAnswer, answer, evidence, side_name
from qipan.games.xiangqi.repetition.labels import Act, Chase, How, Judged, Label
from qipan.games.xiangqi.repetition.ruling import Ruling, Verdict, rule_line

__all__ = [
    "Act",
    "Chase",
    "How",
    "Judged",
    "Label",
    "Ruling",
    "RulingAnswer",
    "Verdict",
    "answer",
    "evidence",
    "rule_line",
    "side_name",
]
