"""Pairs that must not or should not meet, and pairings made by hand."""
