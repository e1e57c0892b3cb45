"""Gomoku: five in a row on a square board."""

from qipan.games.gomoku.game import Gomoku, Position
from qipan.games.gomoku.rules import Rules, Win

GAME = Gomoku()

__all__ = ["GAME", "Gomoku", "Position", "Rules", "Win"]
