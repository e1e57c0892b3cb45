"""What stands on a Go board before the first move.

``{}`` an empty board; ``{"handicap": 4}`` stones on the customary points, White to move;
``{"black": ["Q16"], "white": [], "turn": 1}`` any position. A handicap given together with black
stones says how many of them were given, and places none.
"""

from typing import Any

from qipan.games.go.board import breathless
from qipan.games.go.grid import BLACK, WHITE, grid, handicap_points
from qipan.games.go.position import Position
from qipan.games.go.rules import GoRules, check
from qipan.kernel.errors import BadInput
from qipan.kernel.game import Setup
from qipan.kernel.ids import Seat

_KNOWN = {"handicap", "black", "white", "turn"}


def starting_position(rules: GoRules, seats: int, setup: Setup) -> Position:
    """Turn rules and a setup into the first position. Raises BadInput."""
    check(rules)
    if seats != 2:
        raise BadInput("Go has two seats", where="seats")
    unknown = setup.keys() - _KNOWN
    if unknown:
        raise BadInput(f"unknown: {', '.join(sorted(map(str, unknown)))[:80]}", where="setup")
    on = grid(rules.size)
    cells = bytearray(on.empty)
    for name, colour in (("black", BLACK), ("white", WHITE)):
        for text in _texts(setup, name):
            point = on.read(text)
            if cells[point]:
                raise BadInput(f"two stones on {on.write(point)}", where=f"setup.{name}")
            cells[point] = colour
    handicap = _whole(setup, "handicap", 0)
    if handicap > 1 and "black" not in setup:
        for point in handicap_points(rules.size, handicap):
            cells[point] = BLACK
    for point in on.points:
        if cells[point] and breathless(cells, on.near, point):
            raise BadInput(f"the stone on {on.write(point)} has no liberty", where="setup")
    turn = _whole(setup, "turn", 1 if handicap > 1 else 0)
    if turn not in (0, 1):
        raise BadInput("the turn is 0 (Black) or 1 (White)", where="setup.turn")
    return Position(rules, bytes(cells), Seat(turn), handicap=handicap)


def _texts(setup: Setup, name: str) -> list[str]:
    found: Any = setup.get(name, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise BadInput("expected a list of points", where=f"setup.{name}")
    return found


def _whole(setup: Setup, name: str, default: int) -> int:
    found: Any = setup.get(name, default)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= 361:
        raise BadInput("expected a whole number from 0", where=f"setup.{name}")
    return found
