"""What games remember from move to move has a bound: a server plays for weeks."""

import sys
from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages
from random import Random

import pytest

import qipan.games
from qipan.games import all_games
from qipan.games.computer_players import computer_of_level
from qipan.games.gomoku import lines
from qipan.games.gomoku.rules import GomokuRules

UNBOUNDED = 1000
"""So much at most is remembered for ever: what depends on a size or a rule, never on a position."""


def caches():
    """Every remembered function of the games, by name."""
    for module in walk_packages(qipan.games.__path__, "qipan.games."):
        import_module(module.name)
    for name, module in sorted(sys.modules.items()):
        if name.startswith("qipan.games."):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper) and each.__module__ == name:
                    yield f"{name}.{each.__qualname__}", each


def play_gomoku(moves, dice):
    """Play on with the computer, from the beginning again where a game is over."""
    game, rules, state = all_games()["gomoku"], GomokuRules(), None
    choose = computer_of_level(game, 4)
    for _ in range(moves):
        if state is None or game.outcome(state) is not None:
            state = game.start(rules, 2, game.deal(rules, 2, dice))
        seat = game.acting(state)[0]
        state = game.play(state, seat, choose(state, seat, dice))


def test_nothing_that_depends_on_a_position_is_remembered_for_ever():
    play_gomoku(150, Random(1))
    found = {
        name: each.cache_info().currsize
        for name, each in caches()
        if each.cache_info().maxsize is None and each.cache_info().currsize > UNBOUNDED
    }
    assert found == {}


@pytest.mark.parametrize("exact", [True, False])
def test_lines_of_gomoku_are_learnt_anew_before_too_many_are_known(exact):
    grid, dice = lines.Grid(15, exact), Random(2)
    for number in range(30_000):
        own = dice.getrandbits(15)
        grid.learn(number % 20, own, dice.getrandbits(15) & ~own)
    assert 0 < sum(map(len, grid.known)) <= 12_000
