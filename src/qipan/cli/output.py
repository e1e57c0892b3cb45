"""What every command shares: printing a value as a table or as JSON, and exit codes.

Exit codes: 0 done; 1 checked and found wrong; 2 bad input or usage; 3 refused by a rule;
4 somebody else wrote first; 5 nothing satisfies the rules; 6 stored data is broken;
7 the storage cannot be used.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, cast

import msgspec
import typer

from qipan.cli.long_table import table_lines, table_width
from qipan.kernel.errors import (
    BadInput,
    Conflict,
    Corrupt,
    Impossible,
    QipanError,
    Refused,
    Unavailable,
    Unknown,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WRONG = 1
WIDEST = 1000
LONG = 1000
"""Rows from which on a table is written line by line."""
CODES: tuple[tuple[type[QipanError], int], ...] = (
    (BadInput, 2),
    (Unknown, 2),
    (Refused, 3),
    (Conflict, 4),
    (Impossible, 5),
    (Corrupt, 6),
    (Unavailable, 7),
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def made_console(*, stderr: bool = False) -> "Console":
    """Make a console; errors and bars that show how far something has come go to ``stderr``."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


class LateConsole:
    """A console that is made when something is printed on it: many a command only writes JSON."""

    def __init__(self, *, stderr: bool = False) -> None:
        """Know how it will be made."""
        self._stderr = stderr
        self._made: Console | None = None

    def __getattr__(self, name: str) -> Any:
        """Be the console from now on."""
        if self._made is None:
            self._made = made_console(stderr=self._stderr)
        return getattr(self._made, name)


console = cast("Console", LateConsole())
errors = cast("Console", LateConsole(stderr=True))


def print_json(value: Any) -> None:
    """Print one value as JSON, sorted and indented, so that equal values are equal bytes."""
    plain = msgspec.to_builtins(value, str_keys=True)  # boards and rounds are keys of some answers
    text = msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=2)
    sys.stdout.write(text.decode() + "\n")


def say(value: Any, words: str, *, as_json: bool) -> None:
    """Print what was done: for a program as JSON, for a person in words."""
    if as_json:
        print_json(value)
    else:
        console.print(words, markup=False)


def counted(number: int, one: str, many: str = "") -> str:
    """Say how many there are of something: ``1 season``, ``2 seasons``, ``2 entries``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def print_line(value: Any) -> None:
    """Print one value as a single JSON line."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under a heading; numbers are set to the right.

    On a screen that is too narrow, long headings over figures become letters that are told below.
    """
    from rich.console import Console

    columns = [each[:1].upper() + each[1:] for each in columns]
    cells = [[str(cell) for cell in row] for row in rows]
    # A pipe or a file: no screen limits a table to less than it needs.
    limited = console.is_terminal or "COLUMNS" in os.environ
    if len(cells) >= LONG:
        _print_long(title, columns, cells, console.width if limited else None)
        return
    wide = Console(highlight=False, width=WIDEST)
    widest = _width(_table(title, columns, cells), wide)
    if not limited:
        wide.width = max(console.width, widest)
        wide.print(_table(title, columns, cells))
        return
    told: list[str] = []
    if widest > console.width:
        columns, told = _lettered(columns, cells, widest - console.width)
    console.print(_table(title, columns, cells))
    if told:
        console.print(", ".join(told), markup=False, soft_wrap=False)


def _print_long(
    title: str, columns: Sequence[str], cells: Sequence[Sequence[str]], most: int | None
) -> None:
    """Write a table of thousands of rows line by line, on a screen that has ``most`` places."""
    told: list[str] = []
    if most is not None and (too_wide := table_width(columns, cells) - most) > 0:
        columns, told = _lettered(columns, cells, too_wide)
    numeric = [_is_numeric(cells, index) for index in range(len(columns))]
    for line in table_lines(title, columns, cells, numeric, most):
        sys.stdout.write(line + "\n")
    if told:
        console.print(", ".join(told), markup=False, soft_wrap=False)


def _table(title: str, columns: Sequence[str], cells: Sequence[Sequence[str]]) -> "Table":
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", header_style="bold")
    for index, column in enumerate(columns):
        table.add_column(column, justify="right" if _is_numeric(cells, index) else "left")
    for row in cells:
        table.add_row(*row)
    return table


def _width(table: "Table", wide: "Console") -> int:
    """Measure what a table needs, Chinese signs as the two places that they take."""
    from rich.measure import Measurement

    return Measurement.get(wide, wide.options, table).maximum


def _lettered(
    columns: Sequence[str], cells: Sequence[Sequence[str]], too_wide: int
) -> tuple[list[str], list[str]]:
    """Give letters for headings over figures, the longest first, until enough is saved."""
    saved: dict[int, int] = {}
    for index, column in enumerate(columns):
        figures = max((len(row[index]) for row in cells), default=0)
        if _is_numeric(cells, index) and len(column) > max(figures, 1):
            saved[index] = len(column) - max(figures, 1)
    chosen: list[int] = []
    for index in sorted(saved, key=lambda each: -saved[each])[: len(LETTERS)]:
        if sum(saved[each] for each in chosen) < too_wide:
            chosen.append(index)
    letters = dict(zip(sorted(chosen), LETTERS, strict=False))
    shown = [letters.get(index, column) for index, column in enumerate(columns)]
    return shown, [f"{letter}: {columns[index]}" for index, letter in letters.items()]


def _is_numeric(cells: Sequence[Sequence[str]], index: int) -> bool:
    return bool(cells) and all(_is_number(row[index]) for row in cells)


def exit_code(error: QipanError) -> int:
    """Give the exit code of an error."""
    return next((code for kind, code in CODES if isinstance(error, kind)), 1)


def _is_number(text: str) -> bool:
    bare = text.lstrip("-−").replace("½", "0").replace("–", "")
    return not bare or bare.replace(".", "", 1).isdigit()
