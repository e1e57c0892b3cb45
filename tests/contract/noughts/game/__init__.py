"""Noughts and crosses: three in a row on nine squares; the smallest game there can be."""

from qipan.games.noughts.game import Noughts

GAME = Noughts()

__all__ = ["GAME", "Noughts"]
