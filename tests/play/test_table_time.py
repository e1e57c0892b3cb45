"""The time of a whole table (C2; UN-S 2, 13): levels decide, then the bank, then a lot."""

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec
import pytest

from desk.clauses.play import Case
from qipan.desk.online.seating import control_of
from qipan.games import game_named
from qipan.journal.live import events
from qipan.journal.live.table import fold_table, stream_of
from qipan.kernel.clock import Untimed
from qipan.play.automatic_moves import AutomaticMoves
from qipan.play.owner import Owner, OwnerDependencies
from qipan.play.owner_acts import TableMove, owner_act, resumed
from qipan.play.recovery import recover, stop
from qipan.play.room import QueuedCommand
from qipan.sections.lookup import event_of
from qipan.store.memory import MemoryLog

MINUTE = 60_000
START = datetime(2026, 1, 1, 14, tzinfo=UTC)


class Hall:
    """One table of shengji and a clock that is set by hand."""

    def __init__(self, log=None, clock=0):
        self.clock, self.log, self.posted = clock, log or MemoryLog(), []
        self.owner = Owner(
            OwnerDependencies(self.log, self.now, lambda: self.clock, self.posted.append, Random(5))
        )
        AutomaticMoves(self.owner)

    def now(self):
        return START + timedelta(milliseconds=self.clock)

    def settle(self):
        while self.posted:
            self.posted.pop(0)()

    def open(self, minutes=40, begin=True):
        opened = events.TableOpened(
            game="shengji",
            engine=game_named("shengji").engine,
            controls=(Untimed(),) * 4,
            occupants=("a", "b", "c", "d"),
            setup={"flip": "S2", "flipper": 0},
            table_time=minutes * MINUTE,
        )
        self.owner.open("t", opened, begin=begin)
        self.settle()
        return self

    @property
    def table(self):
        return self.owner.rooms["t"].table

    def play(self, text, seat=-1):
        command = QueuedCommand(None, TableMove(text, seat), self.clock, "test")
        self.owner.put(self.owner.rooms["t"], command)
        self.settle()

    def run_to(self, minutes, seconds=0, step=1000):
        until = minutes * MINUTE + seconds * 1000
        while self.clock < until and not self.table.over:
            self.clock = min(until, self.clock + step)
            self.owner.tick()
            self.settle()
        return self


def test_un_s_2_nobody_came_and_a_lot_decides_within_40_seconds():
    hall = Hall().open().run_to(39, 59)
    assert hall.table.outcome is None
    hall.run_to(40, 40)
    assert hall.table.outcome.rule == "shengji.match.lot"


def led(hall):
    """Play at random until a card is led in the first deal."""
    dice, game = Random(3), game_named("shengji")
    while not (hall.table.state.deal.trick or hall.table.state.deal.tricks):
        state = hall.table.state
        seat = game.acting(state)[0]
        move = game.table_move(state, dice) if seat < 0 else game.sample(state, seat, dice)
        hall.play(game.write(state, seat, move), seat)
    return hall


def test_un_s_13_at_equal_levels_who_has_the_bank_wins():
    hall = led(Hall().open())
    bank = hall.table.state.deal.banker
    hall.run_to(40, 1)
    assert (hall.table.state.time_up, hall.table.outcome) == (True, None)  # it was led to
    hall.run_to(40, 40)
    outcome = hall.table.outcome
    assert (outcome.rule, outcome.places[bank]) == ("shengji.match.on-stage", 1)


@pytest.mark.parametrize("side", [0, 1])
def test_un_s_2_the_higher_level_wins_whoever_stops_playing(side):
    hall = led(Hall().open())
    levels = (3, 2) if side == 0 else (2, 3)
    hall.table.state = msgspec.structs.replace(hall.table.state, levels=levels)
    hall.run_to(40, 40)
    outcome = hall.table.outcome
    assert (outcome.rule, outcome.places[side]) == ("shengji.match.higher-level", 1)


def test_a_seat_has_no_clock_of_its_own_that_could_lose():
    case = Case("un-games", "shengji", 4).begin()
    assert isinstance(control_of(event_of(case.state, case.now), case.now, "online"), Untimed)


def test_while_clocks_stand_the_time_of_the_table_stands():
    hall = led(Hall().open()).run_to(30)
    stop(hall.owner)
    hall.settle()
    assert hall.table.left == 10 * MINUTE
    again = Hall(hall.log, clock=60 * MINUTE)
    recover(again.owner, again.now())
    again.settle()
    again.owner.put(again.owner.rooms["t"], owner_act(resumed("all here"), again.clock))
    again.settle()
    again.run_to(69, 59)
    assert not again.table.state.time_up
    again.run_to(70, 40)
    assert again.table.over


def test_the_journal_tells_the_end_again():
    hall = Hall().open().run_to(41)
    told = fold_table("t", list(hall.log.read(stream_of("t"))))
    assert (told.outcome.places, told.ends) == (hall.table.outcome.places, hall.table.ends)
