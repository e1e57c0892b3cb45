"""Captures and checks of a position, found without listing every move.

A search that only takes and checks throws most legal moves away. Here the lines of the pieces are
laid against the squares from which the other king is checked, and only what meets is listed, in the
order in which ``movegen`` lists moves.
"""

from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import ZONE, CheckSight, col_sight, row_sight
from qipan.games.xiangqi.lines import (
    ADVISOR_STEPS,
    BISHOP_HOPS,
    COL,
    KING_STEPS,
    KNIGHT_HOPS,
    PAWN_STEPS,
    ROW,
    Hops,
    Line,
    Steps,
    col_line,
    row_line,
)
from qipan.games.xiangqi.movegen import moves_from
from qipan.games.xiangqi.squares import BISHOP, CANNON, FILE, KNIGHT, RANK, ROOK

Witness = tuple[int, int, int, int]
"""A piece, where it stands, an empty square it may go to, and one that must be empty too (−1)."""
_ENOUGH: Final = 6


def forcing_moves(board: Board, sight: CheckSight | None) -> list[int]:
    """List every capture, and with a sight every other move that may give check.

    Legality is not looked at, and a quiet move in the list gives check only if ``sight`` says so.
    """
    found: list[int] = []
    groups = board.groups[board.turn]
    _slides(board, groups[4], 1, sight, found)
    _slides(board, groups[5], 2, sight, found)
    _hops(board, groups[3], KNIGHT_HOPS, sight, found)
    _hops(board, groups[2], BISHOP_HOPS, sight, found)
    _steps(board, groups[1], ADVISOR_STEPS, sight, found)
    _steps(board, groups[6], PAWN_STEPS[board.turn], sight, found)
    _steps(board, groups[:1], KING_STEPS, sight, found)
    return found


def _slides(
    board: Board,
    pieces: tuple[int, ...],
    hits: int,
    sight: CheckSight | None,
    found: list[int],
) -> None:
    where = board.where
    for piece in pieces:
        square = where[piece]
        if square < 0:
            continue
        across, along = board.rows[RANK[square]], board.cols[FILE[square]]
        row: Line = ROW[square][across] or row_line(square, across)
        col: Line = COL[square][along] or col_line(square, along)
        if sight is None:
            found += _taken(board, row, hits) + _taken(board, col, hits)
            continue
        free = sight.uncovering >> square & 1
        marked = sight.by_kind[ROOK if hits == 1 else CANNON]
        if free:
            found += row[0]
        elif row_sight(square, across)[0] & marked:
            found += [move for move in row[0] if marked >> (move & 127) & 1]
        found += _taken(board, row, hits)
        if free:
            found += col[0]
        elif col_sight(square, along)[0] & marked:
            found += [move for move in col[0] if marked >> (move & 127) & 1]
        found += _taken(board, col, hits)


def _taken(board: Board, line: Line, hits: int) -> list[int]:
    at, side = board.at, board.turn
    return [move for target, move in line[hits] if at[target] * side < 0]  # type: ignore[misc]


def _hops(
    board: Board,
    pieces: tuple[int, ...],
    table: tuple[Hops, ...],
    sight: CheckSight | None,
    found: list[int],
) -> None:
    at, where, side = board.at, board.where, board.turn
    for piece in pieces:
        square = where[piece]
        if square < 0:
            continue
        if sight is None:
            marked = 0
        elif sight.uncovering >> square & 1:
            marked = -1
        else:
            kind = board.kind[piece]
            marked = sight.by_kind[kind] | (sight.hops if kind == KNIGHT else 0)
        for leg, steps in table[square]:
            if not at[leg]:
                for target, move in steps:
                    met = at[target] * side
                    if met < 0 or (not met and marked >> target & 1):
                        found.append(move)


def _steps(
    board: Board,
    pieces: tuple[int, ...],
    table: tuple[Steps, ...],
    sight: CheckSight | None,
    found: list[int],
) -> None:
    at, where, side = board.at, board.where, board.turn
    for piece in pieces:
        square = where[piece]
        if square < 0:
            continue
        if sight is None:
            marked = 0
        else:
            marked = -1 if sight.uncovering >> square & 1 else sight.by_kind[board.kind[piece]]
        for target, move in table[square]:
            met = at[target] * side
            if met < 0 or (not met and marked >> target & 1):
                found.append(move)


def quiet_witnesses(board: Board, side: int) -> list[Witness]:
    """Give a few moves of a side that stay legal while it is not in check and its king stands.

    They go from and to squares that no check of that king can use, onto an empty square; each
    holds as long as its piece stands there and its squares are empty.
    """
    zone = ZONE[board.king(side)]
    view = board if board.turn == side else board.passed()
    found: list[Witness] = []
    for piece in range(side, 17 * side, side):
        square = view.where[piece]
        if square < 0 or square in zone:
            continue
        kind = view.kind[piece]
        for move in moves_from(view, square):
            target = move & 127
            if view.at[target] or target in zone:
                continue
            leg = -1
            if kind in (KNIGHT, BISHOP):
                leg = _leg(KNIGHT_HOPS if kind == KNIGHT else BISHOP_HOPS, square, target)
            elif kind in (ROOK, CANNON) and abs(target - square) not in (1, 9):
                continue
            found.append((piece, square, target, leg))
            break
        if len(found) == _ENOUGH:
            break
    return found


def _leg(table: tuple[Hops, ...], square: int, target: int) -> int:
    """Give the square that must be empty on the way."""
    for leg, steps in table[square]:
        if any(end == target for end, _ in steps):
            return leg
    raise ValueError(f"no hop from {square} to {target}")
