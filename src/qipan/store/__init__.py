"""Append-only logs and what lies beside them, behind the ports of ``journal`` and ``desk``.

- ``memory``: for tests and simulations
- ``sql_log``, ``group_commit``: what a file and a database have in common; one thread writes
- ``sqlite``: one file
- ``postgres``: a database that several machines share; ``address``: its URL
- ``fenced``, ``leases``: who of several processes may write what
- ``migration_copy``: from one storage to another, with proof
- ``schema``, ``migrations``: the tables, and how an older file is brought up to date
- the rest: small tables beside the journal, each behind a class of its own
"""

from pathlib import Path

from qipan.kernel.errors import BadInput

DEFAULT_FILE = "qipan.sqlite"
"""In the folder one stands in, if nobody names another."""
SCHEMES = ("postgresql://", "postgres://")


def is_postgres(text: str) -> bool:
    """Say whether this is the URL of a PostgreSQL database, and not a file."""
    return text.startswith(SCHEMES)


def path_of(data: str) -> Path:
    """Read a path or ``sqlite:`` URL. Raises BadInput for what cannot be the file of a journal."""
    name = data.removeprefix("sqlite:").removeprefix("//") if data.startswith("sqlite:") else data
    if "://" in name:
        raise BadInput(f"no storage for {data.partition(':')[0]!r}", where="--data")
    if not name.strip():
        raise BadInput("no file is named; say which journal, e.g. qipan.sqlite", where="--data")
    path = Path(name)
    if path.is_dir():
        meant = path / DEFAULT_FILE
        raise BadInput(f"a folder; say which file in it, e.g. {meant}", where=str(path))
    return path


def is_there(data: str) -> bool:
    """Say whether there is such a storage, as far as one can without opening it."""
    return is_postgres(data) or path_of(data).exists()
