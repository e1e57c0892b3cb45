"""Positions of the star board for tests."""

from qipan.games.chinese_checkers import GAME, CheckersRules
from qipan.games.chinese_checkers.board import HOLES, NAMES, TRIANGLES, holes_in
from qipan.kernel.ids import Seat


def position(pieces, seats=2, rules=None, turn=0, **changes):
    """Put each seat's pieces on the named holes; what is not named stays at home."""
    marks = ["."] * HOLES
    for seat, names in enumerate(pieces):
        for name in names.split():
            assert marks[NAMES.index(name)] == ".", name
            marks[NAMES.index(name)] = str(seat)
    setup = {"board": "".join(marks), "turn": turn}
    state = GAME.start(rules or CheckersRules(), seats, setup)
    return type(state)(**{name: getattr(state, name) for name in state.__struct_fields__} | changes)


def triangle(corner, but=""):
    """Name the holes of a triangle, without some."""
    return " ".join(
        NAMES[hole] for hole in holes_in(TRIANGLES[corner]) if NAMES[hole] not in but.split()
    )


def does(state, *script):
    """Play lines like ``0: e5-f5``."""
    for line in script:
        seat, _, text = line.partition(": ")
        state = GAME.play(state, Seat(int(seat)), GAME.read(state, Seat(int(seat)), text))
    return state


def reachable(state, name):
    """Name the holes to which a piece of the seat to move can go."""
    seat = Seat(state.turn)
    texts = [GAME.write(state, seat, move) for move in GAME.moves(state, seat)]
    return sorted(text.partition("-")[2] for text in texts if text.startswith(f"{name}-"))
