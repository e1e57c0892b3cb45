"""A line of play and the stretch of it that repeats.

The stretch runs from the first time a position stood to the last time it came back. It is a loop:
before its first ply comes its last. Identical pieces may have changed places on the way round, so
a chase is followed until every single piece is back; then nothing depends on where it is entered.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import is_legal
from qipan.games.xiangqi.squares import Move, write_move
from qipan.kernel.errors import BadInput


class Ply(msgspec.Struct, frozen=True):
    """One move of the line, with the boards around it."""

    number: int
    """Counted from 1 at the beginning of the line."""
    move: Move
    before: Board
    after: Board
    previous: Move | None = None
    """The opponent's last move, no capture; in a loop, the first ply follows the last."""

    @property
    def side(self) -> int:
        """Give the side that moves."""
        return self.before.turn


class Stretch(msgspec.Struct, frozen=True):
    """What is ruled on: the plies as played."""

    plies: tuple[Ply, ...]
    closed: bool = True
    """False if no position came back (a long chase over many points)."""

    def rounds(self) -> Iterator[dict[int, int]]:
        """Go round the loop until every single piece is back; say each time who plays whose part.

        The first time every piece plays its own. Where identical pieces have changed places, each
        plays the part of the one whose place it took.
        """
        start, end = self.plies[0].before, self.plies[-1].after
        parts = own = {piece: piece for piece in start.at if piece}
        yield parts
        if not self.closed:
            return
        heir = {piece: end.at[start.where[piece]] for piece in own}
        while (parts := {piece: heir[parts[piece]] for piece in own}) != own:
            yield parts


def replay(board: Board, moves: Sequence[int]) -> list[Board]:
    """Give the boards before and after every move. Raises BadInput naming an illegal ply."""
    boards = [board]
    for number, move in enumerate(moves, 1):
        if not is_legal(board, move):
            raise BadInput(f"ply {number}: {write_move(move)} is not legal", where="moves")
        board = board.after(move)
        boards.append(board)
    return boards


def repeated(boards: Sequence[Board], moves: Sequence[int], occurrences: int) -> Stretch | None:
    """Find the stretch to rule on, or None if no position has stood so often.

    If several positions have, the latest return counts; a capture later on ends the matter.
    """
    keys = [board.key for board in boards]
    start = _last_capture(boards, moves)
    for last in range(len(keys) - 1, start, -1):
        stood = [index for index in range(start, last + 1) if keys[index] == keys[last]]
        if len(stood) >= max(2, occurrences):
            return stretch(boards, moves, stood[0], last)
    return None


def stretch(boards: Sequence[Board], moves: Sequence[int], first: int, last: int) -> Stretch:
    """Cut the plies between two positions out of a line."""
    closed = boards[first].key == boards[last].key
    cut = [Move(move) for move in moves[first:last]]
    plies = []
    for index, move in enumerate(cut):
        previous = cut[index - 1] if index or closed else None
        before, after = boards[first + index], boards[first + index + 1]
        plies.append(Ply(first + index + 1, move, before, after, previous))
    return Stretch(tuple(plies), closed)


def recent(boards: Sequence[Board], moves: Sequence[int], most: int) -> Stretch | None:
    """Cut out the last plies since the last capture, at most ``most``; None if there is none."""
    first = max(_last_capture(boards, moves), len(moves) - most)
    return stretch(boards, moves, first, len(moves)) if first < len(moves) else None


def points_used(plies: Sequence[Ply], side: int) -> int:
    """Count the points that a side's moves of this stretch go to."""
    return len({ply.move & 127 for ply in plies if ply.side == side})


def to_and_fro(plies: Sequence[Ply]) -> bool:
    """Say whether one piece of each side does all the moving and comes back where it stood."""
    for side in (1, -1):
        moves = [ply.move for ply in plies if ply.side == side]
        linked = all(one & 127 == two >> 7 for one, two in pairwise(moves))
        points = [move & 127 for move in moves]
        if not moves or not linked or len({moves[0] >> 7, *points}) > len(points):
            return False
    return True


def _last_capture(boards: Sequence[Board], moves: Sequence[int]) -> int:
    """Give the index of the position after the last capture, 0 if there was none."""
    for index in range(len(moves) - 1, -1, -1):
        if boards[index].at[moves[index] & 127]:
            return index + 1
    return 0
