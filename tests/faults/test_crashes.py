"""The file survives kills, torn pages, full disks and read-only media, and says what is wrong."""

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest

from qipan.journal.envelope import Batch, Fresh
from qipan.kernel.errors import Corrupt, QipanError
from qipan.kernel.ids import StreamId
from qipan.office.verification import verify_log
from qipan.store.sqlite import SqliteLog
from qipan.wiring import open_log

SOURCE = Path(__file__).parents[2] / "src"
PROGRAM = Path(__file__).with_name("crashing.py")
LONG = bool(os.environ.get("QIPAN_LONG"))
KILLS = 1000 if LONG else 20
CUTS = 400 if LONG else 25
FRAME_HEADER, WAL_HEADER = 24, 32


def run(*words, before=(), **more):
    return subprocess.run(
        [*before, sys.executable, *map(str, words)],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE), "COLUMNS": "300"},
        timeout=1800,
        **more,
    )


def qipan(*words, **more):
    return run("-c", "from qipan.cli import main; main()", *words, **more)


def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path):
    done = run(PROGRAM, "kill", tmp_path, KILLS, "qipan")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["kills"] == KILLS
    assert told["acknowledged"] >= KILLS


# -- torn pages ------------------------------------------------------------------------------


def note(log, expected, text):
    events = (Fresh("noted/1", text), Fresh("noted/1", text[::-1]))
    return log.append(Batch(StreamId("a"), expected, "t", "now", events))


class Torn:
    """A file as a power cut finds it: ten batches acknowledged, the eleventh on its way."""

    def __init__(self, folder):
        self.folder, self.path = folder, folder / "j.sqlite"
        log = SqliteLog.open(self.path)
        for number in range(10):
            note(log, number * 2, f"{number}" * 3000)
        self.acknowledged = list(log.read("a"))
        self.safe = self.wal.stat().st_size
        note(log, 20, "last" * 2000)
        self.copies = {name: (folder / name).read_bytes() for name in ("j.sqlite", "j.sqlite-wal")}
        log.close()

    @property
    def wal(self):
        return self.folder / "j.sqlite-wal"

    def found_after(self, main, wal):
        """Put the pieces where a restart finds them; give what is read back."""
        place = Path(tempfile.mkdtemp(dir=self.folder))
        (place / "j.sqlite").write_bytes(main)
        (place / "j.sqlite-wal").write_bytes(wal)
        log = SqliteLog.open(place / "j.sqlite")
        found = list(log.read("a"))
        verify_log(log)
        note(log, len(found), "on")
        assert len(log.read("a")) == len(found) + 2
        log.close()
        shutil.rmtree(place)
        return found


@pytest.fixture
def torn(tmp_path):
    return Torn(tmp_path)


@pytest.mark.parametrize("tail", ["cut", "zeros", "noise"])
def test_a_torn_write_takes_nothing_acknowledged_with_it(torn, tail):
    dice = Random(tail)
    main, wal = torn.copies["j.sqlite"], torn.copies["j.sqlite-wal"]
    assert len(wal) > torn.safe
    for _ in range(CUTS // 3 + 1):
        at = dice.randrange(torn.safe, len(wal))
        rest = {"cut": b"", "zeros": bytes(len(wal) - at), "noise": dice.randbytes(len(wal) - at)}
        assert torn.found_after(main, wal[:at] + rest[tail]) == torn.acknowledged


def test_a_page_torn_while_it_is_moved_into_the_file_is_taken_from_the_write_ahead_log(torn):
    main, wal = bytearray(torn.copies["j.sqlite"]), torn.copies["j.sqlite-wal"]
    size = struct.unpack(">I", wal[8:12])[0]
    frames = range(WAL_HEADER, len(wal), FRAME_HEADER + size)
    pages = {struct.unpack(">I", wal[at : at + 4])[0] for at in frames}
    dice = Random(3)
    for page in sorted(pages - {1}):
        start = (page - 1) * size + size // 2
        if start < len(main):
            main[start : page * size] = dice.randbytes(size // 2)
    found = torn.found_after(bytes(main), wal)
    assert found[:20] == torn.acknowledged


def test_a_disk_that_lied_leaves_a_whole_beginning(torn):
    """Even a write-ahead log cut below what was flushed never gives half a batch."""
    dice = Random(9)
    main, wal = torn.copies["j.sqlite"], torn.copies["j.sqlite-wal"]
    lengths = set()
    for _ in range(CUTS):
        at = dice.randrange(torn.safe // 2, torn.safe)
        found = torn.found_after(main, wal[:at])
        assert found == torn.acknowledged[: len(found)]
        assert len(found) % 2 == 0
        lengths.add(len(found))
    assert len(lengths) > 1


def test_a_damaged_file_is_named_and_never_a_traceback(tmp_path):
    path = tmp_path / "j.sqlite"
    log = SqliteLog.open(path)
    for number in range(30):
        note(log, number * 2, f"{number}" * 3000)
    log.close()
    whole, dice, seen = path.read_bytes(), Random(5), set()
    for _ in range(CUTS):
        broken = bytearray(whole)
        at = dice.randrange(200, len(whole) - 600)
        broken[at : at + 600] = dice.randbytes(600)
        path.write_bytes(bytes(broken))
        try:
            found = open_log(str(path), read_only=True)
        except QipanError as error:
            seen.add(type(error))
            continue
        try:
            verify_log(found)
        except Corrupt as error:
            seen.add(type(error))
        finally:
            found.close()
    assert Corrupt in {kind for found in seen for kind in found.__mro__}


# -- full disks and read-only media ----------------------------------------------------------


def mounted(what):
    """Words before a command that mount something for it alone; skip where that is not allowed."""
    before = ("unshare", "-m", "sh", "-c", f'{what} && exec "$@"', "sh")
    if shutil.which("unshare") is None:
        pytest.skip("no unshare: nothing can be mounted for a test here")
    if subprocess.run([*before, "true"], capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    return before


def test_a_full_disk_is_named_and_writing_goes_on_when_there_is_room(tmp_path):
    before = mounted(f"mount -t tmpfs -o size=900k none {tmp_path}")
    done = run(PROGRAM, "fill", tmp_path, before=before)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert "full" in told["why"]
    assert "nothing was stored" in told["why"]
    assert told["acknowledged"] == told["readable"] > 1


@pytest.fixture
def read_only(tmp_path):
    """A journal that may only be read; with the words to put before a command that meets it."""
    folder = tmp_path / "media"
    log = SqliteLog.open(folder / "j.sqlite")
    note(log, 0, "a")
    log.close()
    if os.geteuid() == 0:  # root may write to any file, but not on a medium that is read-only
        before = mounted(f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder}")
        yield folder, before
        return
    (folder / "j.sqlite").chmod(0o444)
    folder.chmod(0o555)
    yield folder, ()
    folder.chmod(0o755)


def test_a_read_only_journal_can_be_verified_but_not_written(read_only):
    folder, before = read_only
    path = str(folder / "j.sqlite")
    checked = qipan("verify", path, before=before)
    assert checked.returncode == 0
    assert checked.stdout.startswith("correct: 2 events in 1 stream\n")
    words = ("account", "create", "x", "--role", "arbiter", "--password", "long enough")
    refused = qipan(*words, "--data", path, before=before)
    assert refused.returncode == 7, refused.stderr
    assert path in refused.stderr
    assert "Traceback" not in refused.stderr
