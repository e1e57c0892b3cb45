"""Stored games and records made ready for a judge."""
