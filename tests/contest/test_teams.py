"""A league of teams at live tables: lateness at a board, and one board played again."""

from contest.period import ENTRY, HOME, ZONE, Period
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.desk.online.commands import OpenContest, ReopenBoard
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, RoundNo

MINUTE = 60_000


def mates(*names):
    return tuple(Mate(Person(name=name)) for name in names)


def league(at="2026-03-07T14:00"):
    """Two teams of three, whose first match begins at 14:00."""
    period = Period()
    period.office.create(HOME, "t", "League", "th-maklom-2024")
    options = {"entry_checks": False}
    period.do(OpenSection(section=ENTRY, title="L", under="league", options=options))
    teams = [
        Newcomer(
            Person(name=f"{team}1"),
            1500,
            mates=tuple(Mate(Person(name=f"{team}{n}")) for n in "23"),
        )
        for team in "AB"
    ]
    period.office.enter_all(HOME, ENTRY, "t", teams)
    period.do(OpenContest(section=ENTRY, zone=ZONE))
    period.planned(starts=("2026-03-07T14:00",), despite="a test")
    return period.at("2026-03-07T13:30").at(at)


def boards(period):
    return {each.game: each for each in period.scheduler.tables.values()}


def test_th_14_lateness_is_taken_off_the_clock_of_who_came_late():
    period = league()
    table = boards(period)[2]
    period.sit(table, table.seats[0])
    period.settle()
    period.at("2026-03-07T14:06:40")
    period.sit(table, table.seats[1])
    period.settle()
    room = period.hall.owner.room(table.table)
    assert room.table.begun
    clocks = [reading.main for reading in room.table.readings]
    assert clocks == [45 * MINUTE, 45 * MINUTE - 400_000]
    assert [(seat, by) for seat, by, _ in room.table.marks] == [(1, "conduct.lateness")]
    late = period.section.late[RoundNo(1), table.seats[1]]
    assert late == (400, 400)
    assert (RoundNo(1), table.seats[0]) not in period.section.late

    again = period.again()  # a restart takes nothing off twice
    again.settle()
    again.settle()
    room = again.hall.owner.room(table.table)
    assert len(room.table.marks) == 1


def ended(period, table, winner):
    """An arbiter gives a game to a seat."""
    places = (1, 2) if winner == 0 else (2, 1)
    period.sit(table)
    room = period.hall.owner.room(table.table)
    period.hall.sit(room, arbiter="chief").send("arbiter", act="award", places=list(places))
    period.settle()


def test_a_board_of_a_team_match_is_played_again_alone():
    period = league()
    before = boards(period)
    for table in before.values():
        ended(period, table, 0)
    found = period.section.current
    assert len(found.games[1]) == 3
    assert 1 in found.results
    kept = [game for game in found.games[1] if game.number != 2]
    at = period.time.now().isoformat()
    place = {"section": ENTRY, "round": RoundNo(1), "board": BoardNo(1)}
    period.do(ReopenBoard(**place, reason="a wrong colour", at=at, game=2))
    period.settle()
    found = period.section.current
    assert list(found.games[1]) == kept
    assert 1 not in found.results
    (table,) = boards(period).values()
    assert table.game == 2
    assert table.table != before[2].table
    ended(period, table, 1)
    found = period.section.current
    assert {game.number for game in found.games[1]} == {1, 2, 3}
    assert 1 in found.results
