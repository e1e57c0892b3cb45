"""A program for tests: journals that are written under load, and killed.

Run as ``python crashing.py kill FOLDER KILLS SEED`` or ``python crashing.py fill FOLDER``. It
imports everything once and forks for each kill, so that a thousand of them take minutes.
"""

import json
import os
import signal
import sqlite3
import sys
import time
from pathlib import Path
from random import Random
from threading import Thread

from qipan.journal.envelope import Batch, Envelope, Fresh, verified
from qipan.kernel.errors import Unavailable
from qipan.kernel.ids import StreamId
from qipan.store.sqlite import SqliteLog

WRITERS = 4


def batch(stream, expected, size, text):
    events = tuple(Fresh("noted/1", f"{text}/{number}") for number in range(size))
    return Batch(StreamId(stream), expected, "t", "now", events)


def write_for_ever(path, pipe, seed):
    """The child: several writers, each telling the pipe what was acknowledged."""

    def write(number):
        dice, stream = Random(f"{seed}/{number}"), f"s{number}"
        version = log.version(stream)
        while True:
            size, length = dice.randrange(1, 5), dice.choice((1, 50, 6000))
            stored = log.append(batch(stream, version, size, "x" * length))
            version = stored[-1].version
            os.write(pipe, f"{stream} {version} {stored[-1].hash}\n".encode())

    log = SqliteLog.open(path)
    threads = [Thread(target=write, args=(number,), daemon=True) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def killed_once(path, seed):
    """Fork, let it write, kill it at a random moment; give what it acknowledged last."""
    dice = Random(seed)
    mine, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.close(mine)
        try:
            write_for_ever(path, theirs, seed)
        finally:
            os._exit(1)
    os.close(theirs)
    wanted, found = dice.randrange(1, 30), b""
    while found.count(b"\n") < wanted:
        more = os.read(mine, 65536)
        if not more:
            raise SystemExit(f"the writer ended by itself (seed {seed})")
        found += more
    time.sleep(dice.uniform(0, 0.01))
    os.kill(child, signal.SIGKILL)
    while more := os.read(mine, 65536):
        found += more
    os.close(mine)
    os.waitpid(child, 0)
    lines = [line.split() for line in found.decode().splitlines() if line.count(" ") == 2]
    return {stream: (int(version), digest) for stream, version, digest in lines}, len(lines)


def check(path, acknowledged):
    """Look into the file: whole, and nothing acknowledged missing."""
    raw = sqlite3.connect(path)
    events = 0
    for (stream,) in raw.execute("SELECT DISTINCT stream FROM event").fetchall():
        rows = raw.execute("SELECT * FROM event WHERE stream = ? ORDER BY version", (stream,))
        found = list(verified(Envelope(*row) for row in rows))
        events += len(found)
        version, digest = acknowledged.get(stream, (0, ""))
        if version and (len(found) < version or found[version - 1].hash != digest):
            raise SystemExit(f"lost: {stream} {version}, there are {len(found)}")
    raw.close()
    return events


def kill(folder, kills, seed):
    acknowledged, count, events = {}, 0, 0
    path = Path(folder) / "j.sqlite"
    for number in range(kills):
        if number % 50 == 49:  # a new file now and then, so that checking stays quick
            path, acknowledged = Path(folder) / f"j{number}.sqlite", {}
        told, more = killed_once(path, f"{seed}/{number}")
        acknowledged.update(told)
        count += more
        events = check(path, acknowledged)
    return {"kills": kills, "acknowledged": count, "events": events}


def fill(folder):
    """Write until the disk is full, make room, write on."""
    filler, path = Path(folder) / "filler", Path(folder) / "j.sqlite"
    log = SqliteLog.open(path)
    stored = log.append(batch("a", 0, 1, "first"))
    filler.write_bytes(b"\0" * 200_000)
    why = ""
    for _ in range(1000):
        try:
            stored = log.append(batch("a", stored[-1].version, 1, "x" * 6000))
        except Unavailable as full:
            why = str(full)
            break
    readable = len(list(verified(log.read(StreamId("a")))))
    filler.unlink()
    log.append(batch("a", stored[-1].version, 1, "after"))
    log.close()
    check(path, {"a": (stored[-1].version, stored[-1].hash)})
    return {"why": why, "acknowledged": stored[-1].version, "readable": readable}


if __name__ == "__main__":
    if sys.argv[1] == "kill":
        print(json.dumps(kill(sys.argv[2], int(sys.argv[3]), sys.argv[4])))
    else:
        print(json.dumps(fill(sys.argv[2])))
