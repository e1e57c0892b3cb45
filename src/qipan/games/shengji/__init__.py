"""Shengji (双升): two packs, two pairs, dark declarations."""

from qipan.games.shengji.game import Shengji
from qipan.games.shengji.rules import ShengjiRules
from qipan.games.shengji.state import Match

GAME = Shengji()

__all__ = ["GAME", "Match", "Shengji", "ShengjiRules"]
