"""A table of thousands of rows, written line by line.

It looks as the shorter ones do. Those are laid out by a library that looks at every cell several
times and keeps the whole drawing: for 100,000 entrants that took longer, and more memory, than
playing their event.
"""

from collections.abc import Iterator, Sequence


def table_lines(
    title: str,
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    numeric: Sequence[bool],
) -> Iterator[str]:
    """Give the lines of a table; ``numeric`` columns are set to the right."""
    widths = [
        max(_width(column), max((_width(row[index]) for row in cells), default=0))
        for index, column in enumerate(columns)
    ]
    if title:
        yield _set(title, sum(widths) + 3 * len(widths) + 1, to_right=False)
    yield _rule(widths, "┏━┳┓")
    yield _line(columns, widths, numeric, "┃")
    yield _rule(widths, "┡━╇┩")
    for row in cells:
        yield _line(row, widths, numeric, "│")
    yield _rule(widths, "└─┴┘")


def table_width(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> int:
    """Give the places that a table takes on a line."""
    return 1 + sum(
        3 + max(_width(column), max((_width(row[index]) for row in cells), default=0))
        for index, column in enumerate(columns)
    )


def _width(text: str) -> int:
    """Measure a text, Chinese signs as the two places that they take."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _set(text: str, width: int, *, to_right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if to_right else text + blanks


def _rule(widths: Sequence[int], signs: str) -> str:
    left, along, between, right = tuple(signs)
    return left + between.join(along * (width + 2) for width in widths) + right


def _line(row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool], bar: str) -> str:
    cells = (
        _set(cell, width, to_right=right)
        for cell, width, right in zip(row, widths, numeric, strict=True)
    )
    return f"{bar} " + f" {bar} ".join(cells) + f" {bar}"
