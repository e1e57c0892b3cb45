"""Score pairing of big fields: CPU seconds, rematches and the sum of score differences.

    python benchmarks/by_score.py [PLAYERS …] [--round R] [--seed S]

Plays R − 1 rounds with random results (win 2, draw 1, loss −2), each paired by the system itself,
then measures round R. The smallest possible sum is that of sorted neighbours.
"""

import argparse
import resource
import time
from random import Random

from qipan.pairing.swiss.by_score import Paired, ScoreField, pair_field


def play(field: ScoreField, paired: Paired, dice: Random) -> ScoreField:
    """Give the field after a round with random results, in place where that saves memory."""
    score, met, history = list(field.score), list(field.met), list(field.history)
    for first, second in paired.pairs:
        points = dice.choice(((2, -2), (-2, 2), (2, -2), (-2, 2), (1, 1)))
        score[first] += points[0]
        score[second] += points[1]
        met[first] = (*met[first], second)
        met[second] = (*met[second], first)
        history[first] = history[first] << 1
        history[second] = history[second] << 1 | 1
    rested = set(field.rested)
    if paired.bye >= 0:
        score[paired.bye] += 2
        rested.add(paired.bye)
    return ScoreField(score, met, history, rested)


def measure(players: int, last: int, seed: int) -> None:
    """Play up to a round and print what pairing it took and gave."""
    dice = Random(seed)

    def lot(candidates):
        candidates = list(candidates)
        dice.shuffle(candidates)
        return candidates

    field = ScoreField([0] * players, [()] * players, [1] * players)
    for number in range(1, last):
        field = play(field, pair_field(field, lot, first_round=number == 1), dice)
    start = time.process_time()
    paired = pair_field(field, lot)
    seconds = time.process_time() - start
    rematches = sum(second in field.met[first] for first, second in paired.pairs)
    seen = {who for pair in paired.pairs for who in pair}
    complete = len(seen) == players - players % 2 == 2 * len(paired.pairs)
    counts = [
        2 * bits.bit_count() - 1 - bits.bit_length() for bits in play(field, paired, dice).history
    ]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{players:>9} players, round {last}: {seconds:7.3f} CPU s, complete {complete}, "
        f"rematches {rematches}, difference {paired.difference} (bound {paired.bound}), "
        f"widest colour balance {max(map(abs, counts))}, peak {peak} MB"
    )


def main() -> None:
    """Read the command line and measure each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", type=int, default=[1000, 10_000, 100_000])
    parser.add_argument("--round", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for players in options.players:
        measure(players, options.round, options.seed)


if __name__ == "__main__":
    main()
