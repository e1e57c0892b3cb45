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
    """Read a path or ``sqlite:`` URL. Raises BadInput for a kind of storage there is none of."""
    if data.startswith("sqlite:"):
        return Path(data.removeprefix("sqlite:").removeprefix("//"))
    if "://" in data:
        raise BadInput(f"no storage for {data.partition(':')[0]!r}", where="--data")
    return Path(data)


def is_there(data: str) -> bool:
    """Say whether there is such a storage, as far as one can without opening it."""
    return is_postgres(data) or path_of(data).exists()
