"""Kills at any moment of who writes entries, results, moves or copies: nothing is lost.

    python tests/faults/kills.py [--kills 1000] [--seed 1]      (part of ``make soak``)

A child works on one file and says what was acknowledged; it is killed (SIGKILL) after a random
time; then the file is opened again, and every acknowledged act must be in it. Children are forked
from a process that has done all of this once, so that a kill costs a few hundredths of a second.
"""

import argparse
import contextlib
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from play.table_room import Hall
from qipan.cli.server.backup import checked
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import CorrectResult
from qipan.host.demo import make_demo
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.results import Score
from qipan.store.record import backup as copying
from qipan.wiring import open_house

KINDS = ("entries", "results", "moves", "copies")
HOME, MEN = CompetitionId("cup"), SectionId("men")
FRESH = 80
"""Kills on one file; then a new one, as reading it back takes longer each time."""
EARLY = 0.2
"""Share of the kills that may come before anything was acknowledged."""


def say(pipe, kind, word):
    os.write(pipe, f"{kind} {word}\n".encode())


def entries(house, pipe, round_, folder):
    for number in range(10_000):
        name = f"p{round_}-{number}"
        house.office.enter(HOME, MEN, "ann", Newcomer(Person(name=name), unit=name))
        say(pipe, "entries", name)


def results(house, pipe, round_, folder):
    """Correct one result of the demo over and over, each time with a reason of its own."""
    for number in range(10_000):
        reason = f"r{round_}-{number}"
        command = correction(house, reason)
        house.office.carry_out(CompetitionId("demo"), "ann", command)
        say(pipe, "results", reason)


def correction(house, reason):
    state = house.office.state(CompetitionId("demo"))
    section = state.sections[SectionId("women")]
    board = sorted(section.rounds[0].results)[0]
    before = section.rounds[0].results[board].score
    return CorrectResult(
        section=section.id,
        round=section.rounds[0].number,
        board=board,
        score=Score(tuple(reversed(before.seats))),
        reason=reason,
    )


def moves(house, pipe, round_, folder):
    hall = Hall(log=house.log, post=lambda what: what())
    for game in range(1000):
        name = f"t{round_}-{game}"
        room = hall.open(name=name)
        hall.time.ms += 1
        for column in "abcdefghijklmno":
            for row in range(1, 16):
                before = room.table.version
                seat = room.table.game.acting(room.table.state)[0]
                hall.sit(room, seat).move(f"{column}{row}")
                while room.busy:
                    time.sleep(0.0005)
                if room.table.over:
                    break
                if room.table.version > before:
                    say(pipe, "moves", f"{name}:{room.table.version}")
            if room.table.over:
                break


def copies(house, pipe, round_, folder):
    for number in range(10_000):
        house.office.create(f"c{round_}-{number}", "ann", "Cup", "wx-14")
        at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=round_ * 1000 + number)
        data = Path(folder) / str(round_ // FRESH) / "j.sqlite"
        done, _ = copying.back_up(data, Path(folder) / "copies", at, checked)
        say(pipe, "copies", done.name)


WORK = {"entries": entries, "results": results, "moves": moves, "copies": copies}


def one(data, folder, kind, round_, dice):
    """Let a child work and kill it; gives what it said was done."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        with contextlib.suppress(BaseException):
            WORK[kind](open_house(data), write, round_, folder)
        os._exit(9)
    os.close(write)
    heard, patience = b"", time.monotonic() + 60
    early = dice.random() < EARLY
    while not early and b"\n" not in heard and time.monotonic() < patience:
        if select.select([read], [], [], 1)[0]:
            some = os.read(read, 65536)
            if not some:
                break
            heard += some
    time.sleep(dice.random() * 0.12)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while some := os.read(read, 65536):
        heard += some
    os.close(read)
    return [line.split(" ", 1)[1] for line in heard.decode().splitlines()]


def missing(data, folder, kind, said):
    """Open the file again, in a process of its own; give how much of what was said is not there."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        gone = len(said) + 1
        try:
            house = open_house(data)
            gone = sum(not there for there in look(house, folder, kind, said))
            house.close()
            checked(Path(data))
        except BaseException as error:  # noqa: BLE001
            print("FAULT", kind, repr(error)[:200], flush=True)
            gone = len(said) + 1
        os.write(write, str(gone).encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    found = int(os.read(read, 100) or b"-1")
    os.close(read)
    return found


def look(house, folder, kind, said):
    if kind == "entries":
        state = house.office.state(HOME)
        names = {each.name for each in house.office.names(state.sections[MEN]).values()}
        yield from (name in names for name in said)
    elif kind == "results":
        past = house.office.state(CompetitionId("demo")).past
        reasons = {getattr(each, "reason", "") for each in past}
        yield from (reason in reasons for reason in said)
    elif kind == "moves":
        for word in said:
            name, _, version = word.rpartition(":")
            yield house.log.version(f"table/{name}") >= int(version)
    else:
        for name in said:
            yield bool(checked(Path(folder) / "copies" / name))
        for path in (Path(folder) / "copies").glob("*.sqlite"):
            checked(path)
            path.unlink()


def prepare(data):
    """Make the file that is worked on; gives nothing that a forked child would share."""
    house = open_house(data)
    make_demo(house.office)
    house.office.create(HOME, "ann", "Cup", "wx-14")
    house.office.carry_out(HOME, "ann", OpenSection(section=MEN, title="Men", under="men"))
    correction(house, "")  # all that is read once is read now
    house.close()
    checked(Path(data))


def kill_all(kills, seed, seconds=1e9):
    """Kill so often; gives the kills and the acknowledged acts of each kind, and what was lost."""
    dice, made, done, lost = random.Random(seed), Counter(), Counter(), 0
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        for round_ in range(kills):
            if time.monotonic() > until:
                break
            data = f"{folder}/{round_ // FRESH}/j.sqlite"
            if not round_ % FRESH:
                Path(data).parent.mkdir()
                prepare(data)
            kind = KINDS[round_ % len(KINDS)]
            said = one(data, folder, kind, round_, dice)
            gone = missing(data, folder, kind, said)
            made[kind] += 1
            done[kind] += len(said)
            lost += gone
            if gone:
                print(f"LOST {gone} of {kind} at kill {round_}", flush=True)
    return made, done, lost


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--kills", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=1e9)
    asked = reader.parse_args()
    made, done, lost = kill_all(asked.kills, asked.seed, asked.seconds)
    for kind in KINDS:
        print(f"{kind}: {made[kind]} kills, {done[kind]} acknowledged", flush=True)
    print(f"all: {made.total()} kills, {done.total()} acknowledged, {lost} lost")
    return 1 if lost or not all(done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
