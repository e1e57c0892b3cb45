"""``qipan backup`` and ``qipan restore``: copies that were read back before they count."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Annotated

import typer

from qipan.cli.house import DEFAULT, Data
from qipan.cli.output import AsJson, say
from qipan.cli.progress import progress
from qipan.kernel.errors import BadInput, QipanError

SQLITE = b"SQLite format 3\0"
KEPT = 30
"""Copies that a server keeps."""
Password = Annotated[
    str, typer.Option(envvar="QIPAN_BACKUP_PASSWORD", help="Seals the copy; better by environment.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(backup)
    app.command()(restore)


def checked(path: Path) -> str:
    """Read a copy back, every event of it; gives its fingerprint. Raises Corrupt."""
    from qipan.office.verification import verify_record
    from qipan.store.record.beside import SqlBeside
    from qipan.wiring import open_log

    log = open_log(str(path), read_only=True)
    try:
        return verify_record(log, SqlBeside(log.engine)).fingerprint
    finally:
        log.close()


def backup(
    to: Annotated[Path, typer.Argument(help="Folder for the copies, as on a stick.")],
    keep: Annotated[int, typer.Option(min=1, help="How many copies stay.")] = 30,
    days: Annotated[int, typer.Option(min=0, help="For how many days; 0: for ever.")] = 0,
    password: Password = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Back up the data while it is being served, check the copy, delete the oldest."""
    from qipan.store.record import backup as copying
    from qipan.wiring import utc_now

    source = _file(data)
    salt = secrets.token_bytes(copying.SALT)
    with progress("copying, then reading the copy back"):
        done, fingerprint = copying.back_up(source, to, utc_now(), checked, password, salt)
    gone = copying.let_go(to, source.stem, keep, days, utc_now())
    say(
        {"copy": str(done), "fingerprint": fingerprint, "removed": [str(each) for each in gone]},
        f"copied to {done}\nfingerprint: {fingerprint}",
        as_json=as_json,
    )


@contextmanager
def copying_every(data: str, folder: Path | None, minutes: int) -> Iterator[None]:
    """Copy the data into a folder now and then while the block lasts; a copy that fails is logged.

    Raises BadInput at once if the data is no file.
    """
    if folder is None:
        yield
        return
    import structlog

    from qipan.store.record import backup as copying
    from qipan.wiring import utc_now

    log = structlog.get_logger("qipan.backup")
    source, ended = _file(data), Event()

    def copy() -> None:
        while True:
            try:
                done, _ = copying.back_up(source, folder, utc_now(), checked)
                copying.let_go(folder, source.stem, KEPT, 0, utc_now())
                log.info("backup", copy=done.name)
            except (QipanError, OSError) as error:  # the stick was pulled: it comes back
                log.warning("backup", why=str(error))
            if ended.wait(minutes * 60):
                return

    worker = Thread(target=copy, name="backup", daemon=True)
    worker.start()
    try:
        yield
    finally:
        ended.set()
        worker.join(timeout=30)


def restore(
    copy: Annotated[Path, typer.Argument(help="A copy that backup made.")],
    password: Password = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Restore a backup; it is checked first, and never overwrites data."""
    from qipan.store.record import backup as copying

    target = _file(data, there=False)
    if target.exists():
        raise BadInput("there already: move it away first", where=str(target))
    part = target.with_name(target.name + ".part")
    try:
        if copying.is_sealed(copy):
            copying.unseal(copy, part, password)
        else:
            copying.make_copy(copy, part)
        fingerprint = checked(part)
        part.chmod(0o600)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
    say(
        {"data": str(target), "fingerprint": fingerprint},
        f"restored to {target}\nfingerprint: {fingerprint}",
        as_json=as_json,
    )


def _file(data: str, *, there: bool = True) -> Path:
    from qipan.store import is_postgres, path_of

    if is_postgres(data):
        raise BadInput("a database is copied with pg_dump; see docs/operations.md", where="--data")
    path = path_of(data)
    if there and not path.exists():
        raise BadInput("no such journal", where=str(path))
    if there and not _is_database(path):
        raise BadInput("not a journal: file is not a database", where=str(path))
    return path


def _is_database(path: Path) -> bool:
    """Say whether a file begins as SQLite writes it; an empty one may become one."""
    with path.open("rb") as handle:
        head = handle.read(len(SQLITE))
    return head in (SQLITE, b"")
