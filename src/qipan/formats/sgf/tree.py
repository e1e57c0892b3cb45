"""SGF as it is written: a collection of game trees, every property and variation kept.

Nodes are stored flat, each with the number of its parent, so that ten thousand nested variations
cost nothing special: nothing here recurses. Values are kept in their escaped form, which makes
writing what was read exact; ``text`` and ``escape`` go to and from what a person reads.

Bounds: ``MAX_BYTES`` a file and ``MAX_NODES`` nodes; more is refused, not swallowed.
"""

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from qipan.kernel.errors import BadInput

MAX_BYTES: Final = 16 * 1024 * 1024
MAX_NODES: Final = 1_000_000
# Possessive, so that a value without end is found out in one pass.
_VALUE = r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_TOKEN: Final = re.compile(rf"\s*+(?:([;()])|([A-Za-z]++)((?:\s*+{_VALUE})++))", re.S)
_VALUES: Final = re.compile(_VALUE, re.S)
_MOVES: Final = re.compile(r"(?:\s*+;\s*+[BW]\[[a-z]{2}\](?=\s*+[;()]))++")
"""A run of nodes that tell one move each and nothing else: most of most files."""
_MOVE: Final = re.compile(r"[BW]\[[a-z]{2}\]")
_CHARSET: Final = re.compile(rb"[^A-Za-z]CA\s*\[\s*([^\]]{1,40}?)\s*\]")
_ESCAPED: Final = re.compile(r"\\(?:\r\n|\n\r|\r|\n|(.))", re.S)
_BLANKS: Final = re.compile(r"[\t\v\f]")
# Codecs that are no charsets (punycode, escapes, compression) are never applied to a file.
_CHARSETS: Final = (
    *("utf", "iso8859", "iso2022", "cp", "ascii", "gb", "hz", "big5", "shift_jis", "euc"),
    *("koi8", "tis", "mac", "johab", "latin"),
)

Property = tuple[str, tuple[str, ...]]


class Node(NamedTuple):
    """One node: who its parent is (−1: none) and its properties in file order, values escaped."""

    parent: int
    properties: tuple[Property, ...]

    def get(self, name: str) -> tuple[str, ...]:
        """Give the values of a property; several properties of one name are read as one."""
        return tuple(value for key, values in self.properties if key == name for value in values)

    def first(self, name: str) -> str | None:
        """Give the first value of a property as a person reads it, or None."""
        found = self.get(name)
        return text(found[0]) if found else None


class Tree(msgspec.Struct, frozen=True):
    """One game tree, flat: for each node its parent and its properties, parents first."""

    parents: tuple[int, ...]
    properties: tuple[tuple[Property, ...], ...]

    def __len__(self) -> int:
        """Count the nodes."""
        return len(self.parents)

    def node(self, number: int) -> Node:
        """Give one node; 0 is the root."""
        return Node(self.parents[number], self.properties[number])

    def children(self) -> list[list[int]]:
        """List the children of every node, in file order."""
        found: list[list[int]] = [[] for _ in self.parents]
        for number, parent in enumerate(self.parents):
            if parent >= 0:
                found[parent].append(number)
        return found

    def main_line(self) -> Iterator[Node]:
        """Follow the first child from the root to the end."""
        yield self.node(0)
        last = 0
        for number, parent in enumerate(self.parents):
            if parent == last and number > last:
                yield self.node(number)
                last = number

    def other_children(self) -> dict[int, list[int]]:
        """List the children that do not stand right behind their parent, in file order."""
        found: dict[int, list[int]] = {}
        for number, parent in enumerate(self.parents):
            if parent != number - 1:
                found.setdefault(parent, []).append(number)
        return found


def text(value: str) -> str:
    """Undo the escapes of a value: soft line breaks go, ``\\]`` is ``]``, tabs are blanks."""
    if "\\" in value:
        value = _ESCAPED.sub(lambda found: found[1] or "", value)
    return _BLANKS.sub(" ", value)


def escape(plain: str) -> str:
    """Escape a text so that it can stand between brackets."""
    return plain.replace("\\", "\\\\").replace("]", "\\]")


def decode(data: bytes, where: str = "") -> str:
    """Turn bytes into text by the file's CA property, else UTF-8, else Latin-1.

    Raises BadInput for a file that is too long, an unknown charset, or bytes outside it.
    """
    if len(data) > MAX_BYTES:
        raise BadInput(f"longer than {MAX_BYTES} bytes", where=where)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(data, "utf-16", where)
    data = data.removeprefix(codecs.BOM_UTF8)
    named = _CHARSET.search(data, 0, 65536)
    if named is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    name = named[1].decode("ascii", "replace")
    try:
        charset = codecs.lookup(name)
    except (LookupError, ValueError) as error:
        line, column = _place(data.decode("latin-1"), named.start(1))
        raise BadInput(
            f"unknown charset {name!r}", where=where, line=line, column=column
        ) from error
    if not charset.name.startswith(_CHARSETS):
        raise BadInput(f"{name!r} is not read as a charset of a record", where=where)
    return _decoded(data, charset.name, where)


def parse(data: bytes, where: str = "") -> list[Tree]:
    """Read every game tree of a file. Raises BadInput with line and column."""
    return list(_trees(decode(data, where), where))


def serialise(trees: list[Tree]) -> bytes:
    """Write game trees as UTF-8; reading them again gives equal trees, but for the charset."""
    parts: list[str] = []
    for tree in trees:
        _write_tree(tree, parts)
        parts.append("\n")
    return "".join(parts).encode("utf-8", "replace")


def _decoded(data: bytes, charset: str, where: str) -> str:
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("latin-1"), error.start)
        raise BadInput(f"not {charset}", where=where, line=line, column=column) from error


def _trees(content: str, where: str) -> Iterator[Tree]:
    at = content.find("(")
    if at < 0:
        raise BadInput("no game tree: there is no '('", where=where, line=1, column=1)
    total = 0
    while at >= 0:
        tree, at = _tree(content, at, where)
        total += len(tree)
        if total > MAX_NODES:
            raise BadInput(f"more than {MAX_NODES} nodes", where=where)
        yield tree
        at = content.find("(", at)


def _tree(content: str, at: int, where: str) -> tuple[Tree, int]:
    parents: list[int] = []
    told: list[tuple[Property, ...]] = []
    open_at: list[int] = []
    here = -1
    properties: list[Property] | None = None
    match, run = _TOKEN.match, _MOVES.match
    while True:
        plain = run(content, at)
        if plain is not None and open_at:
            moves = _MOVE.findall(plain[0])
            if len(parents) + len(moves) < MAX_NODES:
                told += [] if properties is None else [tuple(properties)]
                told += map(_told_move, moves)
                properties = None
                parents += [here, *range(len(parents), len(told) - 1)]
                here, at = len(parents) - 1, plain.end()
        token = match(content, at)
        if token is None:
            raise _unreadable(content, at, where)
        mark, name, values = token.groups()
        if mark is None:
            if properties is None:
                raise _bad("a property outside of any node", content, token.start(2), where)
            properties.append(_short(name, values) if len(values) < 5 else _property(name, values))
        else:
            if properties is not None:
                parents.append(here)
                told.append(tuple(properties))
                here = len(parents) - 1
                properties = None
            if mark == ";":
                properties = []
                if len(parents) >= MAX_NODES:
                    raise _bad(f"more than {MAX_NODES} nodes", content, token.start(1), where)
            elif mark == "(":
                if open_at and here < 0:
                    raise _bad("a variation before any node", content, token.start(1), where)
                open_at.append(here)
            else:
                here = open_at.pop()
                if not open_at:
                    if not parents:
                        raise _bad("a game tree without nodes", content, token.start(1), where)
                    return Tree(tuple(parents), tuple(told)), token.end()
        at = token.end()


def _property(name: str, values: str) -> Property:
    # Old files write whole words, of which only the capitals count: "White[qd]" is W.
    short = "".join(letter for letter in name if letter.isupper()) or name.upper()
    return short, tuple(value[1:-1] for value in _VALUES.findall(values))


_short = lru_cache(maxsize=4096)(_property)
"""Moves: the same few hundred come again and again, and are kept once."""


@lru_cache(maxsize=4096)
def _told_move(move: str) -> tuple[Property, ...]:
    """Give the properties of a node that tells one move, ``B[pd]``; the same are kept once."""
    return (_short(move[0], move[1:]),)


def _write_tree(tree: Tree, parts: list[str]) -> None:
    children = tree.children()
    todo: list[int | str] = [")", 0, "("]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(";")
        for name, values in tree.properties[item]:
            parts.append(name + "".join(f"[{value}]" for value in values))
            if len(values) != 1 or len(values[0]) > 2:
                parts.append("\n")
        below = children[item]
        if len(below) == 1:
            todo.append(below[0])
        else:
            for child in reversed(below):
                todo += [")", child, "("]


def _unreadable(content: str, at: int, where: str) -> BadInput:
    rest = re.compile(r"\s*").match(content, at)
    at = rest.end() if rest else at
    if at >= len(content):
        return _bad("the file ends inside a game tree", content, at, where)
    if content[at] == "[" or re.compile(r"[A-Za-z]+\s*\[").match(content, at):
        return _bad("a value that has no property name or no end", content, at, where)
    return _bad(f"unexpected {content[at]!r}", content, at, where)


def _bad(what: str, content: str, at: int, where: str) -> BadInput:
    line, column = _place(content, at)
    return BadInput(what, where=where, line=line, column=column)


def _place(content: str, at: int) -> tuple[int, int]:
    return content.count("\n", 0, at) + 1, at - content.rfind("\n", 0, at)
