"""Captures and checks of a position, found without listing every move.

A search that only takes and checks throws most legal moves away. Here the lines of the pieces are
laid against the squares from which the other king is checked, and only what meets is listed, in the
order in which ``movegen`` lists moves.
"""

from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import EVERYWHERE, ZONE, CheckSight
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
from qipan.games.xiangqi.repetition.worth import GAIN
from qipan.games.xiangqi.squares import BISHOP, CANNON, FILE, KNIGHT, RANK, ROOK

Candidate = tuple[int, int]
"""Twice the value taken, and one more if it gives check; and the move."""
Witness = tuple[int, int, int, int]
"""A piece, where it stands, an empty square it may go to, and one that must be empty too (−1)."""
_ENOUGH: Final = 6


def forcing_moves(board: Board, sight: CheckSight | None, back: int | None) -> list[Candidate]:
    """List every capture of value, and with a sight every check; legality is not looked at.

    If ``back`` is given, king and pawns take on that square alone.
    """
    found: list[Candidate] = []
    groups = board.groups[board.turn]
    _slides(board, groups[4], 1, sight, found)
    _slides(board, groups[5], 2, sight, found)
    _hops(board, groups[3], KNIGHT_HOPS, sight, found)
    _hops(board, groups[2], BISHOP_HOPS, sight, found)
    _steps(board, groups[1], ADVISOR_STEPS, sight, found)
    if back is None:
        _steps(board, groups[6], PAWN_STEPS[board.turn], sight, found)
        _steps(board, groups[:1], KING_STEPS, sight, found)
        return found
    small: list[Candidate] = []
    _steps(board, groups[6], PAWN_STEPS[board.turn], sight, small)
    _steps(board, groups[:1], KING_STEPS, sight, small)
    found += [each for each in small if each[0] == 1 or each[1] & 127 == back]
    return found


def _slides(
    board: Board,
    pieces: tuple[int, ...],
    hits: int,
    sight: CheckSight | None,
    found: list[Candidate],
) -> None:
    where = board.where
    marked = sight.by_kind[ROOK if hits == 1 else CANNON] if sight else 0
    for piece in pieces:
        square = where[piece]
        if square < 0:
            continue
        across, along = board.rows[RANK[square]], board.cols[FILE[square]]
        row: Line = ROW[square][across] or row_line(square, across)
        col: Line = COL[square][along] or col_line(square, along)
        if sight and sight.uncovering >> square & 1:
            _slides_tried(board, (row, col), hits, sight, found)
            continue
        if row[3] & marked:
            found += [(1, move) for move in row[0] if marked >> (move & 127) & 1]
        if row[hits]:
            _taken(board, row, hits, marked, found)
        if col[3] & marked:
            found += [(1, move) for move in col[0] if marked >> (move & 127) & 1]
        if col[hits]:
            _taken(board, col, hits, marked, found)


def _taken(board: Board, line: Line, hits: int, marked: int, found: list[Candidate]) -> None:
    """Add what a rook or cannon takes on a line."""
    at, side, letters = board.at, board.turn, board.letters
    for target, move in line[hits]:  # type: ignore[misc, union-attr]
        prey = at[target]
        if prey * side < 0:
            rank = GAIN[letters[prey]][target] | marked >> target & 1
            if rank:
                found.append((rank, move))


def _slides_tried(
    board: Board, lines: tuple[Line, Line], hits: int, sight: CheckSight, found: list[Candidate]
) -> None:
    """Add what a rook or cannon does whose leaving may give check as well."""
    at, side, letters = board.at, board.turn, board.letters
    for line in lines:
        found += [(1, move) for move in line[0] if sight.gives(move)]
        for target, move in line[hits]:  # type: ignore[misc, union-attr]
            prey = at[target]
            if prey * side < 0:
                rank = GAIN[letters[prey]][target] | sight.gives(move)
                if rank:
                    found.append((rank, move))


def _hops(
    board: Board,
    pieces: tuple[int, ...],
    table: tuple[Hops, ...],
    sight: CheckSight | None,
    found: list[Candidate],
) -> None:
    at, where, side, letters = board.at, board.where, board.turn, board.letters
    marked, uncovering = _marked(board, pieces, sight)
    for piece in pieces:
        square = where[piece]
        if square < 0:
            continue
        marks = EVERYWHERE if uncovering >> square & 1 else marked
        for leg, steps in table[square]:
            if not at[leg]:
                for target, move in steps:
                    prey = at[target]
                    if prey * side < 0:
                        rank = GAIN[letters[prey]][target]
                    elif prey or not marks:
                        continue
                    else:
                        rank = 0
                    if marks >> target & 1 and sight and sight.gives(move):
                        rank |= 1
                    if rank:
                        found.append((rank, move))


def _steps(
    board: Board,
    pieces: tuple[int, ...],
    table: tuple[Steps, ...],
    sight: CheckSight | None,
    found: list[Candidate],
) -> None:
    at, where, side, letters = board.at, board.where, board.turn, board.letters
    marked, uncovering = _marked(board, pieces, sight)
    for piece in pieces:
        square = where[piece]
        if square < 0:
            continue
        marks = EVERYWHERE if uncovering >> square & 1 else marked
        for target, move in table[square]:
            prey = at[target]
            if prey * side < 0:
                rank = GAIN[letters[prey]][target]
            elif prey or not marks:
                continue
            else:
                rank = 0
            if marks >> target & 1 and sight and sight.gives(move):
                rank |= 1
            if rank:
                found.append((rank, move))


def _marked(board: Board, pieces: tuple[int, ...], sight: CheckSight | None) -> tuple[int, int]:
    """Give to where pieces of one kind, no rooks or cannons, give check, and from where others."""
    if not sight or not pieces:
        return 0, 0
    kind = board.kind[pieces[0]]
    marked = sight.by_kind[kind] | (sight.hops if kind == KNIGHT else 0)
    return marked, sight.uncovering


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
