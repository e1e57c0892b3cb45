"""The journal beside the physical bound: durable appends, and what the disk and sockets can do.

    python benchmarks/journal.py [--seconds 2] [--postgres]

All figures of one run are from the same folder and the same minute; compare them with each other.
The bounds are written with the standard library only: a file that is flushed after each write, a
bare SQLite table with one commit each, an echo over a loopback socket. ``--postgres`` measures a
journal in a PostgreSQL of its own instead, with and without fences, and questions and leases.
"""

import argparse
import asyncio
import os
import socket
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

from qipan.journal.envelope import Batch, Fresh
from qipan.journal.log import Log
from qipan.kernel.ids import StreamId
from qipan.store.address import Address, read_address
from qipan.store.fenced import ShardStore
from qipan.store.leases import PostgresLeases
from qipan.store.sqlite import SqliteLog

WRITERS = (10, 100, 1000)
PAYLOAD = '{"event":"move-made/1","seat":0,"move":"h2e2","spent":1200}'


def line(what: str, count: int, seconds: float, cpu: float) -> None:
    """Print one figure."""
    each = cpu / max(1, count) * 1e6
    print(f"{what:<46}{count / seconds:>12,.0f} /s {each:>9.1f} µs CPU each")


def timed(what: str, seconds: float, work) -> None:
    """Repeat something for a while."""
    count, began, cpu = 0, time.perf_counter(), time.process_time()
    while (took := time.perf_counter() - began) < seconds:
        count += work()
    line(what, count, took, time.process_time() - cpu)


def flushes(folder: Path, seconds: float) -> None:
    """Flush a file after every write: nothing durable can be faster, one at a time."""
    handle = os.open(folder / "bare", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def once() -> int:
        os.write(handle, PAYLOAD.encode())
        os.fsync(handle)
        return 1

    timed("bound: write + fsync", seconds, once)
    os.close(handle)


def bare_commits(folder: Path, seconds: float) -> None:
    """Commit one row at a time to a bare table with the same settings."""
    found = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    found.execute("PRAGMA journal_mode=WAL")
    found.execute("PRAGMA synchronous=FULL")
    found.execute("CREATE TABLE event (number INTEGER PRIMARY KEY, payload TEXT)")

    def once() -> int:
        found.execute("INSERT INTO event (payload) VALUES (?)", (PAYLOAD,))
        return 1

    timed("bound: SQLite, one row a commit", seconds, once)
    found.close()


def alone(log: Log, what: str, seconds: float) -> None:
    """One writer who waits for every answer."""
    version = 0

    def once() -> int:
        nonlocal version
        log.append(batch(f"{what}/a", version))
        version += 1
        return 1

    timed(f"{what}: one writer, each waits", seconds, once)


def together(log: Log, what: str, seconds: float, streams: int) -> None:
    """Many streams; each sends its next event when the last is durable."""
    versions = [0] * streams

    def once() -> int:
        waiting = [log.submit(batch(f"{what}/{streams}/{n}", versions[n])) for n in range(streams)]
        for number, future in enumerate(waiting):
            future.result()
            versions[number] += 1
        return streams

    timed(f"{what}: {streams} writers, group commit", seconds, once)


def on_a_file(folder: Path, seconds: float) -> None:
    """Measure a journal in SQLite."""
    log = SqliteLog.open(folder / "journal.sqlite")
    alone(log, "journal", seconds)
    for streams in WRITERS:
        together(log, "journal", seconds, streams)
    log.close()


def on_postgres(seconds: float) -> None:
    """Measure a journal in a PostgreSQL of our own, as one process and as a worker writes it."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from postgres import Postgres

    server = Postgres()
    try:
        address = read_address(server.fresh())
        store = ShardStore.open(address)
        alone(store, "PostgreSQL", seconds)
        for streams in WRITERS:
            together(store, "PostgreSQL", seconds, streams)
        questions(store, seconds)
        fenced = store.under(7, asyncio.run(leases(address, seconds)), lambda: None)
        alone(fenced, "fenced", seconds)
        for streams in WRITERS:
            together(fenced, "fenced", seconds, streams)
        store.close()
    finally:
        server.remove()


def questions(store: ShardStore, seconds: float) -> None:
    """Ask for the events of one stream, and of many at once."""
    names = [StreamId(f"PostgreSQL/1000/{number}") for number in range(200)]
    timed("PostgreSQL: read one stream", seconds, lambda: bool(store.read(names[0])))
    timed("PostgreSQL: read 200 streams", seconds, lambda: len(store.read_all(names)))


async def leases(address: Address, seconds: float) -> int:
    """Take a shard and renew its lease; gives the epoch to write under."""
    found = PostgresLeases(address)
    taken = await found.take(7, "bench")
    assert taken is not None
    count, began, cpu = 0, time.perf_counter(), time.process_time()
    while (took := time.perf_counter() - began) < seconds:
        await found.renew([7], "bench")
        count += 1
    line("PostgreSQL: renew a lease", count, took, time.process_time() - cpu)
    await found.close()
    return taken.epoch


def batch(stream: str, expected: int) -> Batch:
    """One event for a stream."""
    return Batch(StreamId(stream), expected, "t", "now", (Fresh("noted/1", PAYLOAD),))


def echo(seconds: float) -> None:
    """Send a message through a loopback socket and back, one at a time."""
    ours, theirs = socket.socketpair()

    def answer() -> None:
        while text := theirs.recv(4096):
            theirs.sendall(text)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()

    def once() -> int:
        ours.sendall(PAYLOAD.encode())
        ours.recv(4096)
        return 1

    timed("bound: echo through a socket", seconds, once)
    ours.close()
    thread.join()
    theirs.close()


def main() -> None:
    """Measure all of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        flushes(folder, options.seconds)
        if options.postgres:
            on_postgres(options.seconds)
            return
        bare_commits(folder, options.seconds)
        on_a_file(folder, options.seconds)
    echo(options.seconds)


if __name__ == "__main__":
    main()
