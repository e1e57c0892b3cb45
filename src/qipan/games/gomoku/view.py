"""What everybody sees of a gomoku board: stones stay where they are, so the moves tell it all."""

from qipan.games.gomoku.board import Point, directions, points, write_point
from qipan.games.gomoku.opening import CHOICES
from qipan.games.gomoku.position import FIVE, Position
from qipan.kernel.game import View
from qipan.kernel.rules import RuleKey


class GomokuView(View, frozen=True):
    """The moves so far, and whose turn it is."""

    size: int
    """Lines of the board, 5 to 25."""
    moves: list[str]
    """Points, and choices of an opening: ``black``, ``white``, ``two``."""
    setup: list[tuple[str, int]]
    """Stones that stood before the first move: a point and 0 (Black) or 1 (White)."""
    turn: int | None
    black: int
    """The seat that has Black."""
    begins: int
    """The colour that moved first: 0 Black, 1 White."""
    phase: str
    five: list[str] = []
    """The stones of the line that won, from one end to the other."""
    barred: dict[str, str] = {}
    """Free points where whoever is to move may not play, with the rule that forbids each."""


def view_of(state: Position, phase: str, barred: dict[Point, RuleKey]) -> GomokuView:
    """Give a position as plain values."""
    size = state.rules.size
    stood = _setup_stones(state)
    first = [at for at in points(size) if stood >> at & 1] if stood else []
    return GomokuView(
        size=size,
        moves=[text_of(size, at) for at in state.played],
        setup=[(write_point(size, at), state.stones[1] >> at & 1) for at in first],
        turn=None if state.ended else int(state.turn),
        black=int(state.swapped),
        begins=state.begins,
        phase=phase,
        five=_five(state),
        barred={write_point(size, at): str(by) for at, by in barred.items()},
    )


def _five(state: Position) -> list[str]:
    """Give the longest line through the last stone, if it won."""
    if state.ended is None or state.ended.rule != FIVE or not state.played:
        return []
    size, last = state.rules.size, state.played[-1]
    own = next((stones for stones in state.stones if stones >> last & 1), 0) if last >= 0 else 0
    lines = [_line(own, last, step) for step in directions(size)] if own else []
    longest = max(lines, key=len, default=[])
    return [write_point(size, at) for at in longest]


def _line(stones: int, point: Point, step: int) -> list[Point]:
    first = point
    while first - step >= 0 and stones >> (first - step) & 1:
        first = Point(first - step)
    found = [first]
    while stones >> (found[-1] + step) & 1:
        found.append(Point(found[-1] + step))
    return found


def text_of(size: int, move: Point) -> str:
    """Write a point, ``h8``, or a choice."""
    return CHOICES[move] if move < 0 else write_point(size, move)


def _setup_stones(state: Position) -> int:
    put = sum(1 << at for at in state.played if at >= 0)
    return (state.stones[0] | state.stones[1]) & ~put
