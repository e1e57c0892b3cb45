"""Checkpoints: made after what people saw, signed, printed, and compared by verify."""

import re
import shutil
import sqlite3
import subprocess

import msgspec
import pytest
from typer.testing import CliRunner

from office.test_record import rehash
from qipan.cli import build
from qipan.kernel.errors import Corrupt
from qipan.office.record.fingerprint import read_fingerprint
from qipan.office.verification import verify_record
from qipan.store.record.beside import SqlBeside
from qipan.store.record.signing_key import SigningKey, check_signatures, is_signed, key_beside
from qipan.wiring import open_house, open_log

NAMES = ("Ada", "Bo", "Cy", "Di")


def run(path, *words):
    done = CliRunner().invoke(build(), [*words, "--data", str(path)])
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.output


@pytest.fixture
def played(tmp_path):
    path = tmp_path / "j.sqlite"
    run(path, "new", "wx-14", "men", "--id", "cup")
    for name in NAMES:
        run(path, "enter", "cup", name, "--unit", name)
    run(path, "pair", "cup")
    return path


def check(path, against=None):
    log = open_log(str(path), read_only=True)
    try:
        found = verify_record(log, SqlBeside(log.engine), against and read_fingerprint(against))
        return found, check_signatures(log.read("checkpoints"))
    finally:
        log.close()


def made(path):
    house = open_house(str(path))
    try:
        return house.checkpoints.all()
    finally:
        house.close()


def test_a_published_round_has_a_signed_checkpoint_that_later_work_keeps(played):
    (first,) = made(played)
    assert (first.competition, first.section, first.round) == ("cup", "men", 1)
    assert first.key == key_beside(played, b"").public
    for board in (1, 2):
        run(played, "result", "cup", str(board), "1-0")
    run(played, "pair", "cup")
    found, signed = check(played, f"{first.size}-{first.root}")
    assert (signed, found.since > 5) == (2, True)
    second = made(played)[1]
    assert second.round == 2
    assert check(played, f"{second.size}-{second.root}")[0].since == found.since - (
        second.size - first.size
    )


def test_history_written_anew_is_placed_between_two_checkpoints(played):
    (first,) = made(played)
    for board in (1, 2):
        run(played, "result", "cup", str(board), "1-0")
    run(played, "pair", "cup")
    with sqlite3.connect(played) as connection:
        number, payload = connection.execute(
            "SELECT rowid, payload FROM event WHERE name = 'result-recorded/1' LIMIT 1"
        ).fetchone()
        event = msgspec.json.decode(payload)
        event["score"]["seats"].reverse()
        changed = msgspec.json.encode(event).decode()
        connection.execute("UPDATE event SET payload = ? WHERE rowid = ?", (changed, number))
        rehash(connection)
    with pytest.raises(Corrupt, match=f"events {first.size + 1} to"):
        check(played)


def test_a_checkpoint_that_another_key_signed_is_named(played):
    other = SigningKey(b"7" * 32).public
    shell = CliRunner()
    own = made(played)[0].key
    assert shell.invoke(build(), ["verify", str(played), "--key", own]).exit_code == 0
    wrong = shell.invoke(build(), ["verify", str(played), "--key", other])
    assert wrong.exit_code
    assert "not signed with this key" in wrong.output


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
def test_the_paper_in_the_hall_carries_the_code(played, tmp_path):
    (first,) = made(played)
    out = tmp_path / "pairings.pdf"
    run(played, "document", "cup", "pairings", "--language", "en", "--out", str(out))
    text = subprocess.run(["pdftotext", str(out), "-"], capture_output=True, check=True).stdout
    code = re.search("Record (\\d+-[0-9a-f\u200b-]+)", text.decode())[1]  # as it is copied
    assert code.startswith(f"{first.size}-")
    assert check(played, code)[0].since >= 1


def test_a_key_is_made_once_and_for_its_owner_only(tmp_path):
    journal = tmp_path / "j.sqlite"
    one = key_beside(journal, b"1" * 32)
    two = key_beside(journal, b"2" * 32)
    assert one.public == two.public
    assert (tmp_path / "j.sqlite.key").stat().st_mode & 0o077 == 0
    assert is_signed(one.public, b"text", one.sign(b"text"))
    assert not is_signed(one.public, b"other", one.sign(b"text"))
    assert not is_signed("zz", b"text", one.sign(b"text"))
