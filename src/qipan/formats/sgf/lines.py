"""From a game tree to lines of moves and back, whatever the game.

The first child of each node carries its line on; every other child begins a branch. A ``Dialect``
knows what the nodes of one game say.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from qipan.formats.record import Branch, Record
from qipan.formats.sgf.tree import Node, Property, Tree, escape


class LineMove(NamedTuple):
    """One move of a record, and who made it if that does not go without saying."""

    text: str
    by: int | None = None


class Dialect(Protocol):
    """What one game's nodes mean; ``state`` is whatever it must remember between them."""

    def begin(self) -> Any:
        """Give the state before the first move."""

    def entries(self, node: Node, state: Any) -> tuple[list[LineMove], Any]:
        """Give the moves that a node tells. Raises BadInput."""

    def plain_run(
        self, nodes: Sequence[tuple[Property, ...]], stretch: range, state: Any, moves: list[str]
    ) -> Any:
        """Add the moves of a stretch of nodes as far as each tells one in turn and nothing else.

        The number of moves added says how many nodes were read; gives the state after them.
        """

    def properties(self, entry: LineMove, state: Any) -> tuple[list[Property], Any]:
        """Give what tells a move; nothing if SGF cannot tell it."""


class MoveLine:
    """A line while it is collected."""

    def __init__(self, of: int, after: int) -> None:
        """Begin a line that leaves another after some of its moves."""
        self.of, self.after = of, after
        self.moves: list[str] = []
        self.by: dict[int, int] = {}
        self.comments: dict[int, str] = {}
        self.clocks: dict[int, str] = {}

    def add(self, entries: Sequence[LineMove], node: Node) -> None:
        """Add what a node tells."""
        for entry in entries:
            if entry.by is not None:
                self.by[len(self.moves)] = entry.by
            self.moves.append(entry.text)
        if len(node.properties) == 1 and entries:
            return
        comment = node.first("C")
        if comment:
            # Nodes that tell no move leave their comment where the line stands.
            before = self.comments.get(len(self.moves))
            self.comments[len(self.moves)] = f"{before}\n{comment}" if before else comment
        left = (node.first("BL") or node.first("WL")) if entries else None
        if left:
            stones = node.first("OB") or node.first("OW")
            self.clocks[len(self.moves)] = f"{left}/{stones}" if stones else left


def read_lines(tree: Tree, told: Dialect) -> list[MoveLine]:
    """Collect the main line and every branch of a tree. Raises BadInput."""
    others, parents, size = tree.other_children(), tree.parents, len(tree)
    ends = _run_ends(others, size)
    lines = [MoveLine(0, 0)]
    todo: list[tuple[int, int, Any]] = [(0, 0, told.begin())]
    while todo:
        number, at, state = todo.pop()
        while True:
            end = ends[bisect_right(ends, number)] - 1
            if end > number:
                moves = lines[at].moves
                before = len(moves)
                state = told.plain_run(tree.properties, range(number, end), state, moves)
                number += len(moves) - before
            node = tree.node(number)
            entries, state = told.entries(node, state)
            lines[at].add(entries, node)
            below = others.get(number, [])
            follows = number + 1 < size and parents[number + 1] == number
            for other in reversed(below if follows else below[1:]):
                lines.append(MoveLine(at, len(lines[at].moves)))
                todo.append((other, len(lines) - 1, state))
            if not follows and not below:
                break
            number = number + 1 if follows else below[0]
    return lines


def _run_ends(others: dict[int, list[int]], size: int) -> list[int]:
    """Give where nodes that follow each other without a branch end: one behind the last of them.

    The last node of a run is read by itself: something may begin there or come back to it.
    """
    apart = {child for children in others.values() for child in children}
    return sorted(apart | {parent + 1 for parent in others} | {size, size + 1})


def branches(lines: Sequence[MoveLine]) -> tuple[Branch, ...]:
    """Give all lines but the main one as a record keeps them."""
    return tuple(
        Branch(line.of, line.after, tuple(line.moves), line.by, line.comments) for line in lines[1:]
    )


def write_tree(record: Record, root: list[Property], told: Dialect) -> Tree:
    """Make a tree of a record: its main line, then its branches where they belong."""
    nodes: list[Node] = []
    _comment(record.comments, 0, root)
    nodes.append(Node(-1, tuple(root)))
    main = _write_line(record, 0, told.begin(), told, nodes)
    marks = [main]
    for branch in record.branches:
        places = marks[branch.of] if 0 <= branch.of < len(marks) else main
        parent, state = places[min(branch.after, len(places) - 1)]
        marks.append(_write_line(branch, parent, state, told, nodes))
    return _in_file_order(nodes)


Place = tuple[int, Any]


def _write_line(
    line: Record | Branch, parent: int, state: Any, told: Dialect, nodes: list[Node]
) -> list[Place]:
    """Append a line's nodes; give node and state after each number of moves."""
    places: list[Place] = [(parent, state)]
    clocks = line.clocks if isinstance(line, Record) else {}
    for index, text in enumerate(line.moves):
        properties, state = told.properties(LineMove(text, line.by.get(index)), state)
        _clock(clocks.get(index + 1), properties)
        _comment(line.comments, index + 1, properties)
        if properties:
            nodes.append(Node(parent, tuple(properties)))
            parent = len(nodes) - 1
        places.append((parent, state))
    return places


def _clock(left: str | None, properties: list[Property]) -> None:
    if left and properties and properties[0][0] in ("B", "W"):
        colour = properties[0][0]
        seconds, _, stones = left.partition("/")
        properties.append((f"{colour}L", (escape(seconds),)))
        if stones:
            properties.append((f"O{colour}", (escape(stones),)))


def _comment(comments: dict[int, str], index: int, properties: list[Property]) -> None:
    if comments.get(index):
        properties.append(("C", (escape(comments[index]),)))


def _in_file_order(nodes: list[Node]) -> Tree:
    """Put nodes so that a tree is written depth first, as trees read from a file stand."""
    children: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        if node.parent >= 0:
            children[node.parent].append(number)
    order: list[int] = []
    todo = [0]
    while todo:
        number = todo.pop()
        order.append(number)
        todo += reversed(children[number])
    place = {old: new for new, old in enumerate(order)}
    parents = (nodes[old].parent for old in order)
    return Tree(
        tuple(place[parent] if parent >= 0 else -1 for parent in parents),
        tuple(nodes[old].properties for old in order),
    )
