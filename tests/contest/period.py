"""A contest run by hand: desk, scheduler and live tables on one journal and one clock."""

import hashlib
from datetime import UTC, datetime, timedelta

from play.table_room import Hall, Time
from qipan.contest import OwnerHall, Scheduler
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, Seat, SectionId
from qipan.office.office import Office, Surroundings
from qipan.play.recovery import recover
from qipan.store.memory import MemoryLog, MemoryPeople, MemorySecrets

HOME, ENTRY = CompetitionId("gm"), SectionId("entry")
DAYS = ("2026-03-07", "2026-03-08")
ZONE = "+08:00"


def shanghai(text):
    """A moment, as a clock in Shanghai shows it."""
    return datetime.fromisoformat(f"{text}+08:00").astimezone(UTC)


def at_once(work):
    """Run what never waits: a hall on an owner in the same thread."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")


class Clock(Time):
    """A clock in the test's hand, for tables and desk alike."""

    def __init__(self, start):
        self._origin, self.ms = start, 0

    def now(self):
        return self._origin + timedelta(milliseconds=self.ms)

    def set(self, moment):
        self.ms = round((moment - self._origin) / timedelta(milliseconds=1))


class Dice:
    """Bytes that depend on how much was stored, as in a simulation: a restart throws the same."""

    def __init__(self, log):
        self.log, self.version, self.calls = log, -1, 0

    def __call__(self, size):
        version = sum(self.log.version(stream) for stream in self.log.streams("competition/"))
        self.calls = self.calls + 1 if version == self.version else 0
        self.version = version
        return hashlib.shake_256(f"{version}/{self.calls}".encode()).digest(size)


class Period:
    """One period of the entry tournament."""

    def __init__(self, log=None, kept=None, clock=None):
        self.log = log or MemoryLog()
        self.people, self.secrets = kept or (MemoryPeople(), MemorySecrets())
        self.time = clock or Clock(shanghai("2026-03-07T12:00"))
        around = Surroundings(self.log, self.people, self.secrets, self.time.now, Dice(self.log))
        self.office = Office(around)
        self.hall = Hall(self.log, self.time)
        self.back = recover(self.hall.owner, self.time.now())
        self.tables = OwnerHall(self.hall.owner)
        self.scheduler = Scheduler(self.office)
        self.office._announce = self.scheduler.announce

    def again(self, log=None):
        """The same after a restart: only what was stored is left."""
        return Period(log or self.log, (self.people, self.secrets), self.time)

    # -- setting up ----------------------------------------------------------------------------

    def opened(self, entrants, book="gm-2025", event="entry", **terms):
        self.office.create(HOME, "t", "GM", book)
        self.do(
            OpenSection(section=ENTRY, title="Entry", under=event, options={"entry_checks": False})
        )
        people = [Newcomer(Person(name=f"bot {number:02}"), 1500) for number in range(entrants)]
        self.office.enter_all(HOME, ENTRY, "t", people)
        self.do(OpenContest(section=ENTRY, zone=ZONE, **terms))
        return self

    def planned(self, **terms):
        self.do(PlanRounds(section=ENTRY, **(terms or {"days": DAYS})))
        return self

    def do(self, command):
        return self.office.carry_out(HOME, "chief", command)

    # -- looking -------------------------------------------------------------------------------

    @property
    def state(self):
        return self.office.state(HOME)

    @property
    def section(self):
        return self.state.sections[ENTRY]

    def names(self):
        return [each.name for each in self.log.read("competition/gm")]

    # -- time ----------------------------------------------------------------------------------

    def step(self):
        """Once round: facts, the desk, the tables."""
        facts = at_once(self.tables.facts(self.scheduler.tables, self.scheduler.others))
        at_once(self.tables.act(self.scheduler.step(self.time.now(), facts)))
        self.hall.owner.tick()

    def settle(self):
        """Until nothing more happens at this moment."""
        before = None
        while before != (now := sum(self.log.version(each) for each in self.log.streams())):
            before = now
            for _ in range(3):
                self.step()

    def at(self, text):
        """Let it be this time in Shanghai."""
        self.time.set(shanghai(text))
        self.settle()
        return self

    # -- playing -------------------------------------------------------------------------------

    def board_of(self, who):
        return next((each for each in self.scheduler.tables.values() if who in each.seats), None)

    def sit(self, wanted, *entrants):
        """Sit down; gives the clients by entrant."""
        room = self.hall.owner.room(wanted.table)
        seats = enumerate(wanted.seats)
        return {
            who: self.hall.sit(room, Seat(seat))
            for seat, who in seats
            if not entrants or who in entrants
        }

    def play(self, wanted, winner=None, think=1000):
        """Play a table out: the winner makes five, or it is agreed drawn; gives the room."""
        players = self.sit(wanted)
        seats = [players[who] for who in wanted.seats]
        room = self.hall.owner.room(wanted.table)
        if winner is None:
            self.time.ms += think
            seats[0].move("h8")
            seats[0].send("offer", what="draw")
            seats[1].send("answer", what="draw", accept=True)
        for column, mine, other in zip("abcde", (1,) * 5, (9, 9, 9, 9, 11), strict=True):
            for seat, who in enumerate(wanted.seats):
                if winner is None or room.table.over:
                    break
                row = mine if who == winner else other
                self.time.ms += think
                seats[seat].move(f"{column}{row}")
        assert room.table.over, room.table.moves
        for client in seats:
            client.leave()
        return room
