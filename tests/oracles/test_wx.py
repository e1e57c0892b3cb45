"""Every place, derived table and prize of the world championship against a second calculation.

A short sample runs with the tests; ``make oracles`` plays a thousand events.
"""

import os
from collections import Counter
from random import Random

import pytest

from desk.clauses.play import Case
from oracles import wx_championship
from oracles.schedules import possible
from oracles.wx_championship import Board, Cup
from qipan.desk.conduct.commands import CheckRecord, PunishOffence
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.money import prizes_of
from qipan.desk.results.commands import CorrectResult
from qipan.kernel.errors import Impossible
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.sections.derived import derived_tables
from qipan.sections.places import places

LONG = bool(os.environ.get("QIPAN_ORACLES"))
SEEDS = range(500 if LONG else 3)
RESULTS = {"1-0": (2, 0), "0-1": (0, 2), "0.5-0.5": (1, 1)}
FORFEITS = {"+-": (2, 0), "-+": (0, 2), "--": (0, 0)}


def men(dice):
    """A field of two groups from several countries; give the case, both marks and the countries."""
    size = dice.choice((11, 12, 13, 14, 16, 19, 22))
    countries = [f"C{at}" for at in range(dice.randint(3, 9))]
    units = {at: dice.choice(countries) for at in range(1, size + 1)}
    first = {at for at in units if dice.random() < 0.5}
    marked = {at for at in units if dice.random() < 0.5}
    tags = {at: {*(["first-group"] if at in first else []), *(["ncnv"] if at in marked else [])}
            for at in units}  # fmt: skip
    case = Case("wx-14", "men", size, tags=tags, units=units).begin()
    name = {at: f"e{at}" for at in units}
    return (
        case,
        {name[at] for at in first},
        {name[at] for at in marked},
        {name[at]: units[at] for at in units},
    )


def lots_of(case):
    """Give a place in the lot to everybody whom one was drawn for."""
    drawn = [each.order for name, each in case.now.lots.items() if name.startswith("tie-")]
    return lambda who: next((each.index(who) for each in drawn if who in each), 0)


def play_board(case, dice, cup, board, seats):
    """Play a game with what may go wrong at it; give it."""
    number = case.now.current.number
    place = {"section": case.section, "round": number, "board": board}
    what, at = dice.random(), dice.choice((0, 1))
    who, lost = seats[at], (0, 2) if at == 0 else (2, 0)
    if what < 0.06:
        text = dice.choice(list(FORFEITS))
        case.result(board, text)
        return Board(*seats, FORFEITS[text], played=False)
    if what < 0.12:  # 5: the same wrong claim twice loses; once with less than five minutes too
        claim = {"entrant": who, "offence": "wrong-claim"}
        short = dice.random() < 0.4
        left = {"seconds_left": 299 if short else 300}
        case.do(PunishOffence(**place, **claim, **left))
        cup.fouls.append((number, who, 1))
        if short:
            assert case.now.current.results[board].score.seats == lost
            return Board(*seats, lost)
        if dice.random() < 0.5:
            case.do(PunishOffence(**place, **claim, seconds_left=2000))
            return Board(*seats, lost)
    elif what < 0.2:  # 4.3: four to seven are one foul, eight and more two; four fouls lose
        fouls = 0
        while fouls < 4:
            missing = dice.choice((4, 7, 8, 20))
            case.do(CheckRecord(**place, entrant=who, run=1, total=missing))
            fouls += 1 if missing < 8 else 2
            cup.fouls.append((number, who, 1 if missing < 8 else 2))
            if dice.random() < 0.5:
                break
        if fouls >= 4:
            return Board(*seats, lost)
    text = dice.choice(list(RESULTS))
    case.result(board, text)
    return Board(*seats, RESULTS[text])


def between(case, dice, cup, gone, most):
    """After a round: fouls beside the boards, somebody leaves, a result is put right."""
    there = [who for who in case.now.order if who not in gone]
    number = len(cup.rounds)
    if dice.random() < 0.4:
        who = dice.choice(there)
        case.do(PunishOffence(section=case.section, entrant=who, offence="technical"))
        cup.fouls.append((number, who, 1))
    if len(gone) < most and dice.random() < 0.1:
        who = dice.choice(there)
        case.do(WithdrawEntrant(section=case.section, entrant=who, reason="ill"))
        gone.add(who)
    if dice.random() < 0.3:
        at = dice.randrange(number)
        board = dice.choice(cup.rounds[at])
        table = next(each for each in case.now.rounds[at].tables
                     if each.seats == (board.red, board.black))  # fmt: skip
        new = dice.choice(list(RESULTS.values()))
        if (new, True) == (board.score, board.played):
            return
        score = Score(tuple(map(Points, new)))
        place = {"section": case.section, "round": at + 1, "board": table.board}
        old = case.now.rounds[at].results[table.board]
        if (old.score, old.how) != (score, How.PLAYED):
            case.do(CorrectResult(**place, score=score, reason="typo"))
            board.score, board.played = new, True


def first_round(case, now, unit):
    """2.1, 2.2: neighbours; one country apart as far as may be; red by table."""
    order = case.now.order
    at = {who: number for number, who in enumerate(order, 1)}
    for table in now.tables:
        smaller, bigger = sorted(table.seats, key=at.__getitem__)
        assert table.seats == ((smaller, bigger) if table.board % 2 else (bigger, smaller))
    neighbours = [order[n : n + 2] for n in range(0, len(order) - 1, 2)]
    same = [pair for pair in neighbours if unit[pair[0]] == unit[pair[1]]]
    sat = {frozenset(table.seats) for table in now.tables}
    if not same:
        assert sat == {frozenset(pair) for pair in neighbours}
    most = max(Counter(unit[who] for pair in sat for who in pair).values())
    together = sum(len({unit[who] for who in pair}) == 1 for pair in sat)
    assert together == max(0, most - len(sat))
    if len(order) % 2:
        assert [each.entrant for each in now.resting] == [order[-1]]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_place_table_and_prize_of_the_men_again(seed):
    dice = Random(f"men {seed}")
    case, first, marked, unit = men(dice)
    assert wx_championship.numbers_fit(case.now.order, first)
    cup, gone, since = Cup(list(case.now.order)), set(), None
    for number in range(1, 10):
        there = [who for who in case.now.order if who not in gone]
        met = {frozenset((each.red, each.black)) for boards in cup.rounds for each in boards}
        rested = {who for each in cup.rested for who in each}
        points = {who: cup.points(who) for who in there}
        if number == 1 or len(gone) > since[0]:
            since = len(gone), number, met, rested
        try:
            case.pair()
        except Impossible:  # only where no schedule was left when somebody left
            _, at, then, had_rested = since
            assert not possible(there, then, had_rested, 10 - at)
            compare(case, wx_championship.men(cup))
            return
        now = case.publish()
        resting = {each.entrant for each in now.resting}
        sat = [who for table in now.tables for who in table.seats]
        assert sorted([*sat, *resting]) == sorted(there)
        assert not met & {frozenset(table.seats) for table in now.tables}
        if number == 1:
            first_round(case, now, unit)
        for who in resting if number > 1 else ():
            assert who not in rested
            lower = [each for each in there if each not in rested and points[each] < points[who]]
            assert not any(possible(there, met, rested, 10 - number, each) for each in lower)
        boards = []
        cup.rounds.append(boards)
        cup.rested.append(resting)
        for table in now.tables:
            boards.append(play_board(case, dice, cup, table.board, table.seats))
        between(case, dice, cup, gone, 2)
        if number in (2, 5):
            compare(case, wx_championship.men(cup))
    case.draw_lots()
    groups = wx_championship.men(cup, lots_of(case))
    compare(case, groups)
    order = [who for group in groups for who in group]
    assert len(groups) == len(order)
    found = derived_tables(case.state, case.now)
    assert [row.who for row in found["ncnv"]] == wx_championship.ncnv(order, marked)
    ranked, unranked = wx_championship.teams(order, unit)
    assert [row.who for row in found["team"] if row.place] == ranked
    assert {row.who for row in found["team"] if not row.place} == unranked
    won = {}
    for each in prizes_of(case.state, case.now):
        won.setdefault(each.list_name, []).append(each.entrant)
    due = wx_championship.winners(order, marked, unit)
    assert won == {name: each for name, each in due.items() if each}


def compare(case, groups):
    """Compare every place, shared ones too."""
    expected, ahead = {}, 0
    for group in groups:
        expected |= dict.fromkeys(group, ahead + 1)
        ahead += len(group)
    rows = places(case.state, case.now).rows
    assert {row.entrant: row.place for row in rows} == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_every_place_and_prize_of_the_women_again(seed):
    dice = Random(f"women {seed}")
    size = dice.randint(3, 9)
    case = Case("wx-14", "women", size).begin()
    cup, gone = Cup(list(case.now.order), bye=0), set()
    for _ in range(size - 1 + size % 2):
        case.pair()
        now, boards = case.publish(), []
        cup.rounds.append(boards)
        cup.rested.append({each.entrant for each in now.resting})
        for table in now.tables:
            away = gone & set(table.seats)
            if away:
                score = tuple(0 if who in away else 2 for who in table.seats)
                assert now.results[table.board].score.seats == score
                boards.append(Board(*table.seats, score, played=False))
            else:
                boards.append(play_board(case, dice, cup, table.board, table.seats))
        between(case, dice, cup, gone, 1)
    met = [frozenset((each.red, each.black)) for boards in cup.rounds for each in boards]
    assert len(met) == len(set(met)) == size * (size - 1) // 2
    case.draw_lots()
    groups = wx_championship.women(cup, lots_of(case))
    assert len(groups) == size
    compare(case, groups)
    won = [each.entrant for each in prizes_of(case.state, case.now)]
    assert won == [who for group in groups for who in group][:8]
