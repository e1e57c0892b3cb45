"""Copies of a file while it is served: whole, tried out by reading them back, and few enough.

A copy is made by SQLite itself, page by page, and has its name only when it is complete. Sealed
with a password it is a list of pieces, each locked on its own (ChaCha20-Poly1305 under a key from
scrypt), the last one marked, so that a cut-off file is noticed.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from qipan.kernel.errors import BadInput, Unavailable

MAGIC = b"QIPAN-BACKUP-1\n"
SALT, PIECE, TAG = 16, 1 << 20, 16
PLAIN, SEALED = ".sqlite", ".sealed"
STAMP = "%Y%m%dT%H%M%SZ"


def make_copy(source: Path, target: Path) -> None:
    """Copy a file that may be in use. Raises Unavailable; nothing half-made is left."""
    try:
        address = f"file:{source.resolve().as_posix()}?mode=ro"
        with (
            closing(sqlite3.connect(address, uri=True)) as read,
            closing(sqlite3.connect(target)) as written,
        ):
            read.backup(written, pages=2000)
            written.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise Unavailable(str(source), str(error)) from error


def back_up(
    source: Path,
    folder: Path,
    now: datetime,
    check: Callable[[Path], str],
    password: str = "",
    salt: bytes = b"",
) -> tuple[Path, str]:
    """Put a copy into a folder and try it out; gives its path and what ``check`` says of it.

    Raises Unavailable, or what ``check`` raises: then there is no copy.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(str(folder), error.strerror or "cannot be made") from error
    name = f"{source.stem}-{now.strftime(STAMP)}"
    part = folder / f"{name}.part"
    _make_empty(part)
    try:
        make_copy(source, part)
        said = check(part)
        if not password:
            done = part.replace(folder / (name + PLAIN))
        else:
            done = folder / (name + SEALED)
            seal(part, done, password, salt)
    except OSError as error:
        raise Unavailable(str(folder), error.strerror or "cannot be written") from error
    finally:
        part.unlink(missing_ok=True)
    return done, said


def _make_empty(path: Path) -> None:
    """Make an empty file for its owner only. Raises Unavailable."""
    try:
        path.unlink(missing_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise Unavailable(str(path), error.strerror or "cannot be made") from error


def copies(folder: Path, stem: str) -> list[Path]:
    """List the copies of a file in a folder, oldest first; other files are not touched."""
    found = [
        path
        for ending in (PLAIN, SEALED)
        for path in folder.glob(f"{stem}-*{ending}")
        if taken_at(path, stem) is not None
    ]
    return sorted(found, key=lambda path: path.stem)


def taken_at(path: Path, stem: str) -> datetime | None:
    """Say when a copy was made, by its name; None if it is no copy of that file."""
    try:
        return datetime.strptime(path.stem.removeprefix(f"{stem}-"), STAMP)  # noqa: DTZ007
    except ValueError:
        return None


def let_go(folder: Path, stem: str, keep: int, days: int, now: datetime) -> list[Path]:
    """Remove copies beyond ``keep`` and those older than ``days``; the newest always stays."""
    there = copies(folder, stem)
    oldest = now.replace(tzinfo=None) - timedelta(days=days)
    gone = [
        path
        for place, path in enumerate(reversed(there))
        if place and (place >= keep or (days and (taken_at(path, stem) or oldest) < oldest))
    ]
    for path in gone:
        path.unlink()
    return gone


def seal(source: Path, target: Path, password: str, salt: bytes) -> None:
    """Write a file sealed with a password."""
    lock = ChaCha20Poly1305(_key(password, salt))
    size = source.stat().st_size
    _make_empty(target)
    with source.open("rb") as read, target.open("wb") as written:
        written.write(MAGIC + salt)
        for number, piece in enumerate(_pieces(read.read, PIECE)):
            last = read.tell() >= size
            written.write(lock.encrypt(_nonce(number), piece, b"last" if last else b"more"))
            if last:
                break


def unseal(source: Path, target: Path, password: str) -> None:
    """Open a sealed file. Raises BadInput if the password is wrong or the file is not whole."""
    size = source.stat().st_size
    _make_empty(target)
    with source.open("rb") as read, target.open("wb") as written:
        head = read.read(len(MAGIC) + SALT)
        if not head.startswith(MAGIC):
            raise BadInput("not a sealed backup", where=str(source))
        lock = ChaCha20Poly1305(_key(password, head[len(MAGIC) :]))
        for number, piece in enumerate(_pieces(read.read, PIECE + TAG)):
            last = read.tell() >= size
            try:
                written.write(lock.decrypt(_nonce(number), piece, b"last" if last else b"more"))
            except InvalidTag as error:
                why = "another password, or the file is damaged or cut off"
                raise BadInput(why, where=str(source)) from error


def is_sealed(path: Path) -> bool:
    """Say whether a file is a sealed copy. Raises BadInput if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(path)) from error


def _pieces(read: Callable[[int], bytes], size: int) -> Iterator[bytes]:
    while piece := read(size):
        yield piece


def _nonce(number: int) -> bytes:
    return bytes(4) + number.to_bytes(8)


def _key(password: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=1 << 15, r=8, p=1).derive(password.encode())
