"""Everybody meets everybody."""

from qipan.pairing.round_robin.berger import berger, single_round_robin

__all__ = ["berger", "single_round_robin"]
