"""A whole period of the online gomoku contest on a simulated clock, over real tables.

Thirty bots, eight rounds by the windows of GM 6.1.2(3), two games a match; late players, one who
leaves (so that somebody rests from then on), lost connections, a draw here and there. The final
table is computed a second time here, from the tables' own journals, by the words of the clauses.
"""

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from contest.period import ENTRY, HOME, Period
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.online.commands import CheckInForRound
from qipan.journal.live import events as table_events
from qipan.journal.live.table import fold_table, read_event, stream_of
from qipan.sections.derived import qualifiers
from qipan.sections.places import crosstable, key_standings, pending_lots, places
from qipan.views.explain import explain_place

WINDOWS = (
    *("07T14:00", "07T15:30", "07T18:00", "07T19:30"),
    *("08T09:00", "08T10:30", "08T14:00", "08T15:30"),
)
BOTS = 30
LEAVES = "e30"
LATE = {(2, "e3"), (4, "e5"), (4, "e6"), (6, "e3")}
"""Who is late in which round."""
AWAY = {(5, "e8"), (5, "e9")}
"""Who checks in and never comes."""


class Played:
    """The period as it was played, with a diary of the bots' own."""

    def __init__(self):
        self.period = period = Period().opened(BOTS).planned()
        self.dice = Random(20260307)
        self.strength = {f"e{number}": number % 7 for number in range(1, BOTS + 1)}
        self.dropped = 0
        for number, window in enumerate(WINDOWS, 1):
            if number == 3:
                period.do(WithdrawEntrant(section=ENTRY, entrant=LEAVES))
            self.play_round(number, f"2026-03-{window}")

    def play_round(self, number, start):
        period = self.period
        period.at(start)
        for each, who in AWAY:
            if each == number:
                self.check_in(number, who)
        limit = f"{start[:-2]}{int(start[-2:]) + 5:02}"
        while going := self.ready(number):
            for wanted in going:
                self.play_game(wanted)
            period.settle()
        period.at(max(limit, self.shown()))
        for _ in range(100):
            if not period.scheduler.tables:
                return
            period.time.ms += 60_000
            period.settle()
            for wanted in self.ready(number):
                self.play_game(wanted)
            period.settle()
        raise AssertionError(f"round {number} does not end")

    def shown(self):
        now = self.period.time.now() + timedelta(hours=8)
        return now.replace(tzinfo=None).isoformat()

    def ready(self, number):
        """The tables where everybody who ever comes can play; who waits sits there."""
        found = []
        for wanted in self.period.scheduler.tables.values():
            gone = [who for who in wanted.seats if (number, who) in LATE | AWAY]
            if not gone:
                found.append(wanted)
            elif wanted.table in self.period.hall.owner.rooms:
                here = self.period.sit(wanted, *(who for who in wanted.seats if who not in gone))
                for client in here.values():
                    client.move("h8")  # refused unless it is this bot's turn
        return found

    def check_in(self, number, who):
        at = self.period.time.now().isoformat()
        self.period.do(CheckInForRound(section=ENTRY, round=number, entrant=who, at=at))

    def play_game(self, wanted):
        """Stronger bots win more often; one in eight games is drawn; some lose the line."""
        one, two = wanted.seats
        ahead = self.strength[one] - self.strength[two]
        luck = self.dice.random()
        winner = None if luck < 0.125 else one if luck < 0.56 + ahead / 20 else two
        think = 500 + self.dice.randrange(4000)
        if self.dice.random() < 0.05:
            self.drop_a_line(wanted)
        self.period.play(wanted, winner, think)

    def drop_a_line(self, wanted):
        """A seat is lost for a while before its first move: its own clock runs, nothing is lost."""
        players = self.period.sit(wanted)
        players[wanted.seats[0]].leave()
        self.period.time.ms += 7_000
        self.dropped += 1


@pytest.fixture(scope="module")
def played():
    return Played()


@pytest.fixture(scope="module")
def clauses(played):
    return ByTheClauses(played.period)


class ByTheClauses:
    """GM 6.1.2(2), 6.1.2(5), 6.1.3(2) and 6.1.4, from pairings and the tables' own journals."""

    def __init__(self, period):
        section = period.section
        self.points, self.met = defaultdict(int), defaultdict(list)
        self.time, self.scored = defaultdict(int), {}
        for found in section.rounds:
            for rest in found.resting:
                self.points[rest.entrant] += 2
            for pair in found.tables:
                self.match(period, found, pair)

    def match(self, period, found, pair):
        games = [self.game(period, found, pair, number) for number in (1, 2)]
        one, two = pair.seats
        if None in games:  # the table was closed: somebody was late
            here = [(found.number, who) in period.section.arrived for who in pair.seats]
            gained = [2 if came else -2 for came in here]
        else:
            total = [sum(game[seat] for game in games) for seat in (0, 1)]
            gained = [1, 1] if total[0] == total[1] else [2, -2] if total[0] > total[1] else [-2, 2]
        for who, other, points in ((one, two, gained[0]), (two, one, gained[1])):
            self.points[who] += points
            if None not in games:  # 对弈过: played, not only paired
                self.met[who].append(other)
                self.scored[who, other] = points

    def game(self, period, found, pair, number):
        """Half points of the pair in one game; the seats of the second are exchanged."""
        name = f"{found.seating[pair.board].table}-{number}"
        stored = period.log.read(stream_of(name))
        if not stored:
            return None
        table = fold_table(name, list(stored))
        if table.annulled:
            return None
        seats = table.opened.occupants
        assert seats == (pair.seats if number == 1 else pair.seats[::-1])
        used = dict.fromkeys(seats, 0)
        for event in map(read_event, stored):
            for seat, spent in getattr(event, "spent", ()):
                used[seats[seat]] += spent
        for who, milliseconds in used.items():
            self.time[who] += int(Fraction(milliseconds, 1000) + Fraction(1, 2))
        places = dict(zip(seats, table.outcome.places, strict=True))
        if len(set(places.values())) == 1:
            return 1, 1
        return tuple(2 if places[who] == 1 else 0 for who in pair.seats)

    def key(self, who):
        against = sorted(self.points[other] for other in self.met[who])
        level = [other for other in self.points if self.points[other] == self.points[who]]
        everybody_met = all(b in self.met[a] for a in level for b in level if a != b)
        direct = sum(self.scored[who, b] for b in level if b != who) if everybody_met else 0
        inner = against[1:-1]
        return (
            -self.points[who],
            -sum(against),
            -direct,
            -(against[0] + against[-1]),
            -(inner[0] + inner[-1]) if inner else 0,
            self.time[who],
        )


def test_eight_rounds_in_their_windows(played):
    section = played.period.section
    assert len(section.rounds) == 8
    assert [each.missing for each in section.rounds] == [[]] * 8
    ended = [section.ended[number][8:13] for number in range(1, 9)]
    assert [text[:5] for text in ended] == [
        *("07T14", "07T15", "07T18", "07T19", "08T09", "08T10", "08T14", "08T15")
    ]
    assert played.dropped > 3


def test_nobody_meets_twice_and_nobody_rests_twice(played):
    rounds = played.period.section.rounds
    pairs = [frozenset(table.seats) for each in rounds for table in each.tables]
    assert len(pairs) == len(set(pairs)) == 2 * 15 + 6 * 14
    rests = [rest.entrant for each in rounds for rest in each.resting]
    assert len(rests) == len(set(rests)) == 6


def test_who_is_late_loses_that_round_only_checked_in_or_not(played):
    section = played.period.section
    table = crosstable(played.period.state, section)
    for number, who in LATE | AWAY:
        cell = table.row(who)[number - 1]
        if cell.opponent is None:
            continue  # rested just then
        assert (cell.points, cell.how, cell.seconds) == (-2, "forfeit", 0)
        other = table.row(cell.opponent)[number - 1]
        assert other.points == (-2 if (number, cell.opponent) in LATE | AWAY else 2)
    assert set(section.late) == {
        each for each in LATE | AWAY if table.row(each[1])[each[0] - 1].opponent is not None
    }
    for who in ("e3", "e5", "e6"):
        assert [cell.how for cell in table.row(who)].count("played") >= 5


def test_points_and_time_are_those_of_the_clauses(played, clauses):
    table = crosstable(played.period.state, played.period.section)
    for who in played.period.section.order:
        assert table.scores[who] == clauses.points[who], who
        assert sum(cell.seconds for cell in table.row(who)) == clauses.time[who], who


def test_the_final_table_is_that_of_the_clauses(played, clauses):
    period = played.period
    for lot in pending_lots(period.state, period.section):
        period.office.commit_lot(HOME, ENTRY, "chief", lot)
        period.office.draw_tie(HOME, ENTRY, "chief", lot)
    ranked = key_standings(period.state, period.section)
    keys = [clauses.key(row.entrant) for row in ranked.rows]
    assert keys == sorted(keys)
    assert len(set(keys)) > 25  # nearly everybody is separated by the clauses alone
    apart = [(a, b) for a, b in pairwise(keys) if a != b]
    deciding = {next(at for at in range(6) if a[at] != b[at]) for a, b in apart}
    assert {0, 1} <= deciding  # points, then opponents' score, and where needed further


def test_why_one_is_ahead_is_told_by_the_clauses(played):
    period = played.period
    placed = places(period.state, period.section)
    first, second = (row.entrant for row in placed.rows[:2])
    steps = explain_place(period.state, period.section, placed, first, second).steps
    assert steps
    assert {step.citation for step in steps} <= {"GM 6.1.2(4)", "GM 6.1.2(5)"}


def test_the_first_five_go_on(played):
    period = played.period
    through = qualifiers([(period.state, period.section)])
    ranked = key_standings(period.state, period.section)
    assert [each.entrant for each in through] == [row.entrant for row in ranked.rows[:5]]
    assert {each.rule for each in through} == {"qualify.top"}


def test_every_game_is_kept_whole(played):
    period = played.period
    games = [
        taken.table
        for each in period.section.rounds
        for taken in each.taken.values()
        if taken.table
    ]
    assert len(games) == len(set(games)) > 200
    for name in games[:20]:
        events = [read_event(each) for each in period.log.read(stream_of(name))]
        assert isinstance(events[0], table_events.TableOpened)
        assert events[0].origin["competition"] == HOME
    taken = {(each.number, *key) for each in period.section.rounds for key in each.taken}
    assert taken == {key[:3] for key in period.section.records}
