"""What every command is: something somebody asks for, in the imperative.

A command carries all that a decision needs. Dice, clock and personal data stay outside: a lot's
secret, a new id, a namesake found among the people entered arrive as fields. Commands lie with
their subject.
"""

import msgspec


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """Something somebody asks for."""
