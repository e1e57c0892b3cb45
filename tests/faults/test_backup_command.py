"""``qipan backup`` and ``qipan restore``: while it is written, sealed, cut off, and few enough."""

import threading
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.host.demo import make_demo
from qipan.kernel.errors import BadInput, QipanError
from qipan.store.record import backup as copying
from qipan.wiring import open_house


def run(*words, **environment):
    return CliRunner().invoke(build(), [str(word) for word in words], env=environment)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    path = tmp_path_factory.mktemp("house") / "hall.sqlite"
    house = open_house(str(path))
    make_demo(house.office)
    house.close()
    return path


@pytest.mark.parametrize("password", ["", "a stick in the hall"])
def test_a_copy_is_restored_as_it_was(demo, tmp_path, password):
    secret = {"QIPAN_BACKUP_PASSWORD": password}
    done = run("backup", tmp_path / "stick", "--data", demo, "--json", **secret)
    told = msgspec.json.decode(done.stdout)
    copy = next((tmp_path / "stick").iterdir())
    assert str(copy) == told["copy"]
    assert copy.stat().st_mode & 0o077 == 0
    assert (b"SQLite" in copy.read_bytes()[:16]) == (not password)
    target = tmp_path / "new.sqlite"
    back = run("restore", copy, "--data", target, "--json", **secret)
    assert msgspec.json.decode(back.stdout)["fingerprint"] == told["fingerprint"]
    checked = run("verify", target, "--against", told["fingerprint"])
    assert checked.exit_code == 0
    again = run("restore", copy, "--data", target, **secret)
    assert isinstance(again.exception, BadInput)


def test_a_copy_is_whole_while_others_write(demo, tmp_path):
    live = tmp_path / "live.sqlite"
    copying.make_copy(demo, live)
    house = open_house(str(live))
    stop = threading.Event()

    def write():
        number = 0
        while not stop.is_set():
            house.office.create(f"c{number}", "org", "Cup", "wx-14")
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(3):
            done = run("backup", tmp_path / "stick", "--data", live)
            assert done.exit_code == 0, done.exception
    finally:
        stop.set()
        writer.join()
        house.close()


def test_a_sealed_copy_that_is_cut_or_opened_with_another_password_is_refused(demo, tmp_path):
    sealed = tmp_path / "hall.sealed"
    copying.seal(demo, sealed, "right", b"s" * copying.SALT)
    content = sealed.read_bytes()
    with pytest.raises(BadInput, match="another password"):
        copying.unseal(sealed, tmp_path / "a", "wrong")
    for name, changed in (
        ("cut", content[:-1000]),
        ("cut between pieces", content[: len(copying.MAGIC) + copying.SALT]),
        ("changed", content[:-5] + b"x" + content[-4:]),
    ):
        damaged = tmp_path / f"{name}.sealed"
        damaged.write_bytes(changed)
        done = run("restore", damaged, "--data", tmp_path / f"{name}.sqlite", "--password", "right")
        assert isinstance(done.exception, QipanError), name
        assert not (tmp_path / f"{name}.sqlite").exists()
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_pieces_cannot_be_left_out_or_exchanged(tmp_path, monkeypatch):
    monkeypatch.setattr(copying, "PIECE", 64)
    plain, sealed = tmp_path / "plain", tmp_path / "sealed"
    plain.write_bytes(bytes(range(256)))
    copying.seal(plain, sealed, "right", b"s" * copying.SALT)
    copying.unseal(sealed, tmp_path / "back", "right")
    assert (tmp_path / "back").read_bytes() == plain.read_bytes()
    head, size = len(copying.MAGIC) + copying.SALT, 64 + copying.TAG
    content = sealed.read_bytes()
    pieces = [content[at : at + size] for at in range(head, len(content), size)]
    assert len(pieces) == 4
    for others in ([0, 2, 1, 3], [0, 1, 3], [0, 1, 2], [1, 2, 3]):
        sealed.write_bytes(content[:head] + b"".join(pieces[each] for each in others))
        with pytest.raises(BadInput):
            copying.unseal(sealed, tmp_path / "back", "right")


def test_old_copies_go_and_the_newest_and_foreign_files_stay(tmp_path):
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    for hours in range(6):
        at = (now - timedelta(hours=hours * 10)).strftime(copying.STAMP)
        (tmp_path / f"hall-{at}.sqlite").touch()
    (tmp_path / "hall-notes.sqlite").touch()
    (tmp_path / "other-20260501T120000Z.sqlite").touch()
    assert len(copying.let_go(tmp_path, "hall", 4, 0, now)) == 2
    assert len(copying.let_go(tmp_path, "hall", 9, 1, now)) == 1
    assert len(copying.copies(tmp_path, "hall")) == 3
    assert len(copying.let_go(tmp_path, "hall", 1, 1, now + timedelta(days=90))) == 2
    assert len(copying.copies(tmp_path, "hall")) == 1
    assert (tmp_path / "hall-notes.sqlite").exists()
    assert (tmp_path / "other-20260501T120000Z.sqlite").exists()
