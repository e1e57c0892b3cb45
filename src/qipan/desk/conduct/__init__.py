"""Keeping order: penalties, annulment, lateness, clocks, board numbers, signatures, bans.

- ``commands``: what can be asked for
- ``penalties``: offences of the book and their ladders
- ``annulment``: results annulled rounds later, and what that changes
- ``board``: lateness, clocks, board numbers, signatures
- ``bans``: whose entries are refused
"""
