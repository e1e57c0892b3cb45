"""Repairs: every act is taken back, or says why it cannot be.

- ``commands``: what can be asked for
- ``counters``: for every command of the desk the command that takes it back, or why there is none
- ``obstacles``: what was built on an act since, and stands in the way
- ``undoing``: the decisions
"""
