"""The evidence of a ruling as plain values: what an arbiter reads out, or a page shows."""

from typing import Any

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.fen import write_fen
from qipan.games.xiangqi.repetition.asian import common_targets
from qipan.games.xiangqi.repetition.keys import CHASE
from qipan.games.xiangqi.repetition.labels import Chase, Label, of_side
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.repetition.ruling import Ruling, Verdict
from qipan.games.xiangqi.squares import RED, write_move, write_square


def side_name(side: int | None) -> str | None:
    """Write a side as ``red`` or ``black``, None as it is."""
    if side is None:
        return None
    return "red" if side == RED else "black"


def evidence(ruling: Ruling) -> dict[str, Any]:
    """Give everything a ruling rests on, ply by ply."""
    found: dict[str, Any] = {"ruleset": ruling.ruleset, "rule": ruling.rule}
    if not ruling.plies:
        return found
    if ruling.rule == CHASE and ruling.must_vary:
        start = ruling.plies[0].before
        targets = common_targets(of_side(ruling.labels, ruling.must_vary))
        found["chased"] = [_piece(start, target) for target in sorted(targets)]
    return found | {
        "proposal": ruling.proposal,
        "proposed_must_vary": side_name(ruling.must_vary),
        "grace_rounds": ruling.grace if ruling.must_vary else 0,
        "closed": ruling.closed,
        "first_ply": ruling.plies[0].number,
        "last_ply": ruling.plies[-1].number,
        "position": write_fen(ruling.plies[0].before),
        "plies": [_ply(ply, label) for ply, label in zip(ruling.plies, ruling.labels, strict=True)],
    }


def answer(ruling: Ruling) -> dict[str, Any]:
    """Give a ruling as one plain value: verdict, who must vary, and the evidence."""
    open_case = ruling.verdict is Verdict.NEEDS_ARBITER
    return {
        "verdict": ruling.verdict,
        "must_vary": None if open_case else side_name(ruling.must_vary),
        "evidence": evidence(ruling),
    }


def _ply(ply: Ply, label: Label) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ply": ply.number,
        "side": side_name(ply.side),
        "move": write_move(ply.move),
        "label": label.act,
        "sure": label.sure,
    }
    if label.chases:
        found["chases"] = [_chase(ply.after, chase) for chase in label.chases]
        found["joint"] = label.light
    if label.line:
        found["line"] = [write_move(move) for move in label.line]
    return found


def _chase(board: Board, chase: Chase) -> dict[str, Any]:
    found: dict[str, Any] = {
        "attacker": _piece(board, chase.attacker),
        "target": _piece(board, chase.target),
        "how": chase.how,
        "root": chase.root,
    }
    if chase.held:
        found["held_by_knight"] = True
    if chase.line:
        found["line"] = [write_move(move) for move in chase.line]
    return found


def _piece(board: Board, piece: int) -> dict[str, str] | None:
    square = board.where[piece] if piece else -1
    if square < 0:
        return None
    return {"piece": board.letter(square), "square": write_square(square)}
