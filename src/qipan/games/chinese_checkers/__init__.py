"""Chinese checkers (跳棋): the star board with two to six players."""

from qipan.games.chinese_checkers.game import ChineseCheckers
from qipan.games.chinese_checkers.rules import AS_WRITTEN, CheckersRules, Lock, ThreeSeats
from qipan.games.chinese_checkers.state import Move, Star

GAME = ChineseCheckers()

__all__ = [
    "AS_WRITTEN",
    "GAME",
    "CheckersRules",
    "ChineseCheckers",
    "Lock",
    "Move",
    "Star",
    "ThreeSeats",
]
