"""Measure Chinese checkers: move counts from the start, and six-player games between bots.

``python benchmarks/chinese_checkers.py [GAMES] [DEPTH]``
"""

import sys
from collections import Counter
from random import Random
from time import process_time

from qipan.games.chinese_checkers import GAME, CheckersRules
from qipan.games.chinese_checkers.perft import perft
from qipan.games.chinese_checkers.state import beginning
from qipan.games.computer_players import play_out

KNOWN = {6: (14, 199, 2828, 40189, 571130, 8236954), 2: (14, 196, 4760, 115600, 3188520)}


def counts(deepest):
    """Count from the start; every number must be the known one."""
    for players, wanted in KNOWN.items():
        for depth, number in enumerate(wanted[:deepest], 1):
            began = process_time()
            found = perft(beginning(CheckersRules(), players), depth)
            seconds = process_time() - began
            assert found == number, (players, depth, found)
            print(f"{players} players, depth {depth}: {found} in {seconds:.2f} s CPU")


def games(count):
    """Let six bots play; say how many games ranked all six, and in which round they ended."""
    began, endings, rounds, ties, moves = process_time(), Counter(), [], 0, 0
    for seed in range(count):
        played = play_out(GAME, GAME.start(CheckersRules(), 6, {}), Random(seed))
        assert played.outcome is not None
        assert len(played.outcome.places) == 6
        endings[played.outcome.rule] += 1
        ties += len(set(played.outcome.places)) < 6
        rounds.append(played.state.round)
        moves += played.moves
    seconds = process_time() - began
    print(f"{count} games, {moves} moves in {seconds:.1f} s CPU: {dict(endings)}")
    print(f"last round {min(rounds)} to {max(rounds)}; {ties} games with a shared place")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    counts(numbers[1] if len(numbers) > 1 else 5)
    games(numbers[0] if numbers else 200)
