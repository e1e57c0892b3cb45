"""The evidence of a ruling as plain values: what an arbiter reads out, or a page shows.

What does not apply to a ruling is left out of it, not written as null.
"""

import msgspec
from msgspec import UNSET, UnsetType

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.fen import write_fen
from qipan.games.xiangqi.repetition.asian import common_targets
from qipan.games.xiangqi.repetition.keys import CHASE
from qipan.games.xiangqi.repetition.labels import Act, Chase, How, Label, of_side
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.repetition.ruling import Ruling, Verdict
from qipan.games.xiangqi.squares import RED, write_move, write_square
from qipan.kernel.rules import RuleKey


class PieceAt(msgspec.Struct, frozen=True):
    """A piece where it stands."""

    piece: str
    square: str


class ChaseShown(msgspec.Struct, frozen=True):
    """One piece after another."""

    attacker: PieceAt | None
    target: PieceAt | None
    how: How
    root: str
    held_by_knight: bool | UnsetType = UNSET
    line: list[str] | UnsetType = UNSET


class PlyShown(msgspec.Struct, frozen=True):
    """One move of the repeated line, and what it was found to do."""

    ply: int
    side: str | None
    move: str
    label: Act
    sure: bool
    chases: list[ChaseShown] | UnsetType = UNSET
    joint: bool | UnsetType = UNSET
    line: list[str] | UnsetType = UNSET


class Evidence(msgspec.Struct, frozen=True):
    """Everything a ruling rests on."""

    ruleset: str
    rule: RuleKey
    chased: list[PieceAt | None] | UnsetType = UNSET
    proposal: Verdict | UnsetType = UNSET
    proposed_must_vary: str | UnsetType | None = UNSET
    grace_rounds: int | UnsetType = UNSET
    closed: bool | UnsetType = UNSET
    first_ply: int | UnsetType = UNSET
    last_ply: int | UnsetType = UNSET
    position: str | UnsetType = UNSET
    plies: list[PlyShown] | UnsetType = UNSET


class RulingAnswer(msgspec.Struct, frozen=True):
    """A ruling as one plain value."""

    verdict: Verdict
    must_vary: str | None
    evidence: Evidence


def side_name(side: int | None) -> str | None:
    """Write a side as ``red`` or ``black``, None as it is."""
    if side is None:
        return None
    return "red" if side == RED else "black"


def evidence(ruling: Ruling) -> Evidence:
    """Give everything a ruling rests on, ply by ply."""
    if not ruling.plies:
        return Evidence(ruling.ruleset, ruling.rule)
    return Evidence(
        ruleset=ruling.ruleset,
        rule=ruling.rule,
        chased=_chased(ruling),
        proposal=ruling.proposal,
        proposed_must_vary=side_name(ruling.must_vary),
        grace_rounds=ruling.grace if ruling.must_vary else 0,
        closed=ruling.closed,
        first_ply=ruling.plies[0].number,
        last_ply=ruling.plies[-1].number,
        position=write_fen(ruling.plies[0].before),
        plies=[_ply(ply, label) for ply, label in zip(ruling.plies, ruling.labels, strict=True)],
    )


def answer(ruling: Ruling) -> RulingAnswer:
    """Give a ruling as one plain value: verdict, who must vary, and the evidence."""
    open_case = ruling.verdict is Verdict.NEEDS_ARBITER
    return RulingAnswer(
        verdict=ruling.verdict,
        must_vary=None if open_case else side_name(ruling.must_vary),
        evidence=evidence(ruling),
    )


def _chased(ruling: Ruling) -> list[PieceAt | None] | UnsetType:
    if ruling.rule != CHASE or not ruling.must_vary:
        return UNSET
    start = ruling.plies[0].before
    targets = common_targets(of_side(ruling.labels, ruling.must_vary))
    return [_piece(start, target) for target in sorted(targets)]


def _ply(ply: Ply, label: Label) -> PlyShown:
    return PlyShown(
        ply=ply.number,
        side=side_name(ply.side),
        move=write_move(ply.move),
        label=label.act,
        sure=label.sure,
        chases=[_chase(ply.after, chase) for chase in label.chases] if label.chases else UNSET,
        joint=label.light if label.chases else UNSET,
        line=[write_move(move) for move in label.line] if label.line else UNSET,
    )


def _chase(board: Board, chase: Chase) -> ChaseShown:
    return ChaseShown(
        attacker=_piece(board, chase.attacker),
        target=_piece(board, chase.target),
        how=chase.how,
        root=chase.root,
        held_by_knight=True if chase.held else UNSET,
        line=[write_move(move) for move in chase.line] if chase.line else UNSET,
    )


def _piece(board: Board, piece: int) -> PieceAt | None:
    square = board.where[piece] if piece else -1
    if square < 0:
        return None
    return PieceAt(board.letter(square), write_square(square))
