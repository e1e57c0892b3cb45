"""Fairness and cost of open matching, by simulation.

    python benchmarks/open_matching.py [--arrivals 10000] [--players 300] [--seed 1]

Players come at random, play for a while, come again. Printed: waits in ticks, immediate
rematches, how evenly opponents are spread (chi-square per degree of freedom, about 1 if every
opponent is equally likely), first seats, CPU seconds spent matching.
"""

import argparse
import time
from collections import Counter
from itertools import combinations
from random import Random

from qipan.pairing.open_matching import match_waiting


def simulate(arrivals, players, seed):
    """Run one simulation and print its figures."""
    dice = Random(seed)
    idle = {f"{number:05d}" for number in range(players)}
    queue, last, since, busy = [], {}, {}, {}
    waits, met, firsts = [], Counter(), Counter()
    rematches = come = tick = 0
    seconds = 0.0
    while come < arrivals:
        tick += 1
        for who in dice.sample(sorted(idle), min(len(idle), dice.randrange(1, 12))):
            idle.remove(who)
            queue.append(who)
            since[who] = tick
            come += 1
        start = time.process_time()
        found = match_waiting(queue, last, dice)
        seconds += time.process_time() - start
        for meeting in found.meetings:
            a, b = meeting.seats
            rematches += last.get(a) == b or last.get(b) == a
            last[a], last[b] = b, a
            met[min(a, b), max(a, b)] += 1
            firsts[a] += 1
            waits += [tick - since[a], tick - since[b]]
            busy.setdefault(tick + dice.randrange(1, 30), []).extend(meeting.seats)
        queue = list(found.left)
        idle.update(busy.pop(tick, ()))
    games = sum(met.values())
    pairs = list(combinations(sorted(last), 2))
    each = games / len(pairs)
    chi = sum((met[pair] - each) ** 2 / each for pair in pairs) / (len(pairs) - 1)
    waits.sort()
    print(f"{come} arrivals of {players} players, {games} matches in {tick} ticks")
    print(f"wait in ticks: median {waits[len(waits) // 2]}, longest {waits[-1]}")
    print(f"still waiting {len(queue)}, immediate rematches {rematches}")
    print(f"spread of opponents: chi-square per degree of freedom {chi:.3f}")
    played = Counter(who for pair, times in met.items() for who in pair * times)
    shares = sorted(firsts[who] / count for who, count in played.items())
    print(f"share of first seats: lowest {shares[0]:.2f}, highest {shares[-1]:.2f}")
    print(f"{seconds:.3f} CPU s matching")


def main():
    """Read the command line and simulate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arrivals", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    simulate(options.arrivals, options.players, options.seed)


if __name__ == "__main__":
    main()
