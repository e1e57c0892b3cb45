"""Who serves a file: one server at a time, and nobody else writes to the journal meanwhile.

A server locks ``<file>.lock`` and writes into it who it is. The system lets go of the lock when the
process ends, however it ends. The words in the file stay, and mean nothing without the lock.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qipan.kernel.errors import Refused
from qipan.kernel.operating_system import lock, unlock
from qipan.kernel.rules import rule

ONE_SERVER = rule(
    "store.one-server", "A file is written by the server that holds it, by nobody else."
)


def lock_path(journal: Path) -> Path:
    """Name the file that is locked."""
    return journal.with_name(journal.name + ".lock")


@contextmanager
def holding(journal: Path, who: str) -> Iterator[None]:
    """Hold a file for as long as the block lasts. Raises Refused if another process does."""
    path = lock_path(journal)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as file:
        if not lock(file):
            raise held_by(journal)
        file.seek(0)
        file.truncate()
        file.write(f"{os.getpid()} {who}")
        file.flush()
        try:
            yield
        finally:
            unlock(file)


def require_free(journal: Path) -> None:
    """Refuse where another process serves a file."""
    path = lock_path(journal)
    try:
        with path.open("r+", encoding="utf-8") as file:
            if lock(file):
                unlock(file)
                return
            if file.read().partition(" ")[0] == str(os.getpid()):
                return
    except OSError:  # there never was a server, or the medium cannot be written anyway
        return
    raise held_by(journal)


def held_by(journal: Path) -> Refused:
    """Say who holds a file."""
    pid, _, who = lock_path(journal).read_text("utf-8").partition(" ")
    return Refused("store.held", ONE_SERVER, file=str(journal), server=who or "?", process=pid)
