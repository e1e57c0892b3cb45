"""Rounds: paired by their system or by hand, published, withdrawn."""
