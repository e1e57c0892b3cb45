"""Counting move sequences: the check of the move generator."""

from qipan.games.chinese_checkers.board import holes_in
from qipan.games.chinese_checkers.movement import destinations
from qipan.games.chinese_checkers.rules import Lock
from qipan.games.chinese_checkers.state import Star


def perft(star: Star, depth: int) -> int:
    """Count the sequences of so many plies; a seat without a move passes."""
    if depth == 0:
        return 1
    targets = tuple(star.target(seat) for seat in range(len(star.corners)))
    return _count(list(star.pieces), star.turn, depth, targets, star.rules.lock)


def _count(pieces: list[int], turn: int, depth: int, targets: tuple[int, ...], lock: Lock) -> int:
    own, target = pieces[turn], targets[turn]
    occupied = 0
    for each in pieces:
        occupied |= each
    reach = [(origin, destinations(origin, occupied, target, lock)) for origin in holes_in(own)]
    if depth == 1:
        return sum(to.bit_count() for _, to in reach) or 1
    following = (turn + 1) % len(pieces)
    total, moved = 0, False
    for origin, bits in reach:
        rest = own ^ 1 << origin
        for to in holes_in(bits):
            moved = True
            pieces[turn] = rest | 1 << to
            total += _count(pieces, following, depth - 1, targets, lock)
    pieces[turn] = own
    return total if moved else _count(pieces, following, depth - 1, targets, lock)
