"""Open matching: two-game matches, 2/1/0, totals, and qualification at the target."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import msgspec
import pytest

from play.slow_log import SlowLog
from play.table_room import Hall
from qipan.journal.live import events
from qipan.journal.live.lobby import (
    GameCounted,
    LobbyOpened,
    LobbyState,
    MatchMade,
    apply_lobby,
    lobby_in_public,
    period,
    read_lobby,
)
from qipan.kernel.clock import PerMove
from qipan.kernel.errors import BadInput, Refused, Unavailable
from qipan.kernel.ids import EntrantId, Seat
from qipan.play.lobbies.lobby import GRACE, Lobby
from qipan.play.outside_requests import tables_in_public
from qipan.play.owner_acts import owner_act

CLOCK = PerMove(15 * 60_000, 3 * 60_000)
TERMS = LobbyOpened(game="gomoku", engine="2", controls=(CLOCK, CLOCK), target=6)


def names():
    number = 0
    while True:
        number += 1
        yield f"g{number}"


def lobby_in(hall, terms=TERMS):
    made = names()
    return Lobby.open(hall.owner, "period-1", terms, lambda: next(made)).result(1)


def play_out(hall, table, dice):
    """Two sit down, play a move each, and end it: a win, a loss or a draw."""
    room = hall.owner.room(table)
    players = [hall.sit(room, Seat(seat)) for seat in (0, 1)]
    players[0].move("h8")
    players[1].move("a1")
    how = dice.randrange(3)
    if how < 2:
        players[how].send("resign")
    else:
        players[0].send("offer", what="draw")
        players[1].send("answer", what="draw", accept=True)
    assert room.table.over
    return room


RESULTS = [
    # two games, in half points of the first entrant; match points of both
    ((2, 2), (2, 0)),
    ((2, 1), (2, 0)),
    ((1, 2), (2, 0)),
    ((1, 1), (1, 1)),
    ((2, 0), (1, 1)),
    ((0, 2), (1, 1)),
    ((0, 1), (0, 2)),
    ((0, 0), (0, 2)),
]


@pytest.mark.parametrize(("games", "expected"), RESULTS)
def test_match_points(games, expected):
    state = LobbyState(TERMS)
    a, b = EntrantId("a"), EntrantId("b")
    apply_lobby(state, MatchMade(match=1, entrants=(a, b), tables=("x", "y")))
    for number, first in enumerate(games):
        assert state.totals == {}
        apply_lobby(state, GameCounted(match=1, number=number, half_points=(first, 2 - first)))
    assert (state.totals[a], state.totals[b]) == expected
    assert state.playing == {}


def test_a_period_of_open_matching():
    hall = Hall()
    lobby, dice = lobby_in(hall), Random(4)
    people = [EntrantId(f"p{number}") for number in range(6)]
    met = []
    for _ in range(5):
        for who in people:
            lobby.wait(who)
        made = lobby.match()
        assert len(made) == 3
        met.append({frozenset(match.entrants) for match in made})
        for match in made:
            first = play_out(hall, match.tables[0], dice)
            second = play_out(hall, match.tables[1], dice)
            assert first.table.opened.occupants == second.table.opened.occupants[::-1]
            assert match.over
    assert all(not before & after for before, after in pairwise(met))
    state = lobby.state
    assert sum(state.totals.values()) == 5 * 3 * 2
    expected = dict.fromkeys(people, 0)
    for match in state.matches.values():
        for who, points in zip(match.entrants, match.points(), strict=True):
            expected[who] += points
    assert state.totals == expected
    assert set(state.qualified) == {who for who in people if expected[who] >= 6}
    again = Lobby(Hall(hall.log, hall.time).owner, "period-1", lambda: "none")
    assert (again.state.totals, again.state.qualified) == (state.totals, state.qualified)


def test_spectators_learn_of_games_of_open_matching_when_the_delay_is_over():
    hall, minute = Hall(), 60_000
    lobby = lobby_in(hall, msgspec.structs.replace(TERMS, target=2, delay=5 * minute))
    for who in ("a", "b"):
        lobby.wait(EntrantId(who))
    (match,) = lobby.match()
    for table in match.tables:
        assert tables_in_public(hall.owner) == []  # that they are drawn says: they were free
        room = hall.owner.room(table)
        loser = match.entrants[1]
        players = [hall.sit(room, Seat(seat)) for seat in (0, 1)]
        players[0].move("h8")
        players[room.table.opened.occupants.index(loser)].send("resign")
    state = lobby.state
    assert state.qualified == [match.entrants[0]]
    for known in (state, read_lobby(hall.log, "period-1")):
        public = lobby_in_public(known, hall.time.now())
        assert (public.totals, public.played, public.qualified) == ({}, {}, [])
        assert not public.matches[1].games
    assert state.totals == {match.entrants[0]: 2, loser: 0}  # the players know
    hall.wait(5 * minute, step=1000)
    assert lobby_in_public(state, hall.time.now()) is state
    assert len(tables_in_public(hall.owner)) == 2


def test_a_correction_is_public_later_than_what_it_corrects():
    state = LobbyState(msgspec.structs.replace(TERMS, delay=60_000))
    a, b = EntrantId("a"), EntrantId("b")
    apply_lobby(state, MatchMade(match=1, entrants=(a, b), tables=("x", "y")))
    told = [(0, (2, 0), {}), (1, (2, 0), {}), (1, (0, 2), {a: 2, b: 0})]
    for minute, (number, points, totals) in enumerate(told, 1):
        now = datetime(2026, 3, 1, 10, minute, tzinfo=UTC)
        at = (now + timedelta(minutes=1)).isoformat()
        event = GameCounted(match=1, number=number, half_points=points, shown_from=at)
        apply_lobby(state, event)
        assert lobby_in_public(state, now).totals == totals, minute
    assert state.totals == {a: 1, b: 1}
    assert lobby_in_public(state, now + timedelta(minutes=1)).totals == {a: 1, b: 1}


def test_waiting_is_refused_during_a_match_and_outside_the_period():
    hall = Hall()
    now = hall.time.now()
    terms = LobbyOpened(
        game="gomoku", engine="2", controls=(CLOCK, CLOCK), ends=now.replace(year=2027).isoformat()
    )
    lobby = lobby_in(hall, terms)
    a, b = EntrantId("a"), EntrantId("b")
    lobby.wait(a)
    lobby.wait(b)
    assert len(lobby.match()) == 1
    with pytest.raises(Refused, match=r"lobby\.playing"):
        lobby.wait(a)
    hall.time.ms += 400 * 24 * 3600 * 1000
    with pytest.raises(Refused, match=r"lobby\.closed"):
        lobby.wait(EntrantId("c"))


def test_the_last_opponent_is_not_met_again_at_once():
    hall = Hall()
    lobby = lobby_in(hall)
    a, b = EntrantId("a"), EntrantId("b")
    for who in (a, b):
        lobby.wait(who)
    (match,) = lobby.match()
    for table in match.tables:
        play_out(hall, table, Random(1))
    for who in (a, b):
        lobby.wait(who)
    assert lobby.match() == []
    lobby.wait(EntrantId("c"))
    assert len(lobby.match()) == 1


def test_an_annulled_game_waits_for_the_arbiter_and_a_correction_counts():
    hall = Hall()
    lobby = lobby_in(hall)
    a, b = EntrantId("a"), EntrantId("b")
    for who in (a, b):
        lobby.wait(who)
    (match,) = lobby.match()
    room = hall.owner.room(match.tables[0])
    arbiter = hall.sit(room, arbiter="chief")
    arbiter.send("arbiter", act="annul")
    assert match.games == {}
    arbiter.send("arbiter", act="award", places=[1, 2])
    assert match.games == {0: (2, 0)}
    second = hall.owner.room(match.tables[1])
    for resigning in (0, 1):
        hall.sit(second, Seat(resigning))
    hall.owner.put(second, owner_act(lambda *_: events.SeatResigned(seat=0), hall.time.ms))
    winner = second.table.opened.occupants[1]
    assert winner == match.entrants[0]
    assert lobby.state.totals[winner] == 2
    arbiter.send("arbiter", act="award", places=[2, 1])
    assert lobby.state.totals == {a: 1, b: 1}
    assert lobby.state.played == {a: 1, b: 1}


def test_a_lobby_goes_on_after_a_restart():
    hall = Hall()
    lobby = lobby_in(hall)
    for who in ("a", "b"):
        lobby.wait(EntrantId(who))
    (match,) = lobby.match()
    again = Hall(hall.log, hall.time)
    room = again.owner.room(match.tables[0])
    back = Lobby(again.owner, "period-1", lambda: "none")
    for seat in (0, 1):
        again.sit(room, Seat(seat))
    again.owner.put(room, owner_act(lambda *_: events.SeatResigned(seat=1), again.time.ms))
    assert back.state.matches[1].games == {0: (2, 0)}
    assert again.owner.room(match.tables[1]).table.opened.occupants == match.entrants[::-1]


def drawn(hall, people="ab"):
    lobby = lobby_in(hall)
    for who in people:
        lobby.wait(EntrantId(who))
    (match,) = lobby.match()
    return lobby, match


def test_who_does_not_come_loses_by_the_clock_and_the_other_goes_on():
    hall = Hall()
    lobby, match = drawn(hall)
    here = match.entrants[1]
    for game in (0, 1):
        room = hall.owner.room(match.tables[game])
        seat = Seat(room.table.opened.occupants.index(here))
        client = hall.sit(room, seat)
        hall.time.ms += GRACE - 1
        lobby.hurry()
        assert not room.table.begun
        hall.time.ms += 1
        lobby.hurry()
        assert room.table.begun
        client.move("h8")  # refused in the first game: the one who is away is to move
        hall.wait(3 * 60_000)
        assert room.table.outcome.rule == "play.time"
        assert room.table.outcome.places[seat] == 1
    assert lobby.state.totals == {match.entrants[0]: 0, here: 2}
    assert lobby.state.playing == {}
    lobby.wait(here)


def test_a_match_that_nobody_comes_to_counts_for_nobody():
    hall = Hall()
    lobby, match = drawn(hall)
    hall.time.ms += GRACE
    lobby.hurry()
    lobby.hurry()
    assert lobby.state.totals == {}
    assert lobby.state.playing == {}
    assert match.abandoned
    assert hall.owner.room(match.tables[0]).table.annulled == "lobby.absent"
    again = Lobby(Hall(hall.log, hall.time).owner, "period-1", lambda: "none")
    assert again.state == lobby.state


def test_after_a_restart_the_grace_begins_anew():
    hall = Hall()
    _, match = drawn(hall)
    again = Hall(hall.log, hall.time)
    again.owner.room(match.tables[0])
    back = Lobby(again.owner, "period-1", lambda: "none")
    again.time.ms += 10 * GRACE
    back.hurry()
    assert not back.state.matches[1].abandoned
    again.time.ms += GRACE
    back.hurry()
    assert back.state.matches[1].abandoned


def test_nobody_waits_for_the_disk_and_nobody_is_drawn_twice():
    hall = Hall()
    slow = SlowLog(hall.log)
    hall = Hall(slow)
    lobby = lobby_in(hall)
    slow.holding = True
    for who in "abcd":
        lobby.wait(EntrantId(who))
    assert lobby.match() == []
    lobby.wait(EntrantId("a"))
    assert lobby.match() == []
    assert len(slow.held) == 1
    slow.holding = False
    slow.store()
    assert len(lobby.state.matches) == 2
    assert lobby.waiting == {}
    assert all(table in hall.owner.rooms for table in (lobby.state.matches[1].tables[0],))


def test_who_was_drawn_waits_until_the_table_is_there():
    slow = SlowLog(Hall().log)
    hall = Hall(slow)
    lobby = lobby_in(hall)
    me, other = EntrantId("a"), EntrantId("b")
    slow.holding = True
    lobby.wait(me)
    lobby.wait(other)
    lobby.match()
    assert lobby.waiting == {}
    assert (lobby.waits(me), lobby.table_of(me)) == (True, "")  # the match is not stored yet
    slow.store()
    assert me in lobby.state.playing
    assert (lobby.waits(me), lobby.table_of(me)) == (True, "")  # its table is not there yet
    slow.store()
    table = lobby.state.matches[1].tables[0]
    assert (lobby.waits(me), lobby.table_of(me)) == (False, table)
    assert not lobby.waits(EntrantId("c"))


def test_a_table_somebody_has_read_from_the_journal_stays_the_one_they_sit_in():
    slow = SlowLog(Hall().log)
    hall = Hall(slow)
    seats = (EntrantId("a"), EntrantId("b"))
    terms = events.TableOpened(game="gomoku", engine="2", controls=(CLOCK, CLOCK), occupants=seats)
    slow.holding = True
    opened = hall.owner.open("t", terms, begin=False)
    batch, future = slow.held.pop(-1)
    stored = slow._log.append(batch)
    early = hall.owner.room("t")
    future.set_result(stored)
    assert opened.result(1) is early is hall.owner.room("t")


def test_what_could_not_be_stored_is_tried_again():
    slow = SlowLog(Hall().log)
    hall = Hall(slow)
    lobby = lobby_in(hall)
    slow.holding = True
    for who in "ab":
        lobby.wait(EntrantId(who))
    lobby.match()
    slow.store(Unavailable("journal", "away"))
    assert set(lobby.waiting) == {"a", "b"}
    slow.holding = False
    (match,) = lobby.match()
    room = hall.owner.room(match.tables[0])
    for seat in (0, 1):
        hall.sit(room, Seat(seat))
    hall.owner.put(room, owner_act(lambda *_: events.SeatResigned(seat=0), hall.time.ms))
    assert match.games == {0: (0, 2)}


PERIODS = [
    ("soon", "", "input.moment"),
    ("2026-03-01T14:00", "", "input.moment"),
    ("", "2026-13-01T14:00+08:00", "input.moment"),
    ("2026-03-02T14:00+08:00", "2026-03-02T06:00+00:00", "lobby.order"),
]


@pytest.mark.parametrize(("begins", "ends", "code"), PERIODS)
def test_a_period_that_makes_no_sense_is_refused(begins, ends, code):
    with pytest.raises(BadInput) as error:
        period(begins, ends)
    assert error.value.code == code
    assert error.value.where in ("begins", "ends")


def test_a_period_is_compared_as_moments_and_not_as_words():
    written = period("2025-12-31T20:30+08:00", "2026-01-02T00:00-05:00")
    assert written == ("2025-12-31T12:30:00+00:00", "2026-01-02T05:00:00+00:00")
    hall = Hall()  # 2026-01-01, sixteen minutes past midnight, UTC
    terms = LobbyOpened(
        game="gomoku",
        engine="2",
        controls=(CLOCK, CLOCK),
        begins="2026-01-01T08:00:00+08:00",
        ends="2026-01-01T08:20:00+08:00",
    )
    lobby = lobby_in(hall, terms)
    assert lobby.is_open
    hall.time.ms += 4 * 60_000
    assert not lobby.is_open
