"""McMahon rounds: CPU seconds of pairing a round exactly, and what it costs by each criterion.

    python benchmarks/mcmahon.py [PLAYERS …] [--round R] [--seed S]

Ranks are spread around 4 kyu, from 15 kyu to 7 dan, twelve clubs, bar at 4 dan, handicap less one.
R − 1 rounds are paired by the system and played at random, then round R is measured.
"""

import argparse
import time
from random import Random

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.ids import EntrantId, RoundNo, Seat
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


def measure(size: int, last: int, within: Within, seed: int) -> None:
    """Play up to a round and print what pairing it took and gave."""
    dice = Random(seed)
    entries = players(size, dice)
    cells: dict[EntrantId, list[Cell]] = {entry.id: [] for entry in entries}
    for number in range(1, last + 1):
        terms = McMahonTerms(within, units_apart=number < 3, handicap=HandicapTerms(less=1))
        table = Crosstable(entries, {who: tuple(row) for who, row in cells.items()}, CHESS)
        start = time.process_time()
        plan = mcmahon(table, RoundNo(number), terms)
        spent = time.process_time() - start
        play(cells, plan, dice)
    print(f"{size} players, round {last}, {within}: {spent:.3f} s, {plan.reasons[0].facts}")


def main() -> None:
    """Measure the sizes that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", type=int, default=[80, 300])
    parser.add_argument("--round", type=int, default=5)
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    for size in asked.players:
        for within in (Within.CROSS, Within.FOLD, Within.SOS):
            measure(size, asked.round, within, asked.seed)


if __name__ == "__main__":
    main()
