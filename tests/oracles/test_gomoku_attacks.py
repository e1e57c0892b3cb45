"""Winning fours and open-four attacks in gomoku, beside a plain reading of every reply.

Short: attacks of three moves on random boards; long (make oracles): 200 boards with an attack of up
to four moves, seven plies, and the move of the best level wins on each.
"""

import os
from random import Random

from oracles.gomoku_attacks import Lines, attack, keeps_winning
from qipan.games import game_named
from qipan.games.gomoku.computer import LEVELS, think
from qipan.games.gomoku.rules import GomokuRules
from qipan.games.gomoku.threats import Threats
from qipan.kernel.thinking import Limits, Watch

LONG = bool(os.environ.get("QIPAN_ORACLES"))
SIZE = 9
MOVES, WANTED = (4, 200) if LONG else (3, 3)
"""Own moves of an attack, the five among them, and how many boards with one are looked at."""
GOMOKU = game_named("gomoku")
RULES = GomokuRules(size=SIZE)


def random_boards(seed):
    """Give boards of ten to fourteen stones, Black to move, without a five to be made at once."""
    dice = Random(seed)
    middle = [(column, row) for column in range(1, SIZE - 1) for row in range(1, SIZE - 1)]
    while True:
        drawn = dice.sample(middle, dice.choice((10, 12, 14)))
        board = Lines(SIZE, {point: number % 2 for number, point in enumerate(drawn)})
        if not board.fives(0) and not board.fives(1):
            yield drawn, board


def as_bits(points):
    return sum(1 << row * (SIZE + 1) + column for column, row in points)


def test_attacks_are_those_of_the_plain_reading_and_the_best_level_plays_them():
    found = 0
    for drawn, board in random_boards(4):
        slow = attack(board, 0, MOVES)
        own, other = as_bits(drawn[::2]), as_bits(drawn[1::2])
        fast = Threats(RULES, Watch(Limits(10**7))).by_threats(own, other, 0, MOVES - 1)
        assert (fast is not None) == (slow is not None), drawn
        if slow is None:
            continue
        state = GOMOKU.start(RULES, 2, {})
        for column, row in drawn:
            state = GOMOKU.play(state, state.turn, row * (SIZE + 1) + column)
        move = think(state, state.turn, len(LEVELS), Random(1), Watch(LEVELS[-1].limits))
        row, column = divmod(move, SIZE + 1)
        board.put(0, (column, row))
        # A longer way to win than the shortest is a win as well; fours are forced.
        assert keeps_winning(board, 0, (column, row), MOVES) or wins_by_fours(own, other, move)
        found += 1
        if found == WANTED:
            return


def wins_by_fours(own, other, move):
    threats = Threats(RULES, Watch(Limits(10**7)))
    ends = threats.fives(own | 1 << move, other, 0)
    if ends.bit_count() != 1:
        return bool(ends) or threats.fives(own, other, 0) >> move & 1
    return threats.by_fours(own | 1 << move, other | ends, 0, 12) is not None
