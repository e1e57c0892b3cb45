"""Every winner, finalist and place of the university's games against a second calculation.

A short sample runs with the tests; ``make oracles`` plays a thousand events.
"""

import os
from contextlib import suppress
from random import Random

import pytest

from desk.clauses.play import HOME, Case
from oracles.un_games import Heats, Knockout, LevelCount, MatchCount
from qipan.desk.conduct.commands import PunishOffence
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.desk.sheets.commands import CorrectSheet, ScoreDeal
from qipan.desk.sheets.scoring import read_penalty
from qipan.journal.state import DealSheet
from qipan.kernel.errors import Refused
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


FINES = {"failed-throw": (10, 0), "out-of-turn": (10, 0), "missed-pairs": (20, 0),
         "signalling": (0, 2), "concealment": (0, 3), "rebury-count": (0, 1)}  # fmt: skip


def random_deal(dice, banker):
    """Give a deal as the desk takes it and as the second calculation does."""
    bottom = 5 * dice.randint(0, 8)
    tricks = 5 * dice.randint(0, (200 - bottom) // 5)
    if dice.random() < 0.3:
        tricks = dice.choice((0, 35, 40, 75, 80, 115, 120, 155, 160))
    tricks = min(tricks, 200 - bottom)
    pairs, buried, last = dice.randint(0, 3), dice.random() < 0.2, dice.random() < 0.4
    penalties, fines = [], []
    if dice.random() < 0.25:
        side, name, count = dice.choice((0, 1)), dice.choice(list(FINES)), dice.randint(1, 3)
        points, levels = FINES[name]
        penalties.append(read_penalty(f"{side}:{name}:{count}"))
        fines.append((side, points * count, levels))
    sheet = DealSheet(
        banker,
        tricks,
        bottom_points=bottom,
        last_length=pairs,
        defenders_buried=buried,
        defenders_won_last=last,
        penalties=tuple(penalties),
    )
    plain = {"banker": banker, "tricks": tricks, "bottom": bottom, "pairs": pairs, "fines": fines,
             "buried_by_defenders": buried, "last_by_defenders": last}  # fmt: skip
    return sheet, plain


def play_table(case, dice, table):
    """Play a table deal by deal, with fines, corrections and the clock; give who won."""
    place = {"section": case.section, "round": case.now.current.number, "board": table.board}
    count, times = LevelCount(), [0, 0]
    while count.passed is None:
        if dice.random() < 0.08:
            due = count.when_time_is_up()
            case.office.call_time(HOME, case.section, "t", (place["round"], table.board))
            if due is None:
                lot = case.now.lots[f"time-{place['round']}-{table.board}"]
                return lot.order[0]
            return table.seats[due]
        if count.deals and dice.random() < 0.1:  # S 12.1: one level, then two more, and so on
            side = dice.choice((0, 1))
            case.do(PunishOffence(**place, entrant=table.seats[side], offence="wrong-cards"))
            times[side] += 1
            count.beside[side] += times[side]
        _, banker = count.state
        sheet, plain = random_deal(dice, dice.randint(0, 3) if banker is None else banker)
        case.do(ScoreDeal(**place, sheet=sheet))
        count.deals.append(plain)
        while count.passed is None and dice.random() < 0.15:
            sheet, plain = random_deal(dice, plain["banker"])
            changed = CorrectSheet(**place, deal=len(count.deals), sheets=(sheet,), reason="typo")
            with suppress(Refused):  # the very same deal again
                case.do(changed)
            count.deals[-1] = plain
    assert table.board in case.now.current.results
    return table.seats[count.passed]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tables_and_places_of_shengji_go_as_s_10_to_s_13_say(seed):
    dice = Random(f"shengji {seed}")
    size = dice.randint(2, 18)
    case = Case("un-games", "shengji", size, units=units(size)).begin()
    tree, gone = Knockout(case.now.order), set()
    while len(tree.still) > 1:
        if dice.random() < 0.1 and len(tree.still - gone) > 2:
            who = dice.choice(sorted(tree.still - gone))
            case.do(WithdrawEntrant(section=case.section, entrant=who, reason="ill"))
            gone.add(who)
        case.pair()
        now, losers = case.publish(), set()
        for table in now.tables:
            assert set(table.seats) <= tree.still
            away = gone & set(table.seats)
            if away:
                losers |= away
                continue
            winner = play_table(case, dice, table)
            score = case.now.current.results[table.board].score.seats
            assert score == ((2, 0) if winner == table.seats[0] else (0, 2))
            losers |= set(table.seats) - {winner}
        tree.round(losers)
    found = {row.entrant: row.place for row in places(case.state, case.now).rows}
    assert found == tree.places()
