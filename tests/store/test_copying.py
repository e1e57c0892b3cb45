"""From one storage to another: equal in every hash and every row, or refused."""

import json

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from qipan.cli import build
from qipan.kernel.errors import BadInput, Corrupt
from qipan.simulation.event import simulate
from qipan.store.migration_copy import Storage, copy_all, copy_events, fingerprint
from qipan.wiring import open_house, open_log, simulated_office


@pytest.fixture
def filled(tmp_path):
    """A file with an event that was played, an account, a session and a link."""
    path = str(tmp_path / "from.sqlite")
    office = simulated_office(1, path)
    simulate(office, "un-games", "xiangqi", entries=6, seed=1)
    office.around.log.close()
    house = open_house(path)
    house.accounts.create("chen", "陈", None)
    house.accounts.open_session("chen", "t", 10)
    house.accounts.make_link("chen", "u", 10)
    house.side_tables.attachments.keep("image/png", b"a picture")
    house.close()
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "to.sqlite")
    return request.getfixturevalue("postgres").fresh()


def whole(data, **words):
    log = open_log(data, **words)
    return Storage(log, log.engine)


def run(*words):
    return CliRunner().invoke(build(), [*words])


def test_everything_arrives_and_verifies(filled, empty, tmp_path):
    done = run("migrate-data", filled, empty, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told["events"] > 20
    assert {name: count for name, count in told["rows"].items() if count} == {
        "account": 1,
        "attachment": 1,
        "session": 1,
        "sign_in_link": 1,
        "person": 6,
        "secret": told["rows"]["secret"],
    }
    checked = json.loads(run("verify", empty, "--json").output)
    assert checked["valid"]
    log = open_log(empty, read_only=True)
    beside = len(log.read("register"))
    log.close()
    assert checked["events"] == told["events"] - 1 - beside  # the text of the book is no act
    before = json.loads(run("verify", filled, "--json").output)["fingerprint"]
    assert run("verify", empty, "--against", before).exit_code == 0
    # Again changes nothing; and back into a file gives the same fingerprint.
    assert json.loads(run("migrate-data", filled, empty, "--json").output) == told
    back = str(tmp_path / "back.sqlite")
    assert json.loads(run("migrate-data", empty, back, "--json").output) == told


def test_a_journal_of_an_older_version_is_named_not_half_copied(filled, empty):
    log = open_log(filled)
    with log.engine.begin() as connection:
        connection.execute(text("DROP TABLE passkey"))
    log.close()
    done = run("migrate-data", filled, empty)
    assert done.exit_code != 0
    assert "older version" in str(done.exception) + done.output


def test_a_copy_that_was_interrupted_goes_on(filled, empty):
    source, target = whole(filled, read_only=True), whole(empty)
    first = source.log.streams()[0]
    half = source.log.read(first)[:5]
    from qipan.store.migration_copy import _batch_of, _batches

    for part in _batches(half):
        target.log.append(_batch_of(part))
    assert target.log.version(first) == 5
    assert copy_all(source, target) == fingerprint(source)
    for each in (source, target):
        each.log.close()


def test_a_target_with_another_history_is_refused(filled, tmp_path):
    other = str(tmp_path / "other.sqlite")
    office = simulated_office(2, other)
    simulate(office, "un-games", "xiangqi", entries=6, seed=2)
    office.around.log.close()
    source, target = whole(filled, read_only=True), whole(other)
    with pytest.raises(Corrupt, match=r"different events|no such event"):
        copy_events(source.log, target.log)
    for each in (source, target):
        each.log.close()


def test_a_target_with_another_competition_is_refused(filled, tmp_path):
    house = open_house(str(tmp_path / "to.sqlite"))
    house.office.create("else", "t", "Else", "wx-14")
    house.close()
    source, target = whole(filled, read_only=True), whole(str(tmp_path / "to.sqlite"))
    with pytest.raises(BadInput, match="competition/else"):
        copy_all(source, target)
    for each in (source, target):
        each.log.close()


def test_a_row_that_differs_is_found(filled, tmp_path):
    source, target = whole(filled, read_only=True), whole(str(tmp_path / "to.sqlite"))
    copy_all(source, target)
    with target.engine.begin() as connection:
        connection.execute(text("UPDATE account SET display = 'x'"))
    with pytest.raises(BadInput, match="differ"):
        copy_all(source, target)
    for each in (source, target):
        each.log.close()


def test_a_broken_source_is_not_copied(filled, tmp_path):
    broken = whole(filled)
    with broken.engine.begin() as connection:
        connection.execute(text("UPDATE event SET actor = 'x' WHERE version = 3"))
    broken.log.close()
    done = run("migrate-data", filled, str(tmp_path / "to.sqlite"))
    assert isinstance(done.exception, Corrupt)
    assert "event 3" in str(done.exception)


def test_onto_itself_is_refused(filled):
    assert isinstance(run("migrate-data", filled, filled).exception, BadInput)
