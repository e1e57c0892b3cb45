"""The card of a contest's player: every state, with moments that no zone can bend."""

from datetime import timedelta

from contest.period import HOME, Period, shanghai
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.online import wanted
from qipan.desk.online.commands import CheckInForRound
from qipan.views.glance.player_card import player_card, player_rounds

LATE = timedelta(minutes=5)


def card(period, who="e1"):
    return player_card(period.state, period.section, who, period.time.now())


def until(period, who="e1"):
    return card(period, who).state, card(period, who).until


def at(period, text):
    period.time.set(shanghai(f"2026-03-07T{text}"))
    for _ in range(4):
        period.step()


def begun(entrants=4):
    """A period whose first round has just been drawn at 14:00 in Shanghai, 06:00 in UTC."""
    period = Period().opened(entrants, check_in=30).planned()
    at(period, "14:00")
    return period


def test_before_the_round_the_time_runs_to_its_start_wherever_the_server_stands():
    period = Period().opened(4, check_in=30).planned()
    start = "2026-03-07T14:00:00+08:00"
    at(period, "13:00")
    assert until(period) == ("to-come", start)
    at(period, "13:31")
    assert until(period) == ("check-in", start)
    now = period.time.now().isoformat()
    period.do(CheckInForRound(section="entry", round=1, entrant="e1", at=now))
    assert until(period) == ("checked-in", start)
    assert until(period, "e2") == ("check-in", start)


def test_gm_6_1_3_2_who_is_not_at_the_table_sees_the_limit_and_who_is_sees_the_others():
    period = begun()
    limit = shanghai("2026-03-07T14:05")
    for who in ("e1", "e2", "e3", "e4"):
        found = card(period, who)
        assert (found.state, found.tone, found.rule) == ("late", "bad", "conduct.lateness")
        assert abs(shanghai("2026-03-07T14:05") - limit) < LATE
        assert found.until.startswith("2026-03-07T")
        assert found.table
    table = wanted(period.state, period.section)[0]
    here, away = table.seats
    period.sit(table, here)
    at(period, "14:01")
    assert (card(period, here).state, card(period, here).opponent) == ("waiting", away)
    assert card(period, away).state == "late"
    period.sit(table, away)
    at(period, "14:02")
    assert card(period, here).state == card(period, away).state == "playing"
    assert card(period, here).until == ""  # nothing ticks but what is right


def test_who_came_wins_and_who_did_not_reads_why():
    period = begun()
    table = wanted(period.state, period.section)[0]
    here, away = table.seats
    period.sit(table, here)
    at(period, "14:03")
    at(period, "14:06")
    won, lost = card(period, here), card(period, away)
    assert (won.state, won.figure, won.opponent) == ("won-forfeit", "+2", away)
    assert (lost.state, lost.figure) == ("lost-late", "-2")
    assert won.starts == lost.starts == "2026-03-07T15:30:00+08:00"


def test_after_the_first_game_the_second_is_announced_and_then_the_next_round():
    period = begun()
    table = wanted(period.state, period.section)[0]
    one, two = table.seats
    period.play(table, winner=one)
    period.step()
    period.step()
    found = card(period, one)
    assert (found.state, found.game, found.seat) == ("next-game", 2, 1)  # seats exchanged
    assert found.table.endswith("-2")
    second = next(each for each in wanted(period.state, period.section) if each.game == 2)
    period.play(second, winner=one)
    period.step()
    period.step()
    assert (card(period, one).state, card(period, one).figure) == ("won", "+2")
    assert (card(period, two).state, card(period, two).figure) == ("lost", "-2")
    assert card(period, one).starts == "2026-03-07T15:30:00+08:00"
    at(period, "15:10")
    assert card(period, one).state == "check-in"
    states = [each.state for each in player_rounds(period.state, period.section, one)]
    assert states == ["won"] + ["to-come"] * 7


def test_gm_6_1_4_who_rests_is_told_with_the_points():
    period = begun(5)
    resting = period.section.current.resting[0].entrant
    found = card(period, resting)
    assert (found.state, found.figure, found.rule) == ("rests", "+2", "bye.lowest-score")


def test_who_is_withdrawn_and_who_has_no_times():
    period = Period().opened(4)
    assert card(period).state == "no-times"
    period.do(WithdrawEntrant(section="entry", entrant="e1", reason="ill"))
    assert card(period).state == "withdrawn"
    assert period.office.state(HOME).id == HOME


def test_in_a_hall_there_is_no_card():
    assert card(Period().opened(4, mode="hall").planned()) is None
