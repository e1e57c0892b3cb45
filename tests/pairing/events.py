"""Seeded events for the pairing tests: tables built round by round from plans and dice."""

from random import Random

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import Bye, How

GOMOKU = Scoring(win=Points(2), draw=Points(1), loss=Points(-2), bye=Points(2), unit=1)


def entries(size, units=0):
    return tuple(
        Entry(EntrantId(f"p{n:03d}"), n, 2500 - n, f"u{n % units}" if units else None)
        for n in range(1, size + 1)
    )


def fresh(size, units=0, scoring=GOMOKU):
    return Crosstable(entries(size, units), {}, scoring)


def after(table, plan, dice):
    """Play a plan: mostly decided games, some draws, now and then nobody comes."""
    scoring = table.scoring
    cells = {entry.id: list(table.row(entry.id)) for entry in table.entries}
    for row in cells.values():
        while len(row) < plan.round - 1:
            row.append(Cell(Points(0), How.BYE, bye=Bye.ABSENT))
    for meeting in plan.meetings:
        first, second = meeting.seats
        win, lose = (scoring.win, scoring.loss)
        a, b = dice.choice(((win, lose), (lose, win), (scoring.draw, scoring.draw)))
        how = How.FORFEIT if dice.random() < 0.05 else How.PLAYED
        cells[first].append(Cell(a, how, second, Seat(0)))
        cells[second].append(Cell(b, how, first, Seat(1)))
    for rest in plan.rests:
        cells[rest.entrant].append(Cell(scoring.bye, How.BYE, bye=Bye.ALLOCATED))
    for row in cells.values():
        if len(row) < plan.round:
            row.append(Cell(Points(0), How.BYE, bye=Bye.ABSENT))
    return Crosstable(table.entries, {who: tuple(row) for who, row in cells.items()}, scoring)


def shuffled(table, seed):
    """Give the same table with its entries in another order."""
    rows = list(table.entries)
    Random(seed).shuffle(rows)
    cells = {row.id: table.row(row.id) for row in rows if row.id in table.cells}
    return Crosstable(tuple(rows), cells, table.scoring, table.planned)


def met(table, forfeits=True):
    """List every pair that was paired so far; without forfeits, that has played."""
    return {
        frozenset((who, cell.opponent))
        for who, row in table.cells.items()
        for cell in row
        if cell.opponent is not None and (forfeits or cell.played)
    }


def check_round(table, plan, forfeits=True):
    """Hold what every round of every Swiss must hold."""
    seated = [who for meeting in plan.meetings for who in meeting.seats]
    everybody = seated + [rest.entrant for rest in plan.rests]
    assert sorted(everybody) == sorted(entry.id for entry in table.entries)
    assert len(plan.rests) == len(table.entries) % 2
    assert not {frozenset(meeting.seats) for meeting in plan.meetings} & met(table, forfeits)
    assert [meeting.board for meeting in plan.meetings] == list(range(1, len(plan.meetings) + 1))
    assert all(meeting.reasons for meeting in plan.meetings)
    for rest in plan.rests:
        assert rest.reasons
        assert all(cell.bye is not Bye.ALLOCATED for cell in table.row(rest.entrant))
