"""Asian and World rules: perpetual check and perpetual chase of one piece.

A chase is a threat to take something next move: a target without a real root, or a dearer one.
Every move of the side must make such a threat *anew* on the same target. Perpetual check outranks
a chase, a chase outranks everything else; the side at the higher level must vary.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.lines import KNIGHT_CHECKS
from qipan.games.xiangqi.repetition.attacks import (
    Pair,
    attacks,
    checkers,
    crossed,
    facing,
    recaptures,
)
from qipan.games.xiangqi.repetition.keys import ALLOWED, BOTH_CHASE, BOTH_CHECK, CHASE, CHECK
from qipan.games.xiangqi.repetition.labels import (
    SIDES,
    Act,
    Chase,
    How,
    Judged,
    Label,
    label_each,
    of_side,
)
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.squares import (
    ADVISOR,
    BISHOP,
    BLACK,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
)

_DEARER: Final = {
    KNIGHT: (ROOK,),
    CANNON: (ROOK,),
    ADVISOR: (ROOK, CANNON, KNIGHT),
    BISHOP: (ROOK, CANNON, KNIGHT),
}
"""Targets that an attacker chases even if they are protected."""

T = TypeVar("T")
Level = Fraction
PERPETUAL_CHECK: Final = Fraction(3)
HELD_ROOK: Final = Fraction(2)
DIRECT_CHASE: Final = Fraction(1)
CUT_CHASE: Final = Fraction(1, 2)
NOTHING: Final = Fraction(0)


def label_plies(plies: Sequence[Ply]) -> list[Label]:
    """Label every ply of a loop."""
    return label_each(plies, _label)


def judge(labels: Sequence[Label]) -> Judged:
    """Say who must vary. A pure function of the labels."""
    red, black = (level(of_side(labels, side)) for side in SIDES)
    if red == black:
        if red == PERPETUAL_CHECK:
            return Judged(None, BOTH_CHECK)
        return Judged(None, BOTH_CHASE if red else ALLOWED)
    rule_key = CHECK if max(red, black) == PERPETUAL_CHECK else CHASE
    return Judged(RED if red > black else BLACK, rule_key)


def all_round(labels: Sequence[Label], rounds: Iterable[Mapping[int, int]]) -> list[Label]:
    """Give the labels of every round of a loop, with the pieces that play each part."""
    return [
        msgspec.structs.replace(
            label,
            chases=tuple(
                msgspec.structs.replace(
                    chase, attacker=parts[chase.attacker], target=parts[chase.target]
                )
                for chase in label.chases
            ),
        )
        for parts in rounds
        for label in labels
    ]


def level(labels: Sequence[Label]) -> Level:
    """Say how heavily one side offends with these moves of its own."""
    if all(label.checks for label in labels):
        return PERPETUAL_CHECK
    moves = _chases(labels)
    if not moves:
        return DIRECT_CHASE
    targets = common_targets(labels)
    if not targets:
        return NOTHING
    pairs = _common({(chase.attacker, chase.target) for chase in chases} for chases in moves)
    attackers = {chase.attacker for chases in moves for chase in chases if chase.target in targets}
    if len(targets) == 2 == len(attackers) and not pairs:
        return NOTHING  # two pieces that chase two others by turns
    direct = _common(
        {chase.target for chase in chases if chase.how is How.DIRECT} for chases in moves
    )
    if not direct:
        return CUT_CHASE
    held = _common({chase.target for chase in chases if chase.held} for chases in moves)
    return HELD_ROOK if held & direct else DIRECT_CHASE


def common_targets(labels: Sequence[Label]) -> set[int]:
    """Give the pieces that one side threatens anew with every one of these moves."""
    return _common({chase.target for chase in chases} for chases in _chases(labels))


def _chases(labels: Sequence[Label]) -> list[list[Chase]]:
    """Give the threats that count, move by move.

    With a check only direct ones do. A move that an arbiter called a chase, though none was found,
    goes with whatever the others chase.
    """
    return [
        [chase for chase in label.chases if not label.checks or chase.how is How.DIRECT]
        for label in labels
        if label.chases or label.act is not Act.CHASE
    ]


def chased(board: Board, side: int) -> dict[Pair, Chase]:
    """Find what ``side`` threatens to take, were it to move."""
    view = facing(board, side)
    checked = checkers(view, side)
    found = {}
    for pair, move in attacks(view, side).items():
        chase = _threat(view, pair, move, checked)
        if chase:
            found[pair] = chase
    return found


def _label(ply: Ply) -> Label:
    checks = ply.after.in_check(-ply.side)
    earlier = chased(ply.before, ply.side)
    attacked = attacks(ply.before, ply.side)
    chases = tuple(
        msgspec.structs.replace(chase, how=How.CUT if pair in attacked else How.DIRECT)
        for pair, chase in sorted(chased(ply.after, ply.side).items())
        if pair not in earlier
    )
    if _runs_from_check(ply):
        chases = ()
    act = Act.CHECK if checks else Act.CHASE if chases else Act.IDLE
    return Label(ply.side, act, checks, chases)


def _runs_from_check(ply: Ply) -> bool:
    """Say whether a king only steps out of a check: that chases nobody, whatever it lays open.

    Kings may chase, also with a helper; a move that the check asks for is no wish of the side.
    """
    board = ply.before
    return board.kind[board.at[ply.move >> 7]] == KING and board.in_check(ply.side)


def _threat(view: Board, pair: Pair, move: int, checked: frozenset[int]) -> Chase | None:
    """Say whether a capture is a threat: possible, and either free or of something dearer."""
    attacker, target = pair
    kind, prey = view.kind[attacker], view.kind[target]
    if kind in (KING, PAWN) or prey == KING or (prey == PAWN and not crossed(view, target)):
        return None
    after = view.after(move)
    # A side in check is not to be excused by that check: only new attackers of its king count.
    if checkers(after, view.turn) - checked:
        return None
    every, legal = recaptures(after, move & 127)
    root = "real" if legal else "false" if every else "none"
    if prey in _DEARER.get(kind, ()):
        held = prey == ROOK and _held_by_knight(view, target)
        return Chase(attacker, target, root=root, held=held)
    if legal or (kind == prey and _takes_back(view, target, attacker)):
        return None
    held = prey == ROOK and _held_by_knight(view, target)
    return Chase(attacker, target, root=root, held=held)


def _held_by_knight(view: Board, rook: int) -> bool:
    """Say whether a rook blocks the leg of a knight that would otherwise give check."""
    at, side = view.at, view.turn
    return any(
        at[leg] == rook and at[origin] * side > 0 and view.kind[at[origin]] == KNIGHT
        for origin, leg in KNIGHT_CHECKS[view.king(-side)]
    )


def _takes_back(view: Board, target: int, attacker: int) -> bool:
    """Say whether the target could itself legally take its attacker: then it is an exchange."""
    other = view.passed()
    move = attacks(other, other.turn).get((target, attacker))
    return move is not None and not other.after(move).attacked(other.turn)


def _common(sets: Iterable[set[T]]) -> set[T]:
    every = list(sets)
    return set.intersection(*every) if every else set()
