"""How far long work has come: one line on the terminal's error stream, nothing anywhere else.

A pipe, a file or ``--json`` behind a script sees none of it, and it is gone when the work is done.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qipan.cli.output import made_console

Told = Callable[[int, int | None], None]
"""Tell how many are done, and of how many where that is known."""


@contextmanager
def progress(what: str) -> Iterator[Told]:
    """Show a line while the block lasts: what is done, a bar where it is counted, the time."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    plain = (SpinnerColumn(), TextColumn(what), Elapsed())
    bar = Progress(*plain, console=made_console(stderr=True), transient=True)
    with bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, total: int | None) -> None:
            if len(bar.columns) == len(plain):
                bar.columns = (*plain[:2], BarColumn(), MofNCompleteColumn(), plain[2])
            bar.update(task, completed=done, total=total)

        yield tell
