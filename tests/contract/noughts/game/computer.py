"""A computer player for noughts and crosses: wins, blocks, else anywhere."""

from random import Random

from qipan.games.noughts.game import LINES, SQUARES, Marks

from qipan.kernel.ids import Seat


def choose(state: Marks, seat: Seat, dice: Random) -> str:
    """Choose a square."""
    free = [square for square in SQUARES if square not in state.played]
    for marks in (state.played[seat::2], state.played[1 - seat :: 2]):
        for line in LINES:
            left = set(line.split()) - set(marks)
            if len(left) == 1 and left <= set(free):
                return left.pop()
    return dice.choice(free)
