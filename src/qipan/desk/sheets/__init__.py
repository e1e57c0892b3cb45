"""Scoresheets of card games: deals go in, levels, the bank and the result of the match come out."""
