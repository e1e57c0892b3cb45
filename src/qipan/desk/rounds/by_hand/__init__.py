"""Pairing by hand: seen before it is done, done for a reason, and never in secret.

``preview_round`` shows what the system would pair; ``preview_change`` what a change by hand would
give and which rules it breaks. Both write nothing. ``ChangePairing``, ``PairByHand`` and
``WithdrawRound`` are the acts; each is an event of the journal.
"""
