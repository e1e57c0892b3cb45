"""Positions of Chinese checkers for the page of boards."""

from qipan.games.chinese_checkers import GAME
from qipan.games.chinese_checkers.computer import choose
from qipan.kernel.sample_game import SampleGame, played_by_computer


def samples() -> list[SampleGame]:
    """Give a game of six and a game of two, seven and ten rounds old."""
    six = SampleGame("chinese-checkers", seats=6)
    two = SampleGame("chinese-checkers-two", seat=1)
    return [
        played_by_computer(six, GAME, choose, "star", lambda moves, _: moves == 42),
        played_by_computer(two, GAME, choose, "pair", lambda moves, _: moves == 21),
    ]
