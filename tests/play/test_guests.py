"""Guests: programs of others, each protocol against a small engine of our own."""

import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from play.table_room import Hall
from qipan.games import game_named
from qipan.games.computer_players import computer_of
from qipan.games.guest_engines import GuestEngine, checked_engines
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.guest_talk import GuestFailed
from qipan.kernel.ids import Seat
from qipan.play.guests.house_of_guests import HouseOfGuests, PlayedByHouse
from qipan.play.guests.program import MOST_SAID, Program
from qipan.play.thinking.threads import ThinkingThreads
from qipan.settings import read_settings

FIRST = {"xiangqi": [], "go": [], "gomoku": ["h8"]}
SMALL = str(Path(__file__).with_name("small_engine.py"))
GAMES = {"uci": "xiangqi", "ucci": "xiangqi", "gtp": "go", "gomocup": "gomoku"}


def engine(protocol, *how, seconds=0.5):
    command = (sys.executable, "-S", SMALL, protocol, *how)
    return GuestEngine("Small", GAMES[protocol], protocol, command, seconds)


def first_state(game):
    found = game_named(game)
    return found.start(found.rules_type(), 2, {})


def after(game, state, moves):
    found = game_named(game)
    for text in moves:
        seat = found.acting(state)[0]
        state = found.play(state, seat, found.read(state, seat, text))
    return state


@pytest.mark.parametrize(
    ("protocol", "moves", "first", "second"),
    [
        ("uci", ["h2e2"], "h2e2", "h7e7"),
        ("ucci", ["h2e2"], "h2e2", "h7e7"),
        ("gtp", ["D3"], "D3", "E3"),
        ("gomocup", ["f6"], "f6", "g6"),
    ],
)
def test_each_protocol_gives_legal_moves_of_both_sides(protocol, moves, first, second):
    game = GAMES[protocol]
    guests = HouseOfGuests([engine(protocol)])
    rules, state = game_named(game), first_state(game)
    try:
        assert guests.playing(game) == ["Small"]
        move = guests.move("Small", game, state, Seat(0))
        assert rules.write(state, Seat(0), move) == first
        later = after(game, state, moves)
        move = guests.move("Small", game, later, Seat(1))  # the same process goes on
        assert rules.write(later, Seat(1), move) == second
        if game == "xiangqi":
            assert guests.answer("Small", state).value == 37
    finally:
        guests.stop()


@pytest.mark.parametrize("protocol", GAMES)
@pytest.mark.parametrize("how", ["crash", "slow", "illegal", "flood", "wide", "long", "deaf"])
def test_what_fails_is_played_by_the_house_and_said(protocol, how, monkeypatch):
    monkeypatch.setattr("qipan.play.guests.house_of_guests.GRACE", 0.1)
    monkeypatch.setattr("qipan.play.guests.house_of_guests.STARTING", 1.5)
    guests, game = HouseOfGuests([engine(protocol, how, seconds=0.1)]), GAMES[protocol]
    state = after(game, first_state(game), FIRST[game])
    seat = game_named(game).acting(state)[0]

    def house():
        return computer_of(game_named(game))(state, seat, Random(1))

    try:
        found = guests.move_or_house("Small", game, (state, seat), house)
    finally:
        guests.stop()
    assert isinstance(found, PlayedByHouse)
    assert found.guest == "Small"
    game_named(game).play(state, seat, found.move)
    assert "no move from the guest" in found.why


def test_what_a_guest_started_ends_with_it(tmp_path):
    """A wrapper named by the administrator may start the engine as a child of its own."""
    kept = tmp_path / "pid"
    guests = HouseOfGuests([engine("uci", "family", str(kept), seconds=5)])
    with pytest.raises(GuestFailed):
        guests.answer("Small", first_state("xiangqi"))
    guests.stop()
    child = int(kept.read_text())
    until = time.monotonic() + 20
    while running(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not running(child)


def running(process):
    """Say whether a process is there and not a mere entry of one that ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_what_waits_to_be_heard_is_bounded():
    """However much a guest says at once, the server keeps little of it."""
    program = Program(engine("uci", "wide"))
    try:
        program.give(30)
        program.say("position fen x w\ngo")
        heard = 0
        with suppress(GuestFailed):
            while heard <= MOST_SAID:
                heard += len(program.hear())
        assert 0 < heard <= MOST_SAID
    finally:
        program.stop()


def test_a_program_that_is_not_there_rests_after_three_failures():
    guests = HouseOfGuests([GuestEngine("Gone", "go", "gtp", ("/nowhere/at/all",))])
    for _ in range(3):
        with pytest.raises(GuestFailed, match="cannot be started: /nowhere/at/all: No such file"):
            guests.answer("Gone", first_state("go"))
    with pytest.raises(GuestFailed, match="rests"):
        guests.answer("Gone", first_state("go"))
    with pytest.raises(Unknown):
        guests.answer("Nobody", first_state("go"))


def test_only_the_settings_name_guests_and_nonsense_is_refused():
    text = '[[engines]]\nname = "G"\ngame = "go"\nprotocol = "gtp"\ncommand = ["gnugo"]\n'
    assert read_settings(text, {}, {}).engines[0].command == ("gnugo",)
    for wrong in (
        text.replace("gtp", "uci"),
        text.replace('["gnugo"]', "[]"),
        text.replace('"G"', '"<b>"'),
        text + text,
        text + "shell = true\n",
    ):
        with pytest.raises((BadInput, Unknown)):
            read_settings(wrong, {}, {})
    assert checked_engines([]) == {}


def test_a_guest_sees_no_secret_of_the_server(monkeypatch, tmp_path):
    monkeypatch.setenv("QIPAN_METRICS_TOKEN", "a-secret-of-this-server")
    seen = tmp_path / "seen"
    script = f"import os; open({str(seen)!r}, 'w').write(repr(dict(os.environ)))"
    guests = HouseOfGuests([GuestEngine("Spy", "go", "gtp", (sys.executable, "-c", script))])
    with pytest.raises(GuestFailed):
        guests.answer("Spy", first_state("go"))
    guests.stop()
    assert "a-secret-of-this-server" not in seen.read_text()


class Here:
    """Background work done at once, the way threads do it."""

    def __init__(self, guests):
        self._threads = ThinkingThreads.__new__(ThinkingThreads)
        self._threads._guests = guests

    def __call__(self, work, then):
        find = self._threads._of_guest(work.thought, work.here, time.monotonic())
        then(work.contained(find))

    def interrupt(self, table):
        pass


def test_a_table_plays_its_guest_and_notes_when_the_house_played():
    from qipan.play.automatic_moves import AutomaticMoves

    for how, noted in (((), 0), (("crash",), 1)):
        guests = HouseOfGuests([engine("gomocup", *how)])
        reported = []
        hall = Hall(report=lambda table, error, heard=reported: heard.append(str(error)))
        hall.owner.on_stored.clear()
        hall.owner.on_due.clear()
        AutomaticMoves(hall.owner, Here(guests))
        room = hall.open(bots=(1,), counts=False, origin={"guest": "Small"}, level=2)
        hall.sit(room, Seat(0)).move("h8")
        hall.wait(2000, 100)
        guests.stop()
        assert len(room.table.moves) == 2
        if not how:
            assert room.table.moves[1].texts[0] == "f6"
        notes = [each.payload for each in hall.owner.watch.read("t1")]
        assert sum("guest-failed" in each for each in notes) == noted
        assert len(reported) == noted


def test_gnu_go_plays_as_a_guest():
    program = shutil.which("gnugo", path="/usr/games:/usr/local/bin:/usr/bin")
    if program is None:
        pytest.skip("gnugo is not installed on this machine")
    found = GuestEngine("GNU Go", "go", "gtp", (program, "--mode", "gtp", "--level", "1"))
    guests = HouseOfGuests([found])
    rules = game_named("go")
    state = rules.start(rules.rules_type(size=9), 2, {})
    try:
        for _ in range(6):
            seat = rules.acting(state)[0]
            state = rules.play(state, seat, guests.move("GNU Go", "go", state, seat))
    finally:
        guests.stop()
    assert len(state.log) == 6


def test_what_is_the_houses_to_decide_is_no_failure_of_a_guest():
    """Dead stones and openings: nothing is noted, and the program goes on."""
    guests, state = HouseOfGuests([engine("gtp")]), after("go", first_state("go"), ["pass"] * 2)
    seat = game_named("go").acting(state)[0]
    try:
        assert guests.move("Small", "go", first_state("go"), Seat(0))
        running = guests._chairs["Small"].program
        assert guests.move_or_house("Small", "go", (state, seat), lambda: "of the house") == (
            "of the house"
        )
        assert guests._chairs["Small"].program is running
        assert guests._chairs["Small"].failures == 0
    finally:
        guests.stop()
