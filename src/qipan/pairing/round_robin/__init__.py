"""Everybody meets everybody."""

from qipan.pairing.round_robin.berger import berger, single_round_robin, why_not
from qipan.pairing.round_robin.double import double_round_robin
from qipan.pairing.round_robin.withdrawal import Withdrawal, withdraw, without

__all__ = [
    "Withdrawal",
    "berger",
    "double_round_robin",
    "single_round_robin",
    "why_not",
    "withdraw",
    "without",
]
