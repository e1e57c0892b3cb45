"""Open matching: two-game matches, 2/1/0, totals, and qualification at the target."""

from itertools import pairwise
from random import Random

import pytest

from play.table_room import Hall
from qipan.journal import table_events as events
from qipan.kernel.clock import PerMove
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, Seat
from qipan.play.lobby import GameCounted, Lobby, LobbyOpened, LobbyState, MatchMade, apply_lobby
from qipan.play.owner import internal

CLOCK = PerMove(15 * 60_000, 3 * 60_000)
TERMS = LobbyOpened(game="gomoku", engine="2", controls=(CLOCK, CLOCK), target=6)


def names():
    number = 0
    while True:
        number += 1
        yield f"g{number}"


def lobby_in(hall, terms=TERMS):
    made = names()
    return Lobby.open(hall.owner, "period-1", terms, lambda: next(made))


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
    hall.owner.put(second, internal(lambda *_: events.SeatResigned(seat=0), hall.time.ms))
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
    again.owner.put(room, internal(lambda *_: events.SeatResigned(seat=1), again.time.ms))
    assert back.state.matches[1].games == {0: (2, 0)}
    assert again.owner.room(match.tables[1]).table.opened.occupants == match.entrants[::-1]
