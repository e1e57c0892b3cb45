"""A computer player never loses on time by thinking: its clock says how long a move may take."""

import threading
import time
from random import Random

import pytest

from play.table_room import Hall
from play.test_guests import engine, first_state
from qipan.games import game_named
from qipan.games.computer_players import computer_of, computer_of_level
from qipan.kernel.clock import ByoYomi, Increment, PerMove, Untimed, fair_share, first_reading
from qipan.kernel.guest_talk import GuestFailed
from qipan.kernel.ids import Seat
from qipan.kernel.levels import HIGHEST
from qipan.play.automatic_moves import BOT_PACE
from qipan.play.guests.house_of_guests import GuestTime, HouseOfGuests
from qipan.play.thinking.process import ThinkingProcess, Thought, time_left

SHARES = [
    # control                    milliseconds for the first move
    (Untimed(), None),
    (Increment(30_000), 375),
    (Increment(600_000, 5_000), 11_250),
    (Increment(1_000, 60_000), 750),
    (ByoYomi(80_000, 10_000, 3), 8_500),
    (ByoYomi(0, 10_000, 1), 7_500),
    (PerMove(80_000, 60_000), 1_000),
    (PerMove(900_000, 1_000), 750),
]


@pytest.mark.parametrize(("control", "share"), SHARES, ids=str)
def test_a_move_takes_a_share_that_leaves_time_for_many_more(control, share):
    assert fair_share(control, first_reading(control)) == share


class Waiting:
    """Thinks about nothing, and keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, work, then):
        self.asked.append(work.thought)

    def interrupt(self, table):
        """Nothing is under way."""


@pytest.mark.parametrize(
    ("control", "pace", "seconds", "patience"),
    [
        (Increment(30_000), 93, 0.282, 7.476),
        (Increment(600_000, 5_000), BOT_PACE, 10.85, 149.9),
        (Untimed(), BOT_PACE, None, None),
    ],
    ids=["half a minute", "ten minutes", "no clock"],
)
def test_a_computer_is_asked_for_a_move_within_its_time(control, pace, seconds, patience):
    hall = Hall()
    waiting = hall.automatic._background = Waiting()
    hall.open("go", [control] * 2, bots=(0,))
    hall.wait(pace - 1)
    assert waiting.asked == []
    hall.wait(1)
    (thought,) = waiting.asked
    assert (thought.seconds, thought.patience) == (seconds, patience)


def test_what_waits_for_its_turn_has_less_time():
    assert time_left(None, 0) is None
    assert time_left(5.0, time.monotonic() - 60) == 0
    assert 3 < time_left(5.0, time.monotonic() - 1) <= 4


@pytest.mark.parametrize("name", ["xiangqi", "go", "gomoku", "chinese-checkers"])
def test_without_time_the_quick_player_moves(name):
    game = game_named(name)
    state = game.start(game.rules_type(), 2, {})
    seat = game.acting(state)[0]
    hurried = computer_of_level(game, HIGHEST, lambda: 0.0, seconds=0.0)
    assert hurried(state, seat, Random(3)) == computer_of(game)(state, seat, Random(3))


def test_a_hurried_thought_does_not_ask_whether_the_game_is_lost(monkeypatch):
    asked = []
    monkeypatch.setattr("qipan.play.thinking.process.gives_up", lambda *_: asked.append(1) or False)
    state = first_state("go")
    Thought("t", "go", 1, Seat(0), state, 5, seconds=0.3).move(lambda: 0.0)
    assert asked == []
    Thought("t", "go", 1, Seat(0), state, 5).move(lambda: 0.0)
    assert asked == [1]


def test_a_child_that_is_killed_in_the_middle_of_a_thought_is_asked_once_more():
    thinking, state = ThinkingProcess(), first_state("gomoku")
    thought = Thought("t", "gomoku", 4, Seat(0), state, 5)
    try:
        assert thinking.ask(thought) == thought.move()
        first, found = thinking._child, []
        first.send_signal(19)  # it stands still: the question is sent, and not answered
        asking = threading.Thread(target=lambda: found.append(thinking.ask(thought)))
        asking.start()
        while not thinking._at:
            time.sleep(0.01)
        time.sleep(0.1)
        first.kill()
        asking.join(30)
        assert found == [thought.move()]
        assert thinking._child.pid != first.pid
    finally:
        thinking.stop()


def test_a_guest_is_given_up_when_its_clock_says_so():
    guests = HouseOfGuests([engine("gtp", "slow", seconds=30)])
    state = first_state("go")
    begun = time.monotonic()
    try:
        with pytest.raises(GuestFailed, match="slow"):
            guests.answer("Small", state, GuestTime(0.1, 0.5))
        assert time.monotonic() - begun < 10
    finally:
        guests.stop()


def test_nobody_waits_for_a_guest_that_plays_elsewhere_longer_than_their_clock_allows():
    guests = HouseOfGuests([engine("gtp")])
    try:
        with guests._chairs["Small"].turn, pytest.raises(GuestFailed, match="elsewhere"):
            guests.answer("Small", first_state("go"), GuestTime(0.1, 0.1))
        assert guests.answer("Small", first_state("go"), GuestTime(5, 10)).text == "D3"
    finally:
        guests.stop()
