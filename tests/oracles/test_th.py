"""Every place of the Thai league against a second calculation, whatever goes wrong in the hall.

A short sample runs with the tests; ``make oracles`` plays a thousand leagues.
"""

import os
from random import Random

import pytest

from desk.clauses.play import Case
from oracles.th_league import BOTH_LOSE, DRAW, Ledger, order
from qipan.desk.conduct.commands import Annulment, AnnulResults, PunishOffence, RecordLateness
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.results.commands import CorrectResult
from qipan.desk.rulings.commands import RuleGame, Ruling
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.sections.places import places

LONG = bool(os.environ.get("QIPAN_ORACLES"))
SEEDS = range(1000 if LONG else 6)
TEXTS = {"1-0": (2, 0), "0-1": (0, 2), "0.5-0.5": DRAW}


def play_match(case, ledger, dice, table):
    """Play the boards of a match in any order, with fouls, lateness, rulings and corrections."""
    number, board, sides = case.now.current.number, table.board, table.seats
    place = {"section": case.section, "round": number, "board": board}
    match = (number, board)
    boards = [1, 2, 3]
    dice.shuffle(boards)
    for game in boards:
        what, who = dice.random(), dice.choice(sides)
        if what < 0.08:
            case.do(PunishOffence(**place, entrant=who, offence="two-moves", game=game))
            ledger.lost(match, sides, game, who)
        elif what < 0.14:
            case.do(RecordLateness(**place, entrant=who, seconds=901, game=game))
            ledger.lost(match, sides, game, who)
        elif what < 0.2:
            said = dice.choice((Ruling.DRAW, Ruling.BOTH_LOSE))
            case.do(RuleGame(**place, ruling=said, reason="wrecked", game=game))
            ledger.board(match, sides, game, DRAW if said is Ruling.DRAW else BOTH_LOSE)
        else:
            text = dice.choice(list(TEXTS))
            case.game(board, text, game=game)
            ledger.board(match, sides, game, TEXTS[text])
    if dice.random() < 0.3:
        after(case, ledger, dice, place, sides)


def after(case, ledger, dice, place, sides):
    """Something comes to light when the match is over: it costs one board."""
    match, game, who = (place["round"], place["board"]), dice.choice((1, 2, 3)), dice.choice(sides)
    kind = dice.choice(("correct", "foul", "annul"))
    now = ledger.matches[match, sides][game]
    if kind == "foul":
        case.do(PunishOffence(**place, entrant=who, offence="disturbance", choice=2, game=game))
        ledger.lost(match, sides, game, who)
    elif kind == "annul":
        rounds = (place["round"],)
        fields = {"outcome": Annulment.LOSES, "game": game, "reason": "found out"}
        case.do(AnnulResults(section=case.section, entrant=who, rounds=rounds, **fields))
        ledger.lost(match, sides, game, who)
    else:
        new = dice.choice([each for each in TEXTS.values() if each != now])
        score = Score((Points(new[0]), Points(new[1])))
        fields = {"score": score, "how": How.PLAYED, "reason": "typo", "game": game}
        case.do(CorrectResult(**place, **fields))
        ledger.board(match, sides, game, new)


def league(seed):
    """Play a league to its end; give the case and the ledger."""
    dice = Random(f"league {seed}")
    size = dice.choice((3, 4, 5, 6, 7, 8))
    case, ledger, gone = Case("th-maklom-2024", "league", size).begin(), Ledger(), set()
    rounds = size - 1 if size % 2 == 0 else size
    for number in range(1, rounds + 1):
        if number > (rounds + 1) // 2 and not gone and dice.random() < 0.2:
            who = dice.choice(case.now.order)
            case.do(WithdrawEntrant(section=case.section, entrant=who, reason="left"))
            gone.add(who)
        case.pair()
        now = case.publish()
        for table in now.tables:
            if gone & set(table.seats):
                ledger.forfeit((number, table.board), table.seats, gone)
            else:
                play_match(case, ledger, dice, table)
    case.draw_lots()
    return case, ledger


def lots_of(case):
    """Give a place in the lot to everybody whom one was drawn for."""
    drawn = [each.order for name, each in case.now.lots.items() if name.startswith("tie-")]
    return lambda who: next((each.index(who) for each in drawn if who in each), 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_place_of_the_league_is_what_the_articles_give(seed):
    case, ledger = league(seed)
    found = places(case.state, case.now).rows
    assert [row.entrant for row in found] == order(ledger, list(case.now.order), lots_of(case))
    assert [row.place for row in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_match_points_board_points_and_boards_won_are_what_was_played(seed):
    case, ledger = league(seed)
    for number, found in enumerate(case.now.rounds, 1):
        for table in found.tables:
            boards = ledger.matches.get(((number, table.board), table.seats))
            if boards is None:
                continue
            one, two = (sum(each[at] for each in boards.values()) for at in (0, 1))
            due = (2, 0) if one > two else (0, 2) if two > one else (1, 1)
            assert found.results[table.board].score.seats == due
            kept = {game.number: game.result.score.seats for game in found.games[table.board]}
            assert kept == boards
