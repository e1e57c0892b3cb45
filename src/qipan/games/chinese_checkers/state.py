"""The state of a game: pieces, whose turn, who finished when."""

import msgspec

from qipan.games.chinese_checkers.board import CORNERS, HOLES, TRIANGLES, Hole, holes_in, opposite
from qipan.games.chinese_checkers.movement import destinations
from qipan.games.chinese_checkers.rules import CheckersRules, ThreeSeats
from qipan.kernel.errors import BadInput
from qipan.kernel.game import Outcome

SEATING: dict[int, tuple[int, ...]] = {
    2: (0, 3),
    3: (0, 1, 3),
    4: (0, 1, 3, 4),
    5: (0, 1, 2, 3, 4),
    6: (0, 1, 2, 3, 4, 5),
}
"""The corner of each seat, clockwise from the north, opposite pairs first."""
THREE_APART = (0, 2, 4)
SHARES = 10


class Move(msgspec.Struct, frozen=True):
    """A piece goes from one hole to another, by a step or by jumps."""

    origin: Hole
    to: Hole


class Pass(msgspec.Struct, frozen=True):
    """The turn passes because there is no legal move."""


class AskSkip(msgspec.Struct, frozen=True):
    """The seat to move asks all others to let it skip this turn."""


class Answer(msgspec.Struct, frozen=True):
    """A yes or a no to the skip."""

    agree: bool


AnyMove = Move | Pass | AskSkip | Answer


class Star(msgspec.Struct, frozen=True):
    """A position with its history of finishing."""

    rules: CheckersRules
    corners: tuple[int, ...]
    pieces: tuple[int, ...]
    """The holes of each seat, one bit a hole."""
    turn: int = 0
    round: int = 1
    finished: tuple[tuple[int, int], ...] = ()
    """Seats in the order of finishing, each with its round."""
    retired: tuple[int, ...] = ()
    blocked: tuple[int, ...] = ()
    """For each seat, its turns in a row with only foreign pieces in its way."""
    asked: bool = False
    agreed: tuple[int, ...] = ()
    refused: bool = False
    """The seat to move asked for a skip in this turn, and somebody refused."""
    last: Move | None = None
    way: tuple[Hole, ...] = ()
    """The holes of the last move, for those who watch."""
    ended: Outcome | None = None

    @property
    def occupied(self) -> int:
        """Give all holes with a piece."""
        found = 0
        for own in self.pieces:
            found |= own
        return found

    def target(self, seat: int) -> int:
        """Give the ten holes that a seat must fill."""
        return TRIANGLES[opposite(self.corners[seat])]

    def home(self, seat: int) -> int:
        """Give the ten holes where a seat began."""
        return TRIANGLES[self.corners[seat]]

    def active(self) -> list[int]:
        """Give the seats that still play."""
        out = {seat for seat, _ in self.finished} | set(self.retired)
        return [seat for seat in range(len(self.corners)) if seat not in out]


def beginning(rules: CheckersRules, seats: int) -> Star:
    """Set up the pieces. Raises BadInput on a wrong number of seats."""
    if seats not in SEATING:
        raise BadInput(f"2 to 6 play Chinese checkers, not {seats}", where="seats")
    apart = seats == 3 and rules.three_seats is ThreeSeats.APART
    corners = THREE_APART if apart else SEATING[seats]
    pieces = tuple(TRIANGLES[corner] for corner in corners)
    return Star(rules, corners, pieces, blocked=(0,) * seats)


def read_board(rules: CheckersRules, seats: int, board: str, turn: int = 0) -> Star:
    """Read a board: a seat's number or a dot for each hole. Raises BadInput."""
    star = beginning(rules, seats)
    if len(board) != HOLES or set(board) - set(".012345"[: seats + 1]):
        raise BadInput(f"a board is {HOLES} characters: a dot or a seat's number each")
    if turn not in range(seats):
        raise BadInput(f"no seat {turn} of {seats} to move")
    pieces = tuple(
        sum(1 << hole for hole, mark in enumerate(board) if mark == str(seat))
        for seat in range(seats)
    )
    if any(own.bit_count() != SHARES for own in pieces):
        raise BadInput(f"every seat has {SHARES} pieces")
    return msgspec.structs.replace(star, pieces=pieces, turn=turn)


def write_board(star: Star) -> str:
    """Write a board as ``read_board`` takes it."""
    marks = ["."] * HOLES
    for seat, own in enumerate(star.pieces):
        for hole in holes_in(own):
            marks[hole] = str(seat)
    return "".join(marks)


def corner_names(star: Star) -> list[str]:
    """Name the corner where each seat began."""
    return [CORNERS[corner] for corner in star.corners]


def piece_moves(star: Star, seat: int) -> list[tuple[Hole, int]]:
    """Give each own piece with the set of holes it can go to, by all rules in force."""
    occupied, target, lock = star.occupied, star.target(seat), star.rules.lock
    found = [
        (origin, destinations(origin, occupied, target, lock))
        for origin in holes_in(star.pieces[seat])
    ]
    since = star.rules.leave_home_from
    home = star.home(seat)
    if since and star.round >= since and star.pieces[seat] & home:
        found = [(origin, to & ~home) for origin, to in found if home >> origin & 1]
    return [(origin, to) for origin, to in found if to]
