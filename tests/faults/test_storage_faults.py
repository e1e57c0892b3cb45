"""What storage and clock do to a server: a log cut off, a stick pulled, a clock that jumps."""

import shutil
import time
from datetime import timedelta

import pytest
from msgspec import structs

from qipan.cli.server.backup import copying_every
from qipan.kernel.errors import BadInput, QipanError
from qipan.office.verification import verify_record
from qipan.store.record.beside import SqlBeside
from qipan.wiring import open_house, open_log, utc_now


def check(path):
    log = open_log(str(path), read_only=True)
    try:
        return verify_record(log, SqlBeside(log.engine))
    finally:
        log.close()


@pytest.fixture
def written(tmp_path):
    """A file whose newest events are in the write-ahead log only, as after a power cut."""
    path, cut = tmp_path / "j.sqlite", tmp_path / "cut.sqlite"
    house = open_house(str(path))
    for number in range(12):
        house.office.create(f"c{number}", "org", f"Cup {number}", "wx-14")
    shutil.copy(path, cut)
    shutil.copy(f"{path}-wal", f"{cut}-wal")
    house.close()
    return cut


@pytest.mark.parametrize("share", [1.0, 0.9, 0.5, 0.2, 0.0])
def test_a_log_that_is_cut_off_leaves_a_whole_beginning(written, share):
    log = written.with_name("cut.sqlite-wal")
    content = log.read_bytes()
    log.write_bytes(content[: int(len(content) * share)])
    try:
        house = open_house(str(written))
    except QipanError:  # a sentence, never a traceback: not even the tables had been written
        assert share < 0.5
        return
    there = sorted(house.office.competitions(), key=lambda name: int(name[1:]))
    assert there == [f"c{at}" for at in range(len(there))]
    assert share < 1 or len(there) == 12
    house.office.create("after", "org", "After", "wx-14")
    house.close()
    assert check(written).events == len(there) + 1


@pytest.mark.parametrize("jump", [timedelta(days=-400), timedelta(days=400), timedelta(0)])
def test_a_clock_that_jumps_breaks_no_record(tmp_path, monkeypatch, jump):
    path = tmp_path / "j.sqlite"
    house = open_house(str(path))
    house.office.create("before", "org", "Before", "wx-14")
    house.office.around = structs.replace(house.office.around, now=lambda: utc_now() + jump)
    house.office.create("after", "org", "After", "wx-14")
    first = check(path).fingerprint
    house.office.create("last", "org", "Last", "wx-14")
    assert sorted(house.office.competitions()) == ["after", "before", "last"]
    house.close()
    assert check(path).fingerprint != first


def test_a_server_copies_its_data_now_and_then(tmp_path):
    path, stick = tmp_path / "j.sqlite", tmp_path / "stick"
    house = open_house(str(path))
    house.office.create("cup", "org", "Cup", "wx-14")
    with copying_every(str(path), stick, 1):
        for _ in range(600):
            if list(stick.glob("*.sqlite")):
                break
            time.sleep(0.05)
    (copy,) = stick.glob("j-*.sqlite")
    assert copy.stat().st_mode & 0o077 == 0
    assert check(copy).events == 1
    house.close()


def test_a_stick_that_is_pulled_stops_no_server(tmp_path):
    path, file = tmp_path / "j.sqlite", tmp_path / "no folder"
    file.write_text("x")
    house = open_house(str(path))
    with copying_every(str(path), file, 1):
        house.office.create("cup", "org", "Cup", "wx-14")
    assert house.office.competitions()
    house.close()


def test_copies_of_a_database_are_not_made_by_a_server(tmp_path):
    with pytest.raises(BadInput), copying_every("postgresql://x/y", tmp_path, 1):
        pass
