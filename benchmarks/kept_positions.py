"""What a process keeps of xiangqi games that are over: it fills up, and ends.

    python benchmarks/kept_positions.py [PLIES …]

Random games are played and shown as at a live table, one after the other, and let go. What Python's
allocator holds more than before the first is printed at every number of plies. Nothing is asserted.
"""

import gc
import sys
import tracemalloc
from random import Random

from qipan.games import game_named
from qipan.journal.live.table import one_of
from qipan.kernel.ids import Seat

LONGEST = 150


def play_one(dice: Random) -> int:
    """Play a game to its end, at most ``LONGEST`` plies; give how many there were."""
    game = game_named("xiangqi")
    rules = game.rules_type()
    state = game.start(rules, 2, game.deal(rules, 2, dice))
    for ply in range(LONGEST):
        if game.outcome(state) is not None:
            return ply
        seat = game.acting(state)[0]
        move = game.sample(state, seat, dice)
        one_of(game.shown(state, seat, move, None))
        game.noted(state, seat, move, None)
        state = game.play(state, seat, move)
        game.view(state, Seat(0))
    return LONGEST


def main() -> None:
    """Measure and print."""
    marks = sorted(int(word) for word in sys.argv[1:]) or [600, 6_000, 60_000]
    dice = Random(1)
    game_named("xiangqi")  # loaded before anything is counted
    tracemalloc.start(1)
    gc.collect()
    before, plies = tracemalloc.get_traced_memory()[0], 0
    for mark in marks:
        while plies < mark:
            plies += play_one(dice)
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0] - before
        print(f"{plies:>7,} plies: {kept / 1e6:.1f} MB kept")


if __name__ == "__main__":
    main()
