"""Gomoku: what the levels spend their nodes on."""

from random import Random

import pytest

from qipan.games import game_named
from qipan.games.gomoku.board import points
from qipan.games.gomoku.computer import LEVELS, _by_threats, think
from qipan.games.gomoku.look_ahead import LookAhead
from qipan.games.gomoku.rules import GomokuRules
from qipan.kernel.thinking import Limits, ThoughtEnded, Watch

GOMOKU = game_named("gomoku")
RULES = GomokuRules()
MIDDLE = [at for at in points(RULES.size) if all(4 <= part <= 10 for part in divmod(at, 16))]


def search_of(seed, nodes):
    drawn = Random(seed).sample(MIDDLE, 10)
    own, other = (sum(1 << at for at in drawn[side::2]) for side in (0, 1))
    return LookAhead(RULES, own, other, 0, Watch(Limits(nodes)))


@pytest.mark.parametrize("level", [6, 7])
@pytest.mark.parametrize("seed", [2, 8, 10, 16, 23])
def test_attacks_that_are_not_there_leave_nodes_to_look_at_quiet_moves(level, seed):
    nodes = LEVELS[level - 1].nodes
    search = search_of(seed, nodes)
    left = _by_threats(search, search.ordered(search.own, search.other, 0), level)
    assert len(left) == 1 or search.watch.left >= nodes // 10


def count(watch, times):
    for _ in range(times):
        watch.count()


def count_with_a_reserve(watch):
    with watch.reserve(0.5):
        count(watch, 100)


def test_a_reserve_ends_a_thought_sooner_and_is_there_afterwards():
    watch = Watch(Limits(100))
    with pytest.raises(ThoughtEnded):
        count_with_a_reserve(watch)
    assert watch.nodes == 50
    count(watch, 49)
    with pytest.raises(ThoughtEnded):
        watch.count()


FIVES = [
    # id             moves, Black first; Black to move      the point
    ("to be made", "h8 a1 h9 a3 h10 c1 h11 h12", "h7"),
    ("to be stopped", "a1 h8 a3 h9 c1 h10 h12 h11", "h7"),
]


@pytest.mark.parametrize(("moves", "point"), [row[1:] for row in FIVES], ids=[r[0] for r in FIVES])
@pytest.mark.parametrize("level", range(3, 9))
def test_a_five_is_seen_from_level_three_on_however_careless(level, moves, point):
    state = GOMOKU.start(RULES, 2, {})
    for text in moves.split():
        state = GOMOKU.play(state, state.turn, GOMOKU.read(state, state.turn, text))
    for seed in range(40):
        watch = Watch(Limits(LEVELS[level - 1].nodes))
        move = think(state, state.turn, level, Random(seed), watch)
        assert GOMOKU.write(state, state.turn, move) == point
