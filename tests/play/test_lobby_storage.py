"""Open matching while the disk takes its time, fails, or the program was away for a while."""

import pytest
from structlog.testing import capture_logs

from play.slow_log import SlowLog
from play.table_room import Hall
from qipan.journal.live import events
from qipan.journal.live.lobby import PREFIX, LobbyOpened, decoder
from qipan.journal.live.table import stream_of
from qipan.kernel.clock import PerMove
from qipan.kernel.errors import Conflict, Unavailable, Unknown
from qipan.kernel.ids import EntrantId, Seat
from qipan.play.lobbies.lobby import GRACE, Lobby
from qipan.play.owner_acts import owner_act
from qipan.play.registry import STREAM as OPEN_TABLES

CLOCK = PerMove(15 * 60_000, 3 * 60_000)
TERMS = LobbyOpened(
    game="gomoku", engine="2", rules={"overline": "wins"}, controls=(CLOCK, CLOCK), target=6
)
NAME = "evening"
A, B, C, D = map(EntrantId, "abcd")
AWAY = Unavailable("journal", "away")


def naming():
    """Give a maker of names for tables, g1 first."""
    names = iter(f"g{number}" for number in range(1, 100))
    return lambda: next(names)


def opened(hall, terms=TERMS):
    return Lobby.open(hall.owner, NAME, terms, naming()).result(1)


def drawn(hall, *people):
    """Open a lobby and draw one match."""
    lobby = opened(hall)
    for who in people or (A, B):
        lobby.wait(who)
    lobby.match()
    return lobby, lobby.state.matches[1]


def stored(hall):
    """Name what happened in the lobby, in order."""
    return [type(decoder.decode(each.payload)).__name__ for each in hall.log.read(PREFIX + NAME)]


def names_of(hall, table):
    return [each.name for each in hall.log.read(stream_of(table))]


def end(hall, table, loser):
    """Let a seat resign; without one the game is drawn."""
    room = hall.owner.room(table)
    if not room.table.begun:
        hall.owner.put(room, owner_act(lambda *_: events.GameBegun(), hall.time.ms))
    if loser is not None:
        resigned = events.SeatResigned(seat=loser)
        hall.owner.put(room, owner_act(lambda *_: resigned, hall.time.ms))
        return room
    hall.owner.put(room, owner_act(lambda *_: events.OfferMade(seat=0, what="draw"), 0))
    agreed = events.OfferAnswered(seat=1, what="draw", accepted=True)
    hall.owner.put(room, owner_act(lambda *_: agreed, hall.time.ms))
    return room


@pytest.fixture
def slow():
    return SlowLog(Hall().log)


# -- opening and waiting -----------------------------------------------------------------------


def test_a_name_is_opened_once_and_a_new_lobby_is_not_read_again():
    class Unread(SlowLog):
        def read(self, stream, after=0):
            assert not stream.startswith(PREFIX)
            return self._log.read(stream, after)

    hall = Hall(Unread(Hall().log))
    assert opened(hall).state.terms == TERMS
    again = Lobby.open(hall.owner, NAME, TERMS, naming())
    assert isinstance(again.exception(1), Conflict)


def test_who_leaves_is_not_drawn():
    hall = Hall()
    lobby = opened(hall)
    for who in (A, B):
        lobby.wait(who)
    assert lobby.waits(A)
    lobby.leave(A)
    lobby.leave(A)
    assert (lobby.waits(A), lobby.match()) == (False, [])
    assert stored(hall) == ["LobbyOpened"]


def test_a_draw_that_brings_nobody_together_is_not_stored(slow):
    lobby = opened(Hall(slow))
    slow.holding = True
    lobby.wait(A)
    assert (lobby.match(), slow.held, lobby.waits(A)) == ([], [], True)


def test_when_the_period_ends_nobody_waits_any_more():
    hall = Hall()
    ends = hall.time.now().isoformat()
    hall.time.ms -= 1
    lobby = opened(hall, LobbyOpened(game="gomoku", engine="2", controls=(CLOCK,) * 2, ends=ends))
    for who in (A, B):
        lobby.wait(who)
    hall.time.ms += 1
    assert (lobby.match(), lobby.waiting, stored(hall)) == ([], {}, ["LobbyOpened"])


def test_nobody_is_drawn_while_a_draw_is_being_stored(slow):
    hall = Hall(slow)
    lobby = opened(hall)
    slow.holding = True
    for who in (A, B):
        lobby.wait(who)
    lobby.match()
    for who in (C, D):
        lobby.wait(who)
    assert (lobby.match(), len(slow.held)) == ([], 1)
    slow.store_all()
    lobby.match()
    slow.store_all()
    assert [sorted(match.entrants) for match in lobby.state.matches.values()] == [[A, B], [C, D]]


def test_a_draw_that_could_not_be_stored_leaves_everybody_free(slow):
    hall = Hall(slow)
    lobby = opened(hall)
    slow.holding = True
    for who in (A, B):
        lobby.wait(who)
    lobby.match()
    with capture_logs() as logged:
        slow.store(AWAY)
    assert [(each["event"], each["name"]) for each in logged] == [("lobby", NAME)]
    lobby.leave(A)
    assert (lobby.waits(A), lobby.waits(B)) == (False, True)
    lobby.wait(A)
    lobby.match()
    slow.store_all()
    assert lobby.state.playing == {A: 1, B: 1}


def test_an_error_that_nobody_thought_of_is_not_hidden(slow, caplog):
    lobby = opened(Hall(slow))
    slow.holding = True
    for who in (A, B):
        lobby.wait(who)
    lobby.match()
    with capture_logs() as logged:
        slow.store(RuntimeError("nobody thought of this"))
    assert (lobby.state.matches, logged) == ({}, [])
    assert "nobody thought of this" in caplog.text  # it came out where it was called


# -- games -----------------------------------------------------------------------------------


def test_games_are_opened_by_the_terms_one_after_the_other():
    hall = Hall()
    lobby, match = drawn(hall)
    first = hall.owner.room("g1").table.opened
    assert (first.game, first.rules, first.controls) == ("gomoku", TERMS.rules, (CLOCK, CLOCK))
    assert first.origin == {"lobby": NAME, "match": "1", "game": "1"}
    with pytest.raises(Unknown):
        hall.owner.room("g2")
    end(hall, "g1", 0)
    second = hall.owner.room("g2").table.opened
    assert second.origin == {"lobby": NAME, "match": "1", "game": "2"}
    assert second.occupants == match.entrants[::-1] == first.occupants[::-1]
    assert lobby.table_of(A) == "g2"


@pytest.mark.parametrize(
    ("losers", "games"),
    [
        ((1, 0), ((2, 0), (2, 0))),
        ((0, 0), ((0, 2), (2, 0))),
        ((1, 1), ((2, 0), (0, 2))),
        ((None, 1), ((1, 1), (0, 2))),
        ((0, None), ((0, 2), (1, 1))),
        ((None, None), ((1, 1), (1, 1))),
    ],
)
def test_half_points_go_to_the_entrants_though_seats_are_exchanged(losers, games):
    hall = Hall()
    lobby, match = drawn(hall)
    for table, loser in zip(("g1", "g2"), losers, strict=True):
        end(hall, table, loser)
    assert match.games == dict(enumerate(games))
    assert lobby.state.played == dict.fromkeys(match.entrants, 1)


def test_games_of_nobody_in_the_lobby_are_none_of_its_business():
    reported = []
    hall = Hall(report=lambda table, error: reported.append((table, error)))
    drawn(hall)
    hall.open(name="practice")
    end(hall, "practice", 0)
    assert (stored(hall), reported) == (["LobbyOpened", "MatchMade"], [])


def test_the_same_result_again_is_counted_once_and_a_correction_opens_nothing():
    hall = Hall()
    lobby, match = drawn(hall)
    room = end(hall, "g1", 1)
    listed = hall.log.version(OPEN_TABLES)
    arbiter = hall.sit(room, arbiter="chief")
    arbiter.send("arbiter", act="award", places=[1, 2])
    assert stored(hall) == ["LobbyOpened", "MatchMade", "GameCounted"]
    arbiter.send("arbiter", act="award", places=[2, 1])
    assert (match.games, stored(hall)[3:]) == ({0: (0, 2)}, ["GameCounted"])
    assert hall.log.version(OPEN_TABLES) == listed
    end(hall, "g2", 1)
    assert (lobby.state.playing, len(stored(hall))) == ({}, 5)
    assert hall.log.version(OPEN_TABLES) == listed + 1  # the second game was struck off, no more


def test_corrections_that_overtake_the_disk_are_counted_in_their_order(slow):
    hall = Hall(slow)
    lobby, match = drawn(hall)
    room = hall.owner.room("g1")
    arbiter = hall.sit(room, arbiter="chief")
    slow.holding = True
    for places in ([1, 2], [2, 1]):
        arbiter.send("arbiter", act="award", places=places)
        while room.busy:  # the table itself is stored, the lobby's count waits
            tables = [each for each in slow.held if each[0].stream.startswith("table/")]
            slow.held = [each for each in slow.held if each not in tables]
            for batch, future in tables:
                future.set_result(slow._log.append(batch))
    counts = [each for each in slow.held if each[0].stream == PREFIX + NAME]
    assert len(counts) == 1  # one batch after the other
    slow.store_all()
    assert (match.games, stored(hall)[2:]) == ({0: (0, 2)}, ["GameCounted"] * 2)
    assert lobby.state.playing == {A: 1, B: 1}


def test_a_count_that_could_not_be_stored_is_made_up_for(slow):
    hall = Hall(slow)
    lobby, match = drawn(hall)
    slow.holding = True
    end(hall, "g1", 1)
    while not any(each[0].stream == PREFIX + NAME for each in slow.held):
        slow.store()
    slow.store(AWAY)
    assert match.games == {}
    lobby.hurry()
    slow.store_all()
    assert match.games == {0: (2, 0)}
    lobby.hurry()
    slow.store_all()
    assert stored(hall)[2:] == ["GameCounted"]


# -- who does not come -------------------------------------------------------------------------


def test_a_minute_is_given_from_the_opening_whatever_is_said_meanwhile():
    assert GRACE == 60_000
    hall = Hall()
    lobby, _ = drawn(hall)
    room = hall.owner.room("g1")
    hall.sit(room, Seat(0))
    hall.time.ms += GRACE - 1
    hall.sit(room, arbiter="chief").send("arbiter", act="message", text="Please begin.")
    lobby.hurry()
    assert not room.table.begun
    hall.time.ms += 1
    lobby.hurry()
    assert room.table.begun


def test_a_game_that_was_begun_is_not_given_up():
    hall = Hall()
    lobby, match = drawn(hall)
    room = hall.owner.room("g1")
    players = [hall.sit(room, Seat(seat)) for seat in (0, 1)]
    for player in players:
        player.leave()
    hall.time.ms += 2 * GRACE
    lobby.hurry()
    assert (match.abandoned, room.table.annulled) == (False, None)
    assert names_of(hall, "g1") == ["table-opened/1", "game-begun/1"]


def test_a_game_that_the_arbiter_annulled_before_it_began_waits_for_the_award():
    hall = Hall()
    lobby, match = drawn(hall)
    hall.sit(hall.owner.room("g1"), arbiter="chief").send("arbiter", act="annul")
    hall.time.ms += 2 * GRACE
    lobby.hurry()
    assert (match.abandoned, match.games) == (False, {})
    assert names_of(hall, "g1") == ["table-opened/1", "game-annulled/1"]


def test_nobody_comes_to_the_second_game_and_the_clocks_decide():
    hall = Hall()
    lobby, match = drawn(hall)
    end(hall, "g1", 1)
    hall.time.ms += GRACE
    lobby.hurry()
    assert (match.abandoned, hall.owner.room("g2").table.begun) == (False, True)


def test_a_table_that_is_not_laid_yet_is_waited_for(slow):
    hall = Hall(slow)
    lobby = opened(hall)
    for who in (A, B):
        lobby.wait(who)
    slow.holding = True
    lobby.match()
    slow.store()
    hall.time.ms += 2 * GRACE
    lobby.hurry()
    assert not lobby.state.matches[1].abandoned


def test_a_match_is_given_up_once_and_again_if_that_was_not_stored(slow):
    hall = Hall(slow)
    lobby, match = drawn(hall)
    hall.time.ms += GRACE
    slow.holding = True
    lobby.hurry()
    lobby.hurry()
    assert len(slow.held) == 1
    slow.store(AWAY)
    assert not match.abandoned
    lobby.hurry()
    slow.store_all()
    assert match.abandoned
    assert stored(hall) == ["LobbyOpened", "MatchMade", "MatchAbandoned"]
    assert names_of(hall, "g1") == ["table-opened/1", "game-annulled/1"]


def test_what_was_given_up_counts_for_nobody_whatever_is_awarded():
    hall = Hall()
    lobby, match = drawn(hall)
    hall.time.ms += GRACE
    lobby.hurry()
    hall.sit(hall.owner.room("g1"), arbiter="chief").send("arbiter", act="award", places=[1, 2])
    assert (match.games, lobby.state.totals) == ({}, {})
    assert stored(hall) == ["LobbyOpened", "MatchMade", "MatchAbandoned"]


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("begin", ["table-opened/1", "game-begun/1"]),
        ("annul", ["table-opened/1", "game-annulled/1"]),
    ],
)
def test_what_the_arbiter_did_a_moment_before_stands(slow, act, expected):
    hall = Hall(slow)
    lobby, _ = drawn(hall)
    room = hall.owner.room("g1")
    hall.sit(room, Seat(0))
    arbiter = hall.sit(room, arbiter="chief")
    hall.time.ms += GRACE
    slow.holding = True
    arbiter.send("arbiter", act=act)
    lobby.hurry()  # its turn comes after the arbiter's
    slow.store_all()
    assert names_of(hall, "g1") == expected


def test_a_match_that_is_given_up_while_the_arbiter_annuls_is_annulled_once(slow):
    hall = Hall(slow)
    lobby, _ = drawn(hall)
    arbiter = hall.sit(hall.owner.room("g1"), arbiter="chief")
    hall.time.ms += GRACE
    slow.holding = True
    lobby.hurry()
    arbiter.send("arbiter", act="annul")
    slow.store_all()
    assert names_of(hall, "g1") == ["table-opened/1", "game-annulled/1"]


# -- after the program was away ------------------------------------------------------------------


def restarted(hall):
    """Let the tables go on without the lobby, and take the lobby up again elsewhere."""
    again = Hall(hall.log, hall.time)
    return again, Lobby(again.owner, NAME, lambda: "none")


def test_a_game_that_ended_unnoticed_is_counted_and_the_next_one_opened():
    hall = Hall()
    drawn(hall)
    hall.owner.on_stored.clear()
    end(hall, "g1", 0)
    again, lobby = restarted(hall)
    assert lobby.state.matches[1].games == {0: (0, 2)}
    assert again.owner.room("g2").table.opened.origin["game"] == "2"


def test_a_second_game_that_ended_unnoticed_ends_the_match():
    hall = Hall()
    drawn(hall)
    end(hall, "g1", 0)
    hall.owner.on_stored.clear()
    end(hall, "g2", 0)
    _, lobby = restarted(hall)
    assert lobby.state.matches[1].games == {0: (0, 2), 1: (2, 0)}
    assert lobby.state.playing == {}


def test_tables_that_were_drawn_and_not_laid_are_laid(slow):
    hall = Hall(slow)
    lobby = opened(hall)
    for who in (A, B):
        lobby.wait(who)
    slow.holding = True
    lobby.match()
    slow.store()  # the match, and not its table
    slow.holding = False
    again, back = restarted(Hall(slow._log, hall.time))
    assert again.owner.room("g1").table.opened.origin["game"] == "1"
    assert back.table_of(A) == "g1"


def test_a_second_table_that_was_not_laid_is_laid(slow):
    hall = Hall(slow)
    drawn(hall)
    slow.holding = True
    end(hall, "g1", 0)
    while stored(hall)[-1] != "GameCounted":
        slow.store()
    again, _ = restarted(Hall(slow._log, hall.time))
    assert again.owner.room("g2").table.opened.origin["game"] == "2"


def test_a_game_that_goes_on_is_left_alone():
    hall = Hall()
    drawn(hall)
    before = hall.log.version(OPEN_TABLES)
    again, lobby = restarted(hall)
    assert (lobby.state.matches[1].games, hall.log.version(OPEN_TABLES)) == ({}, before)
    with pytest.raises(Unknown):
        again.owner.room("g2")


def test_a_game_that_was_annulled_unnoticed_waits_for_the_award():
    hall = Hall()
    drawn(hall)
    hall.owner.on_stored.clear()
    room = end(hall, "g1", 0)
    hall.sit(room, arbiter="chief").send("arbiter", act="annul")
    _, lobby = restarted(hall)
    assert (lobby.state.matches[1].games, stored(hall)[2:]) == ({}, [])
