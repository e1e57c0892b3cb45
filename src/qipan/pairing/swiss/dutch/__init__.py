"""The FIDE Dutch system, exact and fast."""

from qipan.pairing.swiss.dutch.engine import Pairing, pair
from qipan.pairing.swiss.dutch.field import DutchField, Edition, Player, Terms, field_of
from qipan.pairing.swiss.dutch.plan import plan_of, plan_round
from qipan.pairing.swiss.dutch.why import why, why_float, why_no_bye, why_not

__all__ = [
    "DutchField",
    "Edition",
    "Pairing",
    "Player",
    "Terms",
    "field_of",
    "pair",
    "plan_of",
    "plan_round",
    "why",
    "why_float",
    "why_no_bye",
    "why_not",
]
