"""Boards drawn as text for Go tests: ``X`` Black, ``O`` White, ``.`` empty, the top row first."""

from qipan.games.go import GAME, GoRules
from qipan.games.go.grid import grid
from qipan.kernel.ids import Seat


def cells_of(drawn):
    """Give grid and cells of a square drawing."""
    rows = drawn.split()
    on = grid(len(rows))
    cells = bytearray(on.empty)
    for down, row in enumerate(rows):
        assert len(row) == on.size, row
        for column, content in enumerate(row):
            cells[on.at(column, on.size - 1 - down)] = ".XO".index(content)
    return on, bytes(cells)


def position(drawn, turn=0, **options):
    """Give a position of a drawing."""
    on, cells = cells_of(drawn)
    rules = GoRules(size=on.size, **options)
    setup = {
        "black": [on.write(at) for at in on.points if cells[at] == 1],
        "white": [on.write(at) for at in on.points if cells[at] == 2],
        "turn": turn,
    }
    return GAME.start(rules, 2, setup)


def play(state, words):
    """Play words as ``Q16``, ``pass``; ``b:agree``, ``w:dead Q16``, ``t:lost`` name the seat.

    Words are separated by commas, or by blanks if there is no comma.
    """
    for word in words.split(",") if "," in words or ":" in words else words.split():
        who, colon, text = word.strip().rpartition(":")
        seat = Seat({"b": 0, "w": 1, "t": -1}[who]) if colon else state.turn
        state = GAME.play(state, seat, GAME.read(state, seat, text))
    return state


def drawn(state):
    """Draw a position."""
    return " ".join(GAME.view(state, None).board)
