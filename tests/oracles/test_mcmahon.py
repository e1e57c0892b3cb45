"""Random small McMahon events: our rounds are the best of all there are, criterion by criterion."""

import os
import random

import pytest

from oracles.mcmahon import Small, best
from qipan.kernel.crosstable import Cell, Crosstable, Entry, absent
from qipan.kernel.errors import Impossible
from qipan.kernel.ids import EntrantId, RoundNo, Seat
from qipan.kernel.lots import draw
from qipan.kernel.points import CHESS, Points
from qipan.kernel.results import Bye, How
from qipan.pairing.swiss.mcmahon import HandicapTerms, McMahonTerms, Within, mcmahon
from qipan.pairing.swiss.mcmahon.criteria import ORDER

EVENTS = 1000 if os.environ.get("QIPAN_ORACLES") else 12


def terms_of(dice, played):
    handicap = None
    if dice.random() < 0.6:
        handicap = HandicapTerms(
            less=dice.randint(0, 2),
            most=dice.choice((4, 9)),
            by_rank=dice.random() < 0.5,
            even_from=dice.choice((None, 6, 10)),
        )
    return McMahonTerms(
        within=dice.choice(list(Within)),
        units_apart=played < 2,
        states_apart=played < 3 and dice.random() < 0.5,
        apart_first=dice.random() < 0.3,
        handicap=handicap,
    )


def field(dice):
    size = dice.choice((4, 5, 6, 7, 8, 8, 9, 10, 10, 11, 12))
    clubs = dice.sample("ABCDEF", dice.randint(1, 5))
    grades = sorted((dice.randint(15, 36) for _ in range(size)), reverse=True)
    bar, floor = dice.randint(26, 34), dice.randint(15, 24)
    return tuple(
        Entry(
            EntrantId(f"p{number:02}"),
            number,
            unit=dice.choice((*clubs, None)),
            marks={"grade": grade, "start-score": min(max(grade, floor), bar) - floor},
        )
        for number, grade in enumerate(grades, 1)
    )


def play(dice, cells, plan, stones):
    """Give everybody what the round brought them; some games are drawn, some never played."""
    for meeting in plan.meetings:
        one, two = meeting.seats
        score = dice.choice(((2, 0), (2, 0), (0, 2), (0, 2), (1, 1)))
        how = How.FORFEIT if dice.random() < 0.06 else How.PLAYED
        for seat, (who, other) in enumerate(((one, two), (two, one))):
            cell = Cell(
                Points(score[seat]), how, other, Seat(seat), handicap=stones.get((one, two), 0)
            )
            cells[who].append(cell)
    for rest in plan.rests:
        cells[rest.entrant].append(Cell(CHESS.bye, How.BYE, bye=Bye.ALLOCATED))
    longest = max(map(len, cells.values()))
    for row in cells.values():
        row += [absent()] * (longest - len(row))


def an_event(seed):
    """Play an event; give the cost of every round by both calculations."""
    dice = random.Random(seed)
    entries = field(dice)
    countries = {club: dice.choice("XY") for club in "ABCDEF"}
    cells = {entry.id: [] for entry in entries}
    for number in range(1, dice.randint(2, 6)):
        terms = terms_of(dice, number - 1)
        table = Crosstable(entries, {who: tuple(row) for who, row in cells.items()}, CHESS)
        present = [each.id for each in entries if dice.random() < 0.95]
        if len(present) < 2:
            return
        lot = draw("round", sorted(present), bytes(dice.randrange(256) for _ in range(32)))
        small = Small(table, number, terms, countries, lot.order)
        expected = best(small, present)
        try:
            plan = mcmahon(
                table, RoundNo(number), terms, present=present, states=countries, lots=lot
            )
        except Impossible:
            yield expected, None
            return
        rests = [rest.entrant for rest in plan.rests]
        playing = [who for who in present if who not in rests]
        pairs = [meeting.seats for meeting in plan.meetings]
        assert sorted(who for pair in pairs for who in pair) == sorted(playing)
        assert not any(small.have_met(*pair) for pair in pairs)
        yield expected, ((rests or [None])[0], small.weigh(pairs, playing))
        stones = {pair: small.stones(*pair) for pair in pairs}
        for first, second in (pair for pair, given in stones.items() if given):
            weaker = min((first, second), key=lambda who: strength(small, terms, who))
            assert weaker == first
        play(dice, cells, plan, stones)


def strength(small, terms, who):
    return small.entry[who].marks["grade"] if terms.handicap.by_rank else small.score(who)


@pytest.mark.parametrize("seed", range(EVENTS))
def test_a_round_is_the_best_of_all_rounds(seed):
    for expected, found in an_event(seed):
        assert found == expected, dict(
            zip(ORDER, zip(found[1], expected[1], strict=True), strict=True)
        )
