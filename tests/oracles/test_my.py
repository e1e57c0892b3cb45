"""Every place, finalist, prize and fee of the Malaysian events against a second calculation.

A short sample runs with the tests; ``make oracles`` plays a thousand events.
"""

import os

import pytest

from oracles.my_events import (
    SWISS,
    Blocked,
    cards,
    drawn_order,
    everything_drawn,
    play,
    tie_lots,
)
from oracles.my_rules import CROSS, MONEY, individual_keys, ranked, team_keys
from qipan.desk.money import prizes_of
from qipan.sections.places import places

LONG = bool(os.environ.get("QIPAN_ORACLES"))
SEEDS = range(84 if LONG else 1)
EVENTS = [event for event in SWISS if event != "elite"]


def keys_of(event):
    return team_keys if event == "team" else individual_keys


def finalists(event, before, lots, case):
    """The first two after the Swiss who are still there."""
    gone = {who for who, each in case.now.entrants.items()
            if each.withdrawn and each.after <= SWISS[event]}  # fmt: skip
    order = ranked(before, keys_of(event), drawn_order(lots, "finalists"), tie_lots(lots))
    return [who for who in order if who not in gone][:2]


def final_order(event, case):
    """First and second by the final, the others by MY 6 with the lots of the final table."""
    section = case.now
    found = cards(case, len(section.rounds))
    lots = section.lots
    order = ranked(found, keys_of(event), drawn_order(lots, "final-table"), tie_lots(lots))
    if event == "non-chinese":
        return order
    last = section.rounds[-1]
    (table,) = (each for each in last.tables if each.group == "final")
    one, two = table.seats
    winner = last.decided.get(table.board)
    if winner is None:
        a, b = last.results[table.board].score.seats
        winner = one if a > b else two
    pair = [winner, two if winner == one else one]
    return [*pair, *(who for who in order if who not in pair)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("event", EVENTS)
def test_malaysian_events_again(event, seed):
    try:
        case, before, lots = play(event, seed)
    except Blocked:
        return  # a field that shrank: nothing to compare
    assert everything_drawn(case)
    if before is not None:
        (table,) = (each for each in case.now.rounds[-1].tables if each.group == "final")
        expected = finalists(event, before, lots, case)
        assert set(table.seats) == set(expected)
        assert table.seats == first_moves(before, expected)
    order = final_order(event, case)
    rows = places(case.state, case.now).rows
    assert [(row.entrant, row.place) for row in rows] == [
        (who, place) for place, who in enumerate(order, 1)
    ]
    compare_prizes(event, case, order)


def first_moves(before, pair):
    """MY 4.3: who moved first less often moves first; else the better placed."""
    balance = [
        sum((-1 if each.second else 1) for each in before[who].rounds if each.played)
        for who in pair
    ]
    return tuple(pair if balance[0] <= balance[1] else pair[::-1])


def compare_prizes(event, case, order):
    won = [(each.place, each.entrant, each.cents) for each in prizes_of(case.state, case.now)
           if each.list_name == "main" and each.cents]  # fmt: skip
    money = MONEY[event]
    assert won == [
        (place, who, 100 * amount)
        for place, (who, amount) in enumerate(zip(order, money, strict=False), 1)
    ]


def test_my_v_5_7_two_of_one_team_level_on_points_share_the_award():
    """Two of one team cannot be told apart by the rank of their team: seed 10 comes to it."""
    case, *_ = play("team", 10)
    best = [each for each in prizes_of(case.state, case.now) if each.list_name == "best-adult"]
    assert [each.cents for each in best] == [25000, 25000]


@pytest.mark.parametrize("seed", range(84 if LONG else 2))
def test_malaysian_elite_again(seed):
    case, before, lots = play("elite", seed)
    order = case.now.order
    groups = [order[at] for at in (0, 3, 4, 7, 8, 11)], [order[at] for at in (1, 2, 5, 6, 9, 10)]
    drawn = drawn_order(lots, "finalists")
    placed = []
    for members in groups:
        inside = {who: before[who] for who in members}
        more = {"everybody_met": True}
        placed.append(ranked(inside, individual_keys, drawn, tie_lots(lots), **more))
    a, b = placed
    wanted = set()
    for better, worse in CROSS:
        wanted |= {
            frozenset((a[better - 1], b[worse - 1])),
            frozenset((b[better - 1], a[worse - 1])),
        }
    sixth, seventh = case.now.rounds[5:]
    assert {frozenset(table.seats) for table in sixth.tables} == wanted
    won = {frozenset(table.seats): winner_of(sixth, table) for table in sixth.tables}
    final = []
    for better, worse in CROSS:
        matches = [
            frozenset((a[better - 1], b[worse - 1])),
            frozenset((b[better - 1], a[worse - 1])),
        ]
        winners = [won[each] for each in matches]
        losers = [next(iter(each - {won[each]})) for each in matches]
        for pair in (winners, losers):
            (table,) = (each for each in seventh.tables if set(each.seats) == set(pair))
            best = winner_of(seventh, table)
            final += [best, next(who for who in pair if who != best)]
    rows = places(case.state, case.now).rows
    assert [(row.entrant, row.place) for row in rows] == [
        (who, place) for place, who in enumerate(final, 1)
    ]
    compare_prizes("elite", case, final)


def winner_of(held, table):
    if table.board in held.decided:
        return held.decided[table.board]
    one, two = held.results[table.board].score.seats
    return table.seats[0] if one > two else table.seats[1]


@pytest.mark.parametrize("seed", range(50 if LONG else 3))
def test_malaysian_fees_again(seed):
    from random import Random

    from desk.entry_desk import Desk, mate
    from qipan.desk.money import owed

    dice = Random(seed)
    first = Desk("my-2018", "school-senior", {"fee": "300"})
    desks = [first, *(Desk("my-2018", f"school-{each}", {"fee": "300"}, office=first.office)
                      for each in ("junior", "primary"))]  # fmt: skip
    expected = 0
    for number in range(dice.randrange(2, 7)):
        unit = first.unit(f"unit {number}")
        sent = 0
        for desk, most, born in zip(desks, (2, 2, 3), ("2010", "2012", "2015"), strict=True):
            for _ in range(dice.randrange(most + 1)):
                licence = dice.choice(("", None))
                more = {} if licence is None else {"licence": licence}
                desk.enter(unit, 1500, born=born, **more)
                sent += 1
                expected += 3500 * (licence == "")
        expected += 30000 * (sent > 0)
    assert sum(sum(owed(desk.now).values()) for desk in desks) == expected
    team = Desk("my-2018", "team", {"fee": "250"}, home="teams")
    without = dice.randrange(5)
    mates = [mate(part, born="2010" if part == "junior" else "1990")
             for part in ("player", "player", "junior", "reserve")]  # fmt: skip
    mates = [
        type(each)(type(each.person)(name=each.person.name, birth=each.person.birth), each.role)
        if at < without
        else each
        for at, each in enumerate(mates)
    ]
    who = team.enter(team.unit("Penang"), 2000, mates=tuple(mates))
    assert owed(team.now)[who] == 25000 + 3500 * without
