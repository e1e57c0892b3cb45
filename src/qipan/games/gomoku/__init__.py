"""Gomoku: five in a row on a square board, with renju and opening protocols as options."""

from qipan.games.gomoku.game import Gomoku
from qipan.games.gomoku.position import Position
from qipan.games.gomoku.rules import Forbidden, GomokuRules, Opening, Win

GAME = Gomoku()

__all__ = ["GAME", "Forbidden", "Gomoku", "GomokuRules", "Opening", "Position", "Win"]
