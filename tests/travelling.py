"""An event to travel with: made by the shell's own verbs, in this process."""

import io
import json
import sqlite3
import zipfile
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from typer.testing import CliRunner

from qipan.cli import build
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.formats.travel.event_file import EVENT, SIGNATURE
from qipan.host.travel.event_files import FileWanted, write_file
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.wiring import open_house

PLAYERS = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jo")
EVENING = SectionId("evening")
_app = []


def shell(path, *words, code=0):
    """Run a verb on a data file; gives what it said."""
    if not _app:
        _app.append(build())
    done = CliRunner().invoke(_app[0], [*map(str, words), "--data", str(path)])
    error = done.exception
    if code == 0:
        assert done.exit_code == 0, (words, done.output, error)
        return done.output
    assert error is not None, (words, done.output)
    return error


def as_json(path, *words):
    return json.loads(shell(path, *words, "--json"))


def verify(path, *words):
    """Give what verifying says; fails unless everything is correct."""
    if not _app:
        _app.append(build())
    done = CliRunner().invoke(_app[0], ["verify", str(path), *words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def make_event(path, name="cup", rounds=0, further=0):
    """Make a club evening of ten players: rounds played, and results of the next one."""
    with opened(path) as house:
        office, home = house.office, CompetitionId(name)
        section = OpenSection(section=EVENING, title=f"Evening {name}", under="evening")
        office.create(home, "test", f"The {name}", "club-swiss", [section])
        people = [Person(name=f"{each} of {name}", birth="1990-05-01") for each in PLAYERS]
        office.enter_all(home, EVENING, "test", [Newcomer(person) for person in people])
        office.carry_out(home, "test", CloseEntries(section=EVENING))
        office.commit_lot(home, EVENING, "test")
        office.draw_numbers(home, EVENING, "test")
        for _ in range(rounds):
            play_round(office, home)
        if further:
            play_round(office, home, further)


def play_round(office, home, boards=5):
    office.pair(home, EVENING, "test")
    number = len(office.state(home).sections[EVENING].rounds)
    office.carry_out(home, "test", PublishRound(section=EVENING, round=RoundNo(number)))
    record(office, home, *range(1, boards + 1))


def record(office, home, *boards):
    number = RoundNo(len(office.state(home).sections[EVENING].rounds))
    scored = [
        RecordResult(
            section=EVENING,
            round=number,
            board=BoardNo(board),
            score=Score((Points(2), Points(0))),
        )
        for board in boards
    ]
    office.carry_out_all(home, "test", scored)


@contextmanager
def opened(path):
    house = open_house(str(path))
    try:
        yield house
    finally:
        house.close()


def play_on(path, *boards, rounds=0, name="cup"):
    """Record results of the round under way, then play rounds."""
    with opened(path) as house:
        home = CompetitionId(name)
        if boards:
            record(house.office, home, *boards)
        for _ in range(rounds):
            play_round(house.office, home)


def stored(path):
    """Give every row of every table, for whoever asks whether anything was written."""
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"')))
            for (name,) in tables.fetchall()
        }


def events_of(path, stream):
    with sqlite3.connect(path) as connection:
        query = "SELECT version, hash FROM event WHERE stream = ? ORDER BY version"
        return connection.execute(query, (stream,)).fetchall()


def changed(content, change, sign=None):
    """Write a file again after ``change`` had a look at its journal; signed anew if asked."""
    parts = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    event = msgspec.json.decode(parts[EVENT])
    change(event["parcel"], parts)
    parts[EVENT] = msgspec.json.encode(event)
    if sign is not None:
        parts[SIGNATURE] = sign(parts[EVENT])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def event_file():
    """Give the file of a small event, as whoever tries to break readers begins with it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "event.sqlite"
        make_event(path, rounds=1)
        with opened(path) as house:
            return write_file(house, CompetitionId("cup"), FileWanted("test")).content
