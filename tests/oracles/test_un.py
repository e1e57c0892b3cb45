"""Every winner, finalist and place of the university's games against a second calculation.

A short sample runs with the tests; ``make oracles`` plays a thousand events.
"""

import os
from random import Random

import pytest

from desk.clauses.play import Case
from oracles.un_games import Heats, Knockout, MatchCount
from qipan.desk.conduct.commands import PunishOffence
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.sections.places import places

LONG = bool(os.environ.get("QIPAN_ORACLES"))
SEEDS = range(500 if LONG else 5)
TEXTS = {"1-0": (2, 0), "0-1": (0, 2), "0.5-0.5": (1, 1)}


def units(size):
    return {number: f"u{(number + 1) // 2}" for number in range(1, size + 1)}


def play_match(case, dice, table, needed):
    """Play a match game by game, with fouls and corrections; give who won by our own count."""
    place = {"section": case.section, "round": case.now.current.number, "board": table.board}
    count = MatchCount(table.seats, needed)
    while count.winner is None:
        assert table.board in case.now.current.missing  # not over before it is won
        if dice.random() < 0.1:
            who = dice.choice(table.seats)
            for _ in range(2):  # twice pressing the clock without a move loses (X 4(1))
                case.do(PunishOffence(**place, entrant=who, offence="clock-without-move"))
            count.add((0, 2) if who == table.seats[0] else (2, 0))
            continue
        text = dice.choice(list(TEXTS))
        case.game(table.board, text)
        count.add(TEXTS[text])
        if count.winner is None and dice.random() < 0.1:
            game, new = len(count.games), dice.choice([*TEXTS.values()])
            if new != count.games[-1]:
                score = Score((Points(new[0]), Points(new[1])))
                fields = {"how": How.PLAYED, "reason": "typo", "game": game}
                case.do(CorrectResult(**place, score=score, **fields))
                count.games[-1] = new
    assert table.board in case.now.current.results
    return count.winner


@pytest.mark.parametrize("seed", SEEDS)
def test_the_xiangqi_knockout_goes_as_x_2_to_x_5_say(seed):
    dice = Random(f"xiangqi {seed}")
    size = dice.randint(2, 20)
    case = Case("un-games", "xiangqi", size, units=units(size)).begin()
    tree, gone = Knockout(case.now.order), set()
    while len(tree.still) > 1:
        if dice.random() < 0.15 and len(tree.still - gone) > 2:
            who = dice.choice(sorted(tree.still - gone))
            case.do(WithdrawEntrant(section=case.section, entrant=who, reason="ill"))
            gone.add(who)
        case.pair()
        now, losers = case.publish(), set()
        for table in now.tables:
            assert set(table.seats) <= tree.still
            away = gone & set(table.seats)
            if away:  # a walkover; with both away the place stays empty
                losers |= away
                continue
            winner = play_match(case, dice, table, tree.wins_needed)
            losers |= set(table.seats) - {winner}
        if not now.tables:
            pytest.fail("a round without a table")
        tree.round(losers)
        if len(tree.still) <= 1:
            break
    found = {row.entrant: row.place for row in places(case.state, case.now).rows}
    assert found == tree.places()


def finish(dice, seats):
    """Let a table finish: places, with a tie now and then; give them and the groups in order."""
    line = list(seats)
    dice.shuffle(line)
    groups = []
    for who in line:
        if groups and dice.random() < 0.25:
            groups[-1].append(who)
        else:
            groups.append([who])
    place, ahead = {}, 0
    for group in groups:
        place |= dict.fromkeys(group, ahead + 1)
        ahead += len(group)
    return tuple(place[who] for who in seats), groups


def record(case, board, found):
    number = case.now.current.number
    score = Score(tuple(map(Points, found)))
    case.do(RecordResult(section=case.section, round=number, board=board, score=score))


def played_off(case, dice, tables, final):
    """Play ties off until nobody shares the place that decides."""
    while True:
        due = {n: Heats.tied_for_third(groups, final) for n, groups in tables.items()}
        due = {n: tied for n, tied in due.items() if tied}
        if not due:
            return tables
        now = case.pair()
        assert sorted(map(sorted, (table.seats for table in now.tables))) == sorted(
            map(sorted, due.values())
        )
        case.publish()
        for table in now.tables:
            found, split = finish(dice, table.seats)
            record(case, table.board, found)
            (n,) = (n for n, tied in due.items() if tied == set(table.seats))
            at = next(i for i, group in enumerate(tables[n]) if set(group) == due[n])
            tables[n][at : at + 1] = split


@pytest.mark.parametrize("seed", SEEDS)
def test_the_heats_of_chinese_checkers_go_as_c_6_says(seed):
    dice = Random(f"checkers {seed}")
    size = dice.randint(2, 22)
    case = Case("un-games", "checkers", size, units=units(size)).begin()
    heats, expected = Heats(), set(case.now.order)
    while True:
        now = case.pair()
        case.publish()
        assert {who for table in now.tables for who in table.seats} == expected
        assert all(len(table.seats) <= 6 for table in now.tables)
        final, tables = len(now.tables) == 1, {}
        for table in now.tables:
            found, tables[table.board] = finish(dice, table.seats)
            record(case, table.board, found)
        tables = played_off(case, dice, tables, final)
        heats.stage(list(tables.values()))
        if final:
            break
        expected = {
            who
            for groups in tables.values()
            for who in [each for group in groups for each in group][:3]
        }
    found = {row.entrant: row.place for row in places(case.state, case.now).rows}
    assert found == heats.places()
