"""How long a ranking takes: the lists of two regulations on large random Swiss fields.

    python benchmarks/ranking.py [ENTRANTS …]

CPU seconds of one process that looks for garbage as a server does; the field is made before the
clock starts. Nothing is asserted.
"""

import sys
from random import Random
from time import process_time

from msgspec.structs import replace

from qipan.host.gc_policy import search_rarely
from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.lots import Draw, draw
from qipan.kernel.points import CHESS, Scoring
from qipan.kernel.results import Bye, How
from qipan.ranking import Running, rank

ROUNDS = 9
ORDERS = {
    "MY": (
        CHESS,
        (
            "points",
            "head-to-head:exactly-two",
            "conduct-foul",
            "drawn(BH,MBH,WIN)",
            "points-as-second",
            "wins-as-second",
            "PS",
            "technical-fouls",
            "lot",
        ),
    ),
    "GM": (
        Scoring(win=2, draw=1, loss=-2, bye=2, unit=1),
        (
            "points",
            "opponents-score:plain",
            "direct-win",
            "opponents-score-1:plain",
            "opponents-score-2:plain",
            "game-time",
        ),
    ),
}


def swiss(entrants: int, scoring: Scoring, seed: int = 1) -> Crosstable:
    """Make a field in which neighbours by score meet; one in fifty rounds is a bye."""
    dice = Random(seed)
    ids = [str(n) for n in range(1, entrants + 1)]
    cells = {who: [] for who in ids}
    score = dict.fromkeys(ids, 0)
    for _ in range(ROUNDS):
        dice.shuffle(ids)
        ids.sort(key=score.__getitem__, reverse=True)
        waiting = []
        for who in ids:
            if dice.random() < 0.02:
                worth = scoring.bye if dice.random() < 0.5 else 0
                bye = Bye.ALLOCATED if worth else Bye.REQUESTED
                cells[who].append(Cell(points=worth, how=How.BYE, bye=bye))
                score[who] += worth
            else:
                waiting.append(who)
        if len(waiting) % 2:
            who = waiting.pop()
            cells[who].append(Cell(points=scoring.bye, how=How.BYE, bye=Bye.ALLOCATED))
            score[who] += scoring.bye
        for a, b in zip(waiting[::2], waiting[1::2], strict=True):
            won = dice.choice(
                [
                    (scoring.win, scoring.loss),
                    (scoring.draw, scoring.draw),
                    (scoring.loss, scoring.win),
                ]
            )
            for seat, (who, other, points) in enumerate(((a, b, won[0]), (b, a, won[1]))):
                seconds = dice.randrange(60, 900)
                cells[who].append(Cell(points, opponent=other, seat=seat, seconds=seconds))
                score[who] += points
    entries = tuple(Entry(id=who, number=int(who)) for who in sorted(cells, key=int))
    return Crosstable(entries, {who: tuple(row) for who, row in cells.items()}, scoring, ROUNDS)


def one_more(table: Crosstable, order: tuple[str, ...], keys: Draw, times: int = 20) -> float:
    """Turn single results round, one after the other, and give the CPU time of one."""
    running = Running(table, order, lots={"keys": keys})
    dice = Random(2)
    used = 0.0
    for _ in range(times):
        who = dice.choice(table.entries).id
        n = next(n for n, cell in enumerate(table.cells[who]) if cell.opponent is not None)
        other = table.cells[who][n].opponent
        cells = dict(table.cells)
        for each, theirs in ((who, other), (other, who)):
            row = list(table.cells[each])
            row[n] = replace(row[n], points=table.cells[theirs][n].points)
            cells[each] = tuple(row)
        table = replace(table, cells=cells)
        began = process_time()
        running.update(table)
        used += process_time() - began
    return used / times


def main() -> None:
    """Measure and print."""
    search_rarely()
    keys = draw("keys", ["BH", "MBH", "WIN"], bytes(32))
    for entrants in [int(word) for word in sys.argv[1:]] or [10_000, 100_000]:
        for name, (scoring, order) in ORDERS.items():
            table = swiss(entrants, scoring)
            began = process_time()
            standings = rank(table, order, lots={"keys": keys})
            used = process_time() - began
            first = standings.rows[0]
            print(f"{name}: {entrants} entrants x {ROUNDS}: {used:.3f} s; first {first.entrant}")
            print(f"{name}: one more result: {one_more(table, order, keys):.4f} s")


if __name__ == "__main__":
    main()
