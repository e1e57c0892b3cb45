"""A table of thousands of rows, written line by line.

It looks as the shorter ones do. Those are laid out by a library that looks at every cell several
times and keeps the whole drawing: for 100,000 entrants that took longer, and more memory, than
playing their event.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

NARROWEST = 4
"""Places that a folded column keeps at least."""


def table_lines(
    title: str,
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    numeric: Sequence[bool],
    most: int | None = None,
) -> Iterator[str]:
    """Give the lines of a table; ``numeric`` columns are set to the right.

    Where a line may take at ``most`` so many places, the widest columns are folded.
    """
    widths = _column_widths(columns, cells)
    if most is not None:
        widths = _narrowed(widths, most - 1 - 3 * len(widths))
    whole = sum(widths) + 3 * len(widths) + 1
    for line in _folded(title, whole) if title else ():
        yield _set(line, whole, to_right=False)
    yield _rule(widths, "┏━┳┓")
    yield from _lines(columns, widths, numeric, "┃")
    yield _rule(widths, "┡━╇┩")
    for row in cells:
        yield from _lines(row, widths, numeric, "│")
    yield _rule(widths, "└─┴┘")


def table_width(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> int:
    """Give the places that a table takes on a line."""
    return 1 + sum(3 + width for width in _column_widths(columns, cells))


def _column_widths(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> list[int]:
    return [
        max(_width(column), max((_width(row[index]) for row in cells), default=0))
        for index, column in enumerate(columns)
    ]


def _narrowed(widths: list[int], room: int) -> list[int]:
    """Take from the widest columns what is too much, as far as they have it to give."""
    found = list(widths)
    while sum(found) > room:
        widest = max(found)
        if widest <= NARROWEST:
            break
        found[found.index(widest)] -= 1
    return found


def _width(text: str) -> int:
    """Measure a text, Chinese signs as the two places that they take."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _folded(text: str, width: int) -> list[str]:
    """Break a text into lines of a width, between words where there are any."""
    if _width(text) <= width:
        return [text]
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if _width(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *whole, line = _cut(word, width)
        lines += whole
    return [*lines, line]


def _cut(word: str, width: int) -> list[str]:
    """Cut a word into parts of at most a width."""
    parts = [""]
    for sign in word:
        if parts[-1] and _width(parts[-1] + sign) > width:
            parts.append("")
        parts[-1] += sign
    return parts


def _set(text: str, width: int, *, to_right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if to_right else text + blanks


def _rule(widths: Sequence[int], signs: str) -> str:
    left, along, between, right = tuple(signs)
    return left + between.join(along * (width + 2) for width in widths) + right


def _lines(
    row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool], bar: str
) -> Iterator[str]:
    """Write a row: one line, or as many as its most folded cell takes."""
    folded = [_folded(cell, width) for cell, width in zip(row, widths, strict=True)]
    for line in zip_longest(*folded, fillvalue=""):
        cells = (
            _set(cell, width, to_right=right)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        )
        yield f"{bar} " + f" {bar} ".join(cells) + f" {bar}"
