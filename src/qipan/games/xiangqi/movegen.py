"""Legal moves, found by looking along the lines of one's own king.

Pseudo-legal moves come from the tables. Few of them can expose the king, and which ones shows on
the king's four rays and the knights near it: only those are tried out on the board.
"""

from collections.abc import Iterable, Sequence

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import EVERYWHERE
from qipan.games.xiangqi.evasions import Answer, answers
from qipan.games.xiangqi.lines import (
    ADVISOR_STEPS,
    BISHOP_HOPS,
    BIT,
    COL,
    KING_STEPS,
    KNIGHT_CHECKS,
    KNIGHT_HOPS,
    PAWN_CHECKS,
    PAWN_STEPS,
    ROW,
    Hops,
    Ray,
    Steps,
    col_line,
    col_rays,
    row_line,
    row_rays,
)
from qipan.games.xiangqi.squares import BISHOP, CANNON, FILE, KING, KNIGHT, PAWN, RANK, ROOK, Move

KingLines = tuple[list[Answer], int, int]
"""Checks with their answers, pinned squares, closed squares."""


def pseudo_moves(board: Board) -> list[int]:
    """List the moves of every piece but the king, whether or not they expose the king."""
    found: list[int] = []
    groups = board.groups[board.turn]
    _slides(board, groups[4], 1, found)
    _slides(board, groups[5], 2, found)
    _hops(board, groups[3], KNIGHT_HOPS, found)
    _hops(board, groups[2], BISHOP_HOPS, found)
    _steps(board, groups[1], ADVISOR_STEPS, found)
    _steps(board, groups[6], PAWN_STEPS[board.turn], found)
    return found


def _slides(board: Board, pieces: tuple[int, ...], hits: int, found: list[int]) -> None:
    """Add the moves of rooks (``hits`` 1) or cannons (2)."""
    at, where, side = board.at, board.where, board.turn
    for piece in pieces:
        square = where[piece]
        if square >= 0:
            occupied = board.rows[RANK[square]]
            line = ROW[square][occupied] or row_line(square, occupied)
            found += line[0]
            for target, move in line[hits]:  # type: ignore[misc, union-attr]
                if at[target] * side < 0:
                    found.append(move)
            occupied = board.cols[FILE[square]]
            line = COL[square][occupied] or col_line(square, occupied)
            found += line[0]
            for target, move in line[hits]:  # type: ignore[misc, union-attr]
                if at[target] * side < 0:
                    found.append(move)


def _hops(board: Board, pieces: tuple[int, ...], table: tuple[Hops, ...], found: list[int]) -> None:
    """Add the moves of knights or bishops."""
    at, where, side = board.at, board.where, board.turn
    for piece in pieces:
        square = where[piece]
        if square >= 0:
            for leg, steps in table[square]:
                if not at[leg]:
                    for target, move in steps:
                        if at[target] * side <= 0:
                            found.append(move)


def _steps(
    board: Board, pieces: tuple[int, ...], table: tuple[Steps, ...], found: list[int]
) -> None:
    """Add the moves of advisors or pawns."""
    at, where, side = board.at, board.where, board.turn
    for piece in pieces:
        square = where[piece]
        if square >= 0:
            for target, move in table[square]:
                if at[target] * side <= 0:
                    found.append(move)


def legal_moves(board: Board) -> list[Move]:
    """List the legal moves of the side to move. The board is used and left as it was."""
    return legal_moves_and_check(board)[0]


def legal_moves_and_check(board: Board) -> tuple[list[Move], bool]:
    """List the legal moves of the side to move, and say whether it stands in check."""
    lines = king_lines(board)
    return legal_by_lines(board, lines), bool(lines[0])


def legal_by_lines(board: Board, lines: KingLines) -> list[Move]:
    """List the legal moves of the side to move, whose king has been looked out from."""
    checks, pinned, closed = lines
    if checks:
        return safe_moves(board, lines, evasions(board, lines))  # type: ignore[return-value]
    found = pseudo_moves(board)
    if closed:
        found = [m for m in found if not closed >> (m & 127) & 1 or is_safe(board, m)]
    if pinned:
        found = [m for m in found if not pinned >> (m >> 7) & 1 or is_safe(board, m)]
    for move in king_steps(board):
        if is_safe(board, move):
            found.append(move)
    return found  # type: ignore[return-value]


def safe_moves(board: Board, lines: KingLines, moves: Sequence[int]) -> list[int]:
    """Choose the moves that do not leave the king attacked; in check, all must answer it."""
    risky, closed = exposed(board, lines)
    return [
        move
        for move in moves
        if not (risky >> (move >> 7) & 1 or closed >> (move & 127) & 1) or is_safe(board, move)
    ]


def evasions(board: Board, lines: KingLines) -> list[int]:
    """List what may be legal in check: moves that answer every check, and steps of the king."""
    return answers(board, lines[0]) + king_steps(board)


def exposed(board: Board, lines: KingLines) -> tuple[int, int]:
    """Give from where a move may leave the king attacked, and to where; others are safe."""
    checks, risky, closed = lines
    king = board.where[board.groups[board.turn][0]]
    if checks:
        for _, off in checks:
            risky |= off  # who leaves as a screen may stay one on the same line
        if king < 0:  # taken, in a search that let a side pass: every move is tried
            return EVERYWHERE, closed
    return risky | BIT[king], closed


def king_steps(board: Board) -> list[int]:
    """List the steps of the king inside its palace, whether or not it is attacked there."""
    side, at = board.turn, board.at
    return [
        move
        for target, move in KING_STEPS[board.where[board.groups[side][0]]]
        if at[target] * side <= 0
    ]


def is_legal(board: Board, move: int) -> bool:
    """Say whether the side to move may play this move."""
    return move in moves_from(board, move >> 7) and is_safe(board, move)


def moves_from(board: Board, square: int) -> list[int]:
    """List the moves of one's own piece on a square, whether or not they expose the king."""
    if not 0 <= square < 90:
        return []
    piece = board.at[square]
    if piece * board.turn <= 0:
        return []
    kind = board.kind[piece]
    if kind == KING:
        return king_steps(board)
    found: list[int] = []
    if kind in (ROOK, CANNON):
        _slides(board, (piece,), 1 if kind == ROOK else 2, found)
    elif kind in (KNIGHT, BISHOP):
        _hops(board, (piece,), KNIGHT_HOPS if kind == KNIGHT else BISHOP_HOPS, found)
    else:
        _steps(board, (piece,), PAWN_STEPS[board.turn] if kind == PAWN else ADVISOR_STEPS, found)
    return found


def has_legal_move(board: Board) -> bool:
    """Say whether the side to move has any legal move at all."""
    lines = king_lines(board)
    if lines[0]:
        return has_safe_move(board, lines, evasions(board, lines))
    _, pinned, closed = lines
    where = board.where
    for group in board.groups[board.turn][1:]:
        for piece in group:
            square = where[piece]
            if square >= 0 and not pinned >> square & 1:
                moves = moves_from(board, square)
                if any(not closed >> (move & 127) & 1 for move in moves):
                    return True
    return bool(legal_by_lines(board, lines))


def has_safe_move(board: Board, lines: KingLines, moves: Sequence[int]) -> bool:
    """Say whether any of these moves does not leave the king attacked."""
    risky, closed = exposed(board, lines)
    for move in moves:
        if not (risky >> (move >> 7) & 1 or closed >> (move & 127) & 1) or is_safe(board, move):
            return True
    return False


def is_safe(board: Board, move: int) -> bool:
    """Say whether a pseudo-legal move leaves the mover's king unattacked."""
    side = board.turn
    taken = board.make(move)
    attacked = board.attacked(side)
    board.unmake(move, taken)
    return not attacked


def king_lines(board: Board) -> KingLines:
    """Look out from the own king: checks with their answers, pinned squares, closed squares.

    A piece on a pinned square may expose the king by leaving; a move onto a closed square may
    become the screen of a cannon.
    """
    at, kind, side = board.at, board.kind, board.turn
    square = board.where[board.groups[side][0]]
    checks: list[Answer] = []
    pinned = 0
    rays = col_rays(square, board.cols[FILE[square]])
    for ray in rays:
        piece = at[ray[0]]
        if piece * side < 0:
            if kind[piece] == KING:
                checks.append((ray[3], 0))
        elif ray[1] >= 0 and at[ray[1]] * side < 0 and kind[at[ray[1]]] == KING:
            pinned |= BIT[ray[0]]
    rays += row_rays(square, board.rows[RANK[square]])
    exposing, closed = _sliders(board, rays, checks)
    pinned |= exposing
    for origin, leg in KNIGHT_CHECKS[square]:
        piece = at[origin]
        if piece * side < 0 and kind[piece] == KNIGHT:
            if not at[leg]:
                checks.append((BIT[origin] | BIT[leg], 0))
            elif at[leg] * side > 0:
                pinned |= BIT[leg]
    for origin in PAWN_CHECKS[-side][square]:
        piece = at[origin]
        if piece * side < 0 and kind[piece] == PAWN:
            checks.append((BIT[origin], 0))
    return checks, pinned, closed


def _sliders(board: Board, rays: Iterable[Ray], checks: list[Answer]) -> tuple[int, int]:
    """Look along rays for rooks and cannons: add their checks, give pinned and closed squares."""
    at, kind, side = board.at, board.kind, board.turn
    pinned = closed = 0
    for first, second, third, gap, beyond in rays:
        piece = at[first]
        own = piece * side > 0
        if not own:
            if kind[piece] == ROOK:
                checks.append((gap | BIT[first], 0))
            elif kind[piece] == CANNON:
                closed |= gap
        if second < 0:
            continue
        piece = at[second]
        if piece * side < 0:
            if kind[piece] == CANNON:
                checks.append((gap | beyond | BIT[second], BIT[first] if own else 0))
            elif own and kind[piece] == ROOK:
                pinned |= BIT[first]
        if third >= 0 and at[third] * side < 0 and kind[at[third]] == CANNON:
            if own:
                pinned |= BIT[first]
            if piece * side > 0:
                pinned |= BIT[second]
    return pinned, closed


def perft(board: Board, depth: int) -> int:
    """Count the legal move sequences of a length; the last ply is counted, not played."""
    if depth == 0:
        return 1
    moves = legal_moves(board)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        taken = board.make(move)
        count += perft(board, depth - 1)
        board.unmake(move, taken)
    return count
