"""What a move of a repetition does, as a value: the only thing that a ruling reads.

Rulings are pure functions of labels. An arbiter who sees a move otherwise changes its label and
asks again.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

import msgspec

from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.squares import BLACK, RED
from qipan.kernel.rules import RuleKey


class Act(StrEnum):
    """What a move does; the heaviest effect counts."""

    CHECK = "check"
    KILL = "kill"
    CHASE = "chase"
    JOINT = "joint-chase"
    """Only in an arbiter's mouth: a chase that is joint, or of a target with too few roots."""
    EXCHANGE = "exchange"
    IDLE = "idle"


class How(StrEnum):
    """By what a chase wins."""

    DIRECT = "direct"
    """The attack is new."""
    CUT = "cut"
    """The attack stood before; the move took away the root or pinned the target."""
    CHECKS = "checks"
    """The target falls after one or more checks."""
    EXCHANGE = "exchange"
    """Material is won once all exchanges are played out."""


class Chase(msgspec.Struct, frozen=True):
    """An attacker (piece id) that could win a target (piece id)."""

    attacker: int
    target: int
    how: How = How.DIRECT
    root: str = "none"
    """``none``, ``false`` (cannot recapture), ``few`` (too few protectors) or ``real``."""
    line: tuple[int, ...] = ()
    """Moves that show the gain, the attacker's first."""
    gain: int = 0
    held: bool = False
    """Whether the target is a rook that a knight holds: moving it would uncover a check."""


class Label(msgspec.Struct, frozen=True):
    """The label of one ply."""

    side: int
    act: Act
    checks: bool = False
    chases: tuple[Chase, ...] = ()
    light: bool = False
    """A chase by several pieces together, or of a target that has a root but too few."""
    sure: bool = True
    """Whether the search leaves no doubt."""
    alone: bool = False
    """Whether it leaves none that one piece alone chases a piece without any root."""
    settled: bool = False
    """Whether an arbiter said so; then it is also known whether a chase is joint."""
    line: tuple[int, ...] = ()
    """For a kill: the moves that mate."""
    rule: RuleKey | None = None


class Judged(msgspec.Struct, frozen=True):
    """What a ruling table makes of the labels: who must vary, if anybody, and by which rule."""

    must_vary: int | None
    """``RED``, ``BLACK`` or None."""
    rule: RuleKey
    at_once: bool = False
    """Whether the side that must vary has no grace."""


def override(labels: Sequence[Label], changes: Mapping[int, Act]) -> list[Label]:
    """Replace the act of some plies (index from 0) as an arbiter decided.

    A ply that is set to chase keeps the chases found; one that is set to another act loses them.
    """
    changed = []
    for index, label in enumerate(labels):
        act = changes.get(index)
        if act is None:
            changed.append(label)
            continue
        chase = act in (Act.CHASE, Act.JOINT)
        changed.append(
            msgspec.structs.replace(
                label,
                act=Act.CHASE if chase else act,
                checks=act is Act.CHECK,
                chases=label.chases if chase or act is Act.CHECK else (),
                light=act is Act.JOINT,
                sure=True,
                settled=True,
                line=(),
            )
        )
    return changed


def of_side(labels: Sequence[Label], side: int) -> list[Label]:
    """Give the labels of one side's moves."""
    return [label for label in labels if label.side == side]


def label_each(plies: Sequence[Ply], label: Callable[[Ply], Label]) -> list[Label]:
    """Label every ply, once for all times that the same pieces made it.

    Labels name single pieces: where two of a kind have changed places, the same move is another.
    """
    known: dict[tuple[tuple[int, ...], int, int | None], Label] = {}
    found = []
    for ply in plies:
        key = (tuple(ply.before.at), ply.move, ply.previous)
        if key not in known:
            known[key] = label(ply)
        found.append(known[key])
    return found


SIDES = (RED, BLACK)
