"""Score pairing of big fields: CPU seconds, rematches and the sum of score differences.

    python benchmarks/by_score.py [PLAYERS …] [--round R] [--seed S] [--results WORD]

Plays R − 1 rounds (win 2, draw 1, loss −2), each paired by the system itself, then measures round
R. Results are random, all drawn, or won by the stronger. The smallest possible sum of differences
is that of sorted neighbours.
"""

import argparse
import resource
import time
from random import Random

from qipan.pairing.swiss.by_score import Paired, ScoreField, pair_field

RANDOM = ((2, -2), (-2, 2), (2, -2), (-2, 2), (1, 1))


def result(first: int, second: int, how: str, dice: Random) -> tuple[int, int]:
    """Give the points of a game; a smaller number is stronger."""
    if how == "drawn":
        return 1, 1
    if how == "strength":
        return (2, -2) if first < second else (-2, 2)
    return dice.choice(RANDOM)


def play(field: ScoreField, paired: Paired, how: str, dice: Random) -> ScoreField:
    """Give the field after a round with random results, in place where that saves memory."""
    score, met, history = list(field.score), list(field.met), list(field.history)
    for first, second in paired.pairs:
        points = result(first, second, how, dice)
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


def measure(players: int, last: int, how: str, seed: int) -> None:
    """Play up to a round and print what pairing it took and gave."""
    dice = Random(seed)

    def lot(candidates):
        candidates = list(candidates)
        dice.shuffle(candidates)
        return candidates

    field = ScoreField([0] * players, [()] * players, [1] * players)
    for number in range(1, last):
        field = play(field, pair_field(field, lot, first_round=number == 1), how, dice)
    start = time.process_time()
    paired = pair_field(field, lot)
    seconds = time.process_time() - start
    rematches = sum(second in field.met[first] for first, second in paired.pairs)
    seen = {who for pair in paired.pairs for who in pair}
    complete = len(seen) == players - players % 2 == 2 * len(paired.pairs)
    counts = [
        2 * bits.bit_count() - 1 - bits.bit_length()
        for bits in play(field, paired, how, dice).history
    ]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{players:>9} players, {how} results, round {last}: {seconds:7.3f} CPU s, "
        f"complete {complete}, "
        f"rematches {rematches}, difference {paired.difference} (bound {paired.bound}), "
        f"widest colour balance {max(map(abs, counts))}, peak {peak} MB"
    )


def main() -> None:
    """Read the command line and measure each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", type=int, default=[1000, 10_000, 100_000])
    parser.add_argument("--round", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", choices=("random", "drawn", "strength"), default="random")
    options = parser.parse_args()
    for players in options.players:
        measure(players, options.round, options.results, options.seed)


if __name__ == "__main__":
    main()
