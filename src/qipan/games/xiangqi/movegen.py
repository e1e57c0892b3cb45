"""Legal moves, found by looking along the lines of one's own king.

Pseudo-legal moves come from the tables. Few of them can expose the king, and which ones shows on
the king's four rays and the knights near it: only those are tried out on the board.
"""

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.lines import (
    ADVISOR_STEPS,
    BISHOP_HOPS,
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

Answer = tuple[set[int], set[int]]
"""A check is answered by a move to one of the first squares or from one of the second."""


KingLines = tuple[list[Answer], list[int], list[int]]
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
            for target, move in line[hits]:  # type: ignore[misc]
                if at[target] * side < 0:
                    found.append(move)
            occupied = board.cols[FILE[square]]
            line = COL[square][occupied] or col_line(square, occupied)
            found += line[0]
            for target, move in line[hits]:  # type: ignore[misc]
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
    found = pseudo_moves(board)
    for to, off in checks:
        found = [move for move in found if move & 127 in to or move >> 7 in off]
        if off:  # who leaves as a screen may stay one on the same line
            pinned = [*pinned, *off]
    if checks and board.where[board.groups[board.turn][0]] < 0:
        # In a search that let a side pass its king may have been taken: every move is tried.
        found = [move for move in found if is_safe(board, move)]
    if pinned or closed:
        found = [
            move
            for move in found
            if (move >> 7 not in pinned and move & 127 not in closed) or is_safe(board, move)
        ]
    side, at = board.turn, board.at
    for target, move in KING_STEPS[board.where[board.groups[side][0]]]:
        if at[target] * side <= 0 and is_safe(board, move):
            found.append(move)
    return found  # type: ignore[return-value]


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
    checks, pinned, closed = king_lines(board)
    if not checks:
        where = board.where
        for group in board.groups[board.turn][1:]:
            for piece in group:
                if where[piece] not in pinned and any(
                    move & 127 not in closed for move in moves_from(board, where[piece])
                ):
                    return True
    return bool(legal_moves(board))


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
    pinned: list[int] = []
    closed: list[int] = []
    for ray in col_rays(square, board.cols[FILE[square]]):
        piece = at[ray[0]]
        if piece * side < 0:
            if kind[piece] == KING:
                checks.append((set(ray[3]), set()))
        elif ray[1] >= 0 and at[ray[1]] * side < 0 and kind[at[ray[1]]] == KING:
            pinned.append(ray[0])
        _look(board, ray, checks, pinned, closed)
    for ray in row_rays(square, board.rows[RANK[square]]):
        _look(board, ray, checks, pinned, closed)
    for origin, leg in KNIGHT_CHECKS[square]:
        piece = at[origin]
        if piece * side < 0 and kind[piece] == KNIGHT:
            if not at[leg]:
                checks.append(({origin, leg}, set()))
            elif at[leg] * side > 0:
                pinned.append(leg)
    for origin in PAWN_CHECKS[-side][square]:
        piece = at[origin]
        if piece * side < 0 and kind[piece] == PAWN:
            checks.append(({origin}, set()))
    return checks, pinned, closed


def _look(
    board: Board, ray: Ray, checks: list[Answer], pinned: list[int], closed: list[int]
) -> None:
    """Look along one ray for rooks and cannons."""
    first, second, third, gap, beyond = ray
    at, kind, side = board.at, board.kind, board.turn
    piece = at[first]
    own = piece * side > 0
    if not own:
        if kind[piece] == ROOK:
            checks.append(({*gap, first}, set()))
        elif kind[piece] == CANNON:
            closed += gap
    if second < 0:
        return
    piece = at[second]
    if piece * side < 0:
        if kind[piece] == CANNON:
            checks.append(({*gap, *beyond, second}, {first} if own else set()))
        elif own and kind[piece] == ROOK:
            pinned.append(first)
    if third >= 0 and at[third] * side < 0 and kind[at[third]] == CANNON:
        if own:
            pinned.append(first)
        if piece * side > 0:
            pinned.append(second)


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
