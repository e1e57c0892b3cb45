"""Repairs: acts taken back, entries put right."""
