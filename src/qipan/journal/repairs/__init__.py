"""Repairs: acts that were taken back. Nothing is ever rewritten; a repair is an event too."""
