"""GM[4]: gomoku and renju records. Points are letters as in Go, or written out as ``h8``."""

from collections.abc import Sequence
from typing import Any

from qipan.formats.sgf.lines import LineMove
from qipan.formats.sgf.points import read_point, read_points, read_size, write_point
from qipan.formats.sgf.tree import Node, Property
from qipan.games.gomoku import board
from qipan.games.gomoku.rules import Win
from qipan.kernel.errors import BadInput

_WINS = {
    "renju": Win.RENJU,
    "standard": Win.EXACTLY_FIVE,
    "exactly five": Win.EXACTLY_FIVE,
    "exactly-five": Win.EXACTLY_FIVE,
}


class GomokuDialect:
    """What the nodes of a gomoku record mean."""

    def __init__(self, size: int, turn: int = 0) -> None:
        """Take the size of the board, and who moves first."""
        self.size, self.turn = size, turn

    def begin(self) -> int:
        """Begin with the side that the setup says."""
        return self.turn

    def entries(self, node: Node, state: int) -> tuple[list[LineMove], int]:
        """Give a node's move. Raises BadInput if a side moves twice."""
        found = []
        for name, values in node.properties:
            if name in ("B", "W"):
                seat = "BW".index(name)
                if seat != state:
                    raise BadInput(f"{'Black' if seat == 0 else 'White'} moves out of turn")
                found.append(LineMove(self._text(values[0])))
                state = 1 - seat
        return found, state

    def plain_run(
        self, nodes: Sequence[tuple[Property, ...]], stretch: range, state: int, moves: list[str]
    ) -> int:
        """Add nothing: gomoku's games are short, and each node is read by itself."""
        return state

    def properties(self, entry: LineMove, state: int) -> tuple[list[Property], int]:
        """Tell a stone; words of an opening protocol cannot be told."""
        try:
            place = board.place_of(self.size, board.read_point(self.size, entry.text))
        except BadInput:
            return [], state
        return [("BW"[state], (write_point(*place, self.size),))], 1 - state

    def _text(self, value: str) -> str:
        word = value.strip()
        if len(word) > 1 and word[1:].isdigit():
            return board.write_point(self.size, board.read_point(self.size, word))
        column, row = read_point(word, self.size)
        return board.write_point(self.size, board.point_at(self.size, column, row))


def read_rules(root: Node) -> dict[str, Any]:
    """Read size and winning rule of a record. Raises BadInput."""
    options: dict[str, Any] = {"size": read_size(root.first("SZ"), 15)}
    win = _WINS.get((root.first("RU") or "").strip().lower())
    if win is not None:
        options["win"] = str(win)
    return options


def read_setup(root: Node, first: str | None, size: int) -> dict[str, Any]:
    """Read the stones that stand before the first move, and who makes it."""
    setup: dict[str, Any] = {}
    for name, seat in (("AB", "black"), ("AW", "white")):
        places = read_points(root.get(name), size)
        if places:
            points = [board.point_at(size, column, row) for column, row in places]
            setup[seat] = [board.write_point(size, point) for point in points]
    if first == "W" or (first is None and (root.first("PL") or "").strip().lower()[:1] == "w"):
        setup["turn"] = 1
    return setup
