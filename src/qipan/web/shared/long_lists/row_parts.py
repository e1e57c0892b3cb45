"""Tables of thousands of rows come by parts, each of which has an address of its own.

Up to ``WHOLE`` rows a table is whole: that is every event in a hall. Beyond that a browser would
read megabytes and draw for seconds, and a part of ``SIZE`` rows is shown, with links to the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from litestar.params import QueryParameter

R = TypeVar("R")
WHOLE, SIZE = 2000, 500
NEAR = 2
"""So many parts on each side are linked beside the first and the last."""
BOARDS, LINES, PART = "boards", "lines", "part"
"""What a page asks for its parts under: of pairings, of standings, of its only table."""
BoardsAsked = Annotated[int, QueryParameter(name=BOARDS, ge=1, le=999_999)]
LinesAsked = Annotated[int, QueryParameter(name=LINES, ge=1, le=999_999)]
PartAsked = Annotated[int, QueryParameter(name=PART, ge=1, le=999_999)]


@dataclass(frozen=True)
class RowPart(Generic[R]):
    """The rows of a table that a page shows."""

    rows: Sequence[R]
    total: int
    number: int = 1
    count: int = 1
    """Of the parts."""

    @property
    def before(self) -> int:
        """Count the rows ahead of these."""
        return (self.number - 1) * SIZE

    @property
    def is_whole(self) -> bool:
        """Say whether there is nothing else."""
        return self.count == 1

    def linked(self) -> Iterator[tuple[int, int, int]]:
        """Give the parts to link: number, first and last row. A number of 0 is a gap."""
        shown = {1, self.count, *range(self.number - NEAR, self.number + NEAR + 1)}
        last = 0
        for number in sorted(each for each in shown if 1 <= each <= self.count):
            if number > last + 1:
                yield 0, 0, 0
            yield number, (number - 1) * SIZE + 1, min(number * SIZE, self.total)
            last = number


def row_part(rows: Sequence[R], asked: int) -> RowPart[R]:
    """Choose the part of a table that was asked for; the last one if there are not so many."""
    if len(rows) <= WHOLE:
        return RowPart(rows, len(rows))
    count = -(-len(rows) // SIZE)
    number = min(asked, count)
    return RowPart(rows[(number - 1) * SIZE : number * SIZE], len(rows), number, count)


def rows_around(rows: Sequence[R], at: int, near: int = 100) -> tuple[int, Sequence[R]]:
    """Give all rows, or of thousands those around one of them; and how many are ahead of these."""
    if len(rows) <= WHOLE:
        return 0, rows
    first = max(0, at - near)
    return first, rows[first : at + near + 1]


def asked_part(query: object) -> int:
    """Read the number of a part from an address that a person may have changed."""
    text = str(query or "")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 7 else 1
