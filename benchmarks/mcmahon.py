"""McMahon rounds: CPU seconds of pairing a round exactly, and what it costs by each criterion.

    python benchmarks/mcmahon.py [PLAYERS …] [--round R] [--seed S] [--events N]

Ranks are spread around 4 kyu, from 15 kyu to 7 dan, twelve clubs, bar at 4 dan, handicap less one.
R − 1 rounds are paired by the system and played at random, then round R is measured, for every
choice of who meets among equals: the mean of N events and the worst with its seed. Goal at 300
players, round 5: the worst of 25 at most 0.1 s.
"""

import argparse
import time
from random import Random

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.ids import EntrantId, RoundNo, Seat
from qipan.kernel.lots import draw
from qipan.kernel.points import CHESS, Points
from qipan.kernel.results import Bye, How
from qipan.pairing.plan import RoundPlan
from qipan.pairing.swiss.mcmahon import HandicapTerms, McMahonTerms, Within, mcmahon


def players(size: int, dice: Random) -> tuple[Entry, ...]:
    """Make a field, strongest first."""
    grades = sorted((min(36, max(15, int(dice.gauss(26, 5)))) for _ in range(size)), reverse=True)
    return tuple(
        Entry(
            EntrantId(f"p{number:05}"),
            number,
            unit=dice.choice("ABCDEFGHIJKL"),
            marks={"grade": grade, "start-score": min(grade, 33) - 15},
        )
        for number, grade in enumerate(grades, 1)
    )


def play(cells: dict[EntrantId, list[Cell]], plan: RoundPlan, dice: Random) -> None:
    """Give every game a winner."""
    for meeting in plan.meetings:
        points = dice.choice(((2, 0), (0, 2)))
        for seat, who in enumerate(meeting.seats):
            other = meeting.seats[1 - seat]
            cells[who].append(Cell(Points(points[seat]), How.PLAYED, other, Seat(seat)))
    for rest in plan.rests:
        cells[rest.entrant].append(Cell(CHESS.bye, How.BYE, bye=Bye.ALLOCATED))


def measure(size: int, last: int, within: Within, seed: int) -> float:
    """Play up to a round; give what pairing that round took."""
    dice = Random(seed)
    entries = players(size, dice)
    cells: dict[EntrantId, list[Cell]] = {entry.id: [] for entry in entries}
    spent = 0.0
    for number in range(1, last + 1):
        terms = McMahonTerms(within, units_apart=number < 3, handicap=HandicapTerms(less=1))
        table = Crosstable(entries, {who: tuple(row) for who, row in cells.items()}, CHESS)
        lots = draw("order", sorted(cells), dice.randbytes(32)) if within is Within.RANDOM else None
        start = time.process_time()
        plan = mcmahon(table, RoundNo(number), terms, lots=lots)
        spent = time.process_time() - start
        play(cells, plan, dice)
    return spent


def main() -> None:
    """Measure the sizes that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", type=int, default=[80, 300])
    parser.add_argument("--round", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--events", type=int, default=25)
    asked = parser.parse_args()
    for size in asked.players:
        for within in Within:
            found = [
                (measure(size, asked.round, within, seed), seed)
                for seed in range(asked.seed, asked.seed + asked.events)
            ]
            mean, worst = sum(spent for spent, _ in found) / len(found), max(found)
            print(
                f"{size} players, round {asked.round}, {within}: mean {mean:.3f} s,"
                f" worst of {len(found)} {worst[0]:.3f} s (seed {worst[1]})",
                flush=True,
            )


if __name__ == "__main__":
    main()
