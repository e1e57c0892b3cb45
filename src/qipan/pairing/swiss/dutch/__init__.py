"""The FIDE Dutch system, exact and fast."""

from qipan.pairing.swiss.dutch.engine import Pairing, pair
from qipan.pairing.swiss.dutch.field import Edition, Field, Player, Terms, field_of

__all__ = ["Edition", "Field", "Pairing", "Player", "Terms", "field_of", "pair"]
