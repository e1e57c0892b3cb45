"""GM[1]: Go records. What SGF leaves unsaid becomes an entry of the table.

A side that moves twice in a row lost no stone but its opponent a turn (``lost``); moves after two
passes mean that play was resumed (``resume b``); stones set up during the game are ``set``.
"""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from qipan.formats.sgf.lines import LineMove
from qipan.formats.sgf.points import read_point, read_points, read_size, write_point
from qipan.formats.sgf.tree import Node, Property, Tree
from qipan.games.go.grid import grid
from qipan.games.go.moves import Act, read
from qipan.games.go.rules import PRESETS, GoRules, check
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import TABLE
from qipan.kernel.points import decimal

_SETUP = (("AB", 1), ("AW", 2), ("AE", 0))
_SEATS = {"B": 0, "W": 1}
_EDITS = {name for name, _ in _SETUP}
_SPELLINGS = {"nz": "new-zealand", "new zealand": "new-zealand", "jp": "japanese", "kor": "korean"}


class Memory(NamedTuple):
    """Whose turn it is and how many passes stand, as the table counts them."""

    turn: int
    passes: int
    started: bool


_TURNS = (Memory(0, 0, True), Memory(1, 0, True))
"""Whose turn it is once a stone was played."""


class GoDialect:
    """What the nodes of a Go record mean, on a board of known size."""

    def __init__(self, size: int, turn: int, skip: int = 0) -> None:
        """``skip`` opening nodes are setup, told by the record's setup and not as moves."""
        self.size, self.turn, self._skip = size, turn, skip
        self.on = grid(size)

    def begin(self) -> Memory:
        """Begin with the side that the setup says."""
        return Memory(self.turn, 0, self._skip == 0)

    def entries(self, node: Node, state: Memory) -> tuple[list[LineMove], Memory]:
        """Give a node's setup and moves."""
        found: list[LineMove] = []
        if len(node.properties) == 1:
            ((name, values),) = node.properties
            if name in _SEATS and values:
                return found, self._move(_SEATS[name], values[0], state, found)
        if state.started and any(name in _EDITS for name, _ in node.properties):
            edits = [
                f"{self.on.write(self.on.at(*place))}={'.bw'[colour]}"
                for name, colour in _SETUP
                for place in read_points(node.get(name), self.size)
            ]
            if edits:
                found.append(LineMove("set " + " ".join(edits), TABLE))
        for name, values in node.properties:
            if name in _SEATS and values:
                state = self._move(_SEATS[name], values[0], state, found)
        return found, state

    def plain_run(
        self,
        nodes: Sequence[tuple[Property, ...]],
        stretch: range,
        state: Memory,
        moves: list[str],
    ) -> Memory:
        """Add stones as far as each node of a stretch tells one, in turn, and nothing else."""
        if state.passes or not state.started:
            return state
        turn, known = state.turn, _plain_stones(self.size)
        for number in stretch:
            told = nodes[number]
            text = known[turn].get(told)
            if text is None:
                text = self._plain_stone(told, turn)
                if text is None:
                    break
                known[turn][told] = text
            moves.append(text)
            turn = 1 - turn
        return _TURNS[turn]

    def _plain_stone(self, told: tuple[Property, ...], turn: int) -> str | None:
        """Give the stone if a node tells one of this side as two letters, and nothing else."""
        (name, values), *more = told or (("", ()),)
        if more or name != "BW"[turn] or len(values) != 1 or len(values[0]) != 2:
            return None
        word = values[0]
        if not word.isalpha() or (word == "tt" and self.size < 20):
            return None
        return _stone(word, self.size).text

    def _move(self, seat: int, value: str, state: Memory, found: list[LineMove]) -> Memory:
        if state.passes == 2:
            found.append(LineMove(f"resume {'bw'[seat]}", TABLE))
            state = Memory(seat, 0, True)
        elif seat != state.turn:
            found.append(LineMove("lost", TABLE))
        word = value.strip()
        if not word or (word == "tt" and self.size < 20):
            found.append(LineMove("pass"))
            return Memory(1 - seat, state.passes + 1, True)
        found.append(_stone(value, self.size))
        return _TURNS[1 - seat]

    def properties(self, entry: LineMove, state: Memory) -> tuple[list[Property], Memory]:
        """Tell a stone, a pass or a setup; other doings at the table only change the turn."""
        move = read(entry.text, self.on)
        if move.act is Act.STONE:
            place = self.on.place(move.at[0])
            value = write_point(*place, self.size)
            return [("BW"[state.turn], (value,))], Memory(1 - state.turn, 0, True)
        if move.act is Act.PASS:
            return [("BW"[state.turn], ("",))], Memory(1 - state.turn, state.passes + 1, True)
        if move.act in (Act.SET, Act.CLOSE):
            return self._setup(move.at, move.colours), state
        if move.act is Act.LOST:
            return [], state._replace(turn=1 - state.turn)
        if move.act is Act.RESUME and move.seat is not None:
            return [], Memory(move.seat, 0, True)
        return [], state

    def _setup(self, points: tuple[int, ...], colours: tuple[int, ...]) -> list[Property]:
        found: list[Property] = []
        for name, wanted in _SETUP:
            values = tuple(
                write_point(*self.on.place(at), self.size)
                for at, colour in zip(points, colours, strict=True)
                if colour == wanted
            )
            if values:
                found.append((name, values))
        return found


@lru_cache(maxsize=32)
def _plain_stones(size: int) -> tuple[dict[tuple[Property, ...], str], ...]:
    """Keep the points of nodes that tell one stone: on one board a few hundred for each side."""
    return {}, {}


@lru_cache(maxsize=4096)
def _stone(value: str, size: int) -> LineMove:
    on = grid(size)
    return LineMove(on.write(on.at(*read_point(value, size))))


def read_rules(root: Node) -> tuple[dict[str, Any], GoRules]:
    """Read size, komi and rules of a record. Raises BadInput."""
    size = read_size(root.first("SZ"), 19)
    told = (root.first("RU") or "").strip().lower()
    name = _SPELLINGS.get(told, told.replace(" ", "-"))
    options: dict[str, Any] = {}
    if name in PRESETS:
        plain = msgspec.to_builtins(GoRules())
        preset = msgspec.to_builtins(PRESETS[name])
        options = {key: value for key, value in preset.items() if value != plain[key]}
    options.update(size=size, komi=_komi(root.first("KM")))
    rules = msgspec.convert(options, GoRules)
    check(rules)
    return options, rules


def read_setup(tree: Tree, size: int) -> tuple[dict[str, Any], int]:
    """Read what stands before the first move; give it and how many nodes tell it."""
    on = grid(size)
    cells: dict[int, int] = {}
    turn: int | None = None
    told = 0
    for node in tree.main_line():
        if node.get("B") or node.get("W"):
            turn = turn if turn is not None else 0 if node.get("B") else 1
            if not told or any(node.get(name) for name, _ in _SETUP):
                told += 1
                _collect(node, cells, size)
            break
        told += 1
        _collect(node, cells, size)
        asked = (node.first("PL") or "").strip().lower()[:1]
        turn = "bw".index(asked) if asked in ("b", "w") and asked else turn
    setup: dict[str, Any] = {}
    handicap = root_number(tree.node(0).first("HA"))
    black = [on.write(at) for at in sorted(cells) if cells[at] == 1]
    white = [on.write(at) for at in sorted(cells) if cells[at] == 2]
    if handicap > 1:
        setup["handicap"] = handicap
        setup["black"] = black
    if black:
        setup["black"] = black
    if white:
        setup["white"] = white
    usual = 1 if handicap > 1 else 0
    if turn is not None and turn != usual:
        setup["turn"] = turn
    return setup, told


def _collect(node: Node, cells: dict[int, int], size: int) -> None:
    on = grid(size)
    for name, colour in _SETUP:
        for place in read_points(node.get(name), size):
            cells[on.at(*place)] = colour


def root_number(text: str | None) -> int:
    """Read a small whole number of a root property; what is none counts as 0."""
    word = (text or "").strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0


def _komi(text: str | None) -> str:
    if text is None or not text.strip():
        return "0"
    try:
        komi = Decimal(text.strip().replace(",", "."))
        if komi.is_finite() and abs(komi) <= 1000:
            # Chinese records state half of it: 3.75 stones are 7.5 points.
            return decimal(Fraction(komi * 2 if komi * 2 % 1 else komi))
    except InvalidOperation:
        pass
    raise BadInput(f"not a komi: KM[{text[:20]}]")
