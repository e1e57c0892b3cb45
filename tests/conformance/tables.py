"""Tables of ``tests/data``: blocks of lines under a head ``name; key value; …``."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Block:
    """A head and the lines under it, as words."""

    name: str
    terms: dict[str, str]
    rows: tuple[tuple[str, ...], ...]


def read_blocks(path: Path) -> list[Block]:
    """Read the blocks of a file, divided by empty lines; ``#`` lines say where they come from."""
    lines = [line for line in path.read_text("utf-8").split("\n") if line[:1] != "#"]
    found = []
    for block in "\n".join(lines).strip("\n").split("\n\n"):
        head, *rows = block.split("\n")
        name, terms = read_head(head)
        found.append(Block(name, terms, tuple(tuple(row.split()) for row in rows)))
    return found


def read_head(line: str) -> tuple[str, dict[str, str]]:
    """Read ``name; key value; …``."""
    name, *terms = line.split("; ")
    pairs = (each.partition(" ") for each in terms)
    return name, {key: value for key, _, value in pairs}


def read_lines(path: Path) -> list[str]:
    """Give the lines of a file that say something."""
    return [line for line in path.read_text("utf-8").split("\n") if line and line[0] != "#"]
