"""Chinese rules: from the labels of a repetition to who must vary. A pure function.

A move is forbidden if it checks, kills or chases. A side whose every move is forbidden breaks the
rules; if both do, the heavier offence counts: a side is light if some of its moves only chase
jointly or chase a target that has a root but too few.
"""

from collections.abc import Sequence
from typing import Final

from qipan.games.xiangqi.repetition.keys import (
    ALLOWED,
    BOTH_CHECK,
    BOTH_FORBIDDEN,
    CHECK,
    FORBIDDEN,
    HEAVIER,
)
from qipan.games.xiangqi.repetition.labels import SIDES, Act, Judged, Label, of_side
from qipan.games.xiangqi.squares import BLACK, RED

OFFENCES: Final = (Act.CHECK, Act.KILL, Act.CHASE)


def judge(labels: Sequence[Label]) -> Judged:
    """Say who must vary, and by which rule."""
    red, black = (of_side(labels, side) for side in SIDES)
    checks = [all(label.act is Act.CHECK for label in side) for side in (red, black)]
    if all(checks):
        return Judged(None, BOTH_CHECK)
    if any(checks):
        return Judged(RED if checks[0] else BLACK, CHECK, at_once=True)
    forbidden = [all(label.act in OFFENCES for label in side) for side in (red, black)]
    if not any(forbidden):
        return Judged(None, ALLOWED)
    if not all(forbidden):
        return Judged(RED if forbidden[0] else BLACK, FORBIDDEN)
    light = [any(_is_light(label) for label in side) for side in (red, black)]
    if light[0] == light[1]:
        return Judged(None, BOTH_FORBIDDEN)
    return Judged(BLACK if light[0] else RED, HEAVIER)


def _is_light(label: Label) -> bool:
    return label.act is Act.CHASE and label.light
