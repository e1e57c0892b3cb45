"""A live table run by hand: time moves only when a test says so."""

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from qipan.games import game_named
from qipan.journal.live.events import TableOpened
from qipan.kernel.clock import Increment
from qipan.kernel.ids import Seat
from qipan.play.automatic_moves import AutomaticMoves
from qipan.play.error_containment import not_reported
from qipan.play.owner import Owner, OwnerDependencies
from qipan.play.reception import arrive
from qipan.play.room import Outbox, Viewer
from qipan.store.memory import MemoryLog

START = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = 60_000


class Time:
    """A clock that stands still."""

    def __init__(self):
        self.ms = 1_000_000

    def now(self):
        return START + timedelta(milliseconds=self.ms)


class Hall:
    """An owner on a log in memory, with a clock in the test's hand."""

    def __init__(self, log=None, time=None, post=None, hurry=1, report=not_reported, salted=False):
        self.log, self.time = log or MemoryLog(), time or Time()
        post = post or (lambda what: what())
        given = OwnerDependencies(
            self.log, self.time.now, lambda: self.time.ms, post, Random(7), report, salted=salted
        )
        self.owner = Owner(given)
        self.automatic = AutomaticMoves(self.owner, hurry=hurry)

    def open(self, game="gomoku", controls=None, begin=True, name="t1", **more):
        found = game_named(game)
        seats = more.pop("seats", None) or found.seats(found.rules_type(**more.get("rules", {})))[0]
        controls = controls or [Increment(10 * MINUTE)] * seats
        opened = TableOpened(
            game=game,
            engine=found.engine,
            setup=more.pop("setup", None)
            or found.deal(found.rules_type(**more.get("rules", {})), seats, Random(3)),
            controls=tuple(controls),
            occupants=tuple(f"p{seat}" for seat in range(seats)),
            **more,
        )
        return self.owner.open(name, opened, begin=begin).result(1)

    def sit(self, room, seat=None, arbiter="", since=0):
        return Client(self, room, seat, arbiter, since)

    def wait(self, ms, step=None):
        """Let time pass, in steps if things are due on the way."""
        end = self.time.ms + ms
        while self.time.ms < end:
            self.time.ms = min(end, self.time.ms + (step or ms))
            self.owner.tick()


class Client:
    """A connection without a network."""

    def __init__(self, hall, room, seat, arbiter, since):
        self.hall = hall
        self.outbox = Outbox(lambda: None)
        self.viewer = Viewer(room, seat, arbiter, self.outbox)
        self.guest = arrive(hall.owner, self.viewer, since)

    def send(self, kind, **fields):
        self.guest.receive(msgspec.json.encode({"type": kind, **fields}))
        return self.read()

    def move(self, text, **fields):
        return self.send("move", text=text, **fields)

    def read(self):
        """Take what was said, pings of the server aside."""
        found = [msgspec.json.decode(message) for message in self.outbox.unread]
        self.outbox.unread.clear()
        self.pings = [each["t"] for each in found if each["type"] == "ping"]
        return [each for each in found if each["type"] != "ping"]

    def leave(self):
        self.guest.leave()


def kinds(messages):
    return [message.get("kind") or message["type"] for message in messages]


def last(messages, kind):
    return [each for each in messages if kind in (each.get("kind"), each["type"])][-1]


def seated(hall, **more):
    room = hall.open(**more)
    players = [hall.sit(room, Seat(seat)) for seat in range(room.table.seats)]
    for player in players:
        player.read()
    return room, players


def left(room, hall, seat):
    return last(hall.sit(room).read(), "state")["clocks"]["seats"][seat]["left"]
