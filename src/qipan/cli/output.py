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

WRONG = 1
WIDEST = 1000
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


def print_line(value: Any) -> None:
    """Print one value as a single JSON line."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under a heading; numbers are set to the right."""
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", header_style="bold")
    cells = [[str(cell) for cell in row] for row in rows]
    for index, column in enumerate(columns):
        numeric = bool(cells) and all(_is_number(row[index]) for row in cells)
        table.add_column(column, justify="right" if numeric else "left")
    for row in cells:
        table.add_row(*row)
    if console.is_terminal or "COLUMNS" in os.environ:
        console.print(table)
        return
    # A pipe or a file: no screen limits a table to less than it needs.
    wide = Console(highlight=False, width=WIDEST)
    wide.width = max(console.width, Measurement.get(wide, wide.options, table).maximum)
    wide.print(table)


def exit_code(error: QipanError) -> int:
    """Give the exit code of an error."""
    return next((code for kind, code in CODES if isinstance(error, kind)), 1)


def _is_number(text: str) -> bool:
    return not text or text.lstrip("-").replace(".", "", 1).isdigit()
