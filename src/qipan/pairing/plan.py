"""What every pairing system gives back: who meets whom on which board, and why.

Reasons are values (a rule key and facts); sentences are made by ``i18n``.
"""

import msgspec

from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import Bye
from qipan.kernel.rules import Facts, RuleKey


class Reason(msgspec.Struct, frozen=True):
    """One rule that took part in a decision, with what it looked at."""

    rule: RuleKey
    facts: Facts = {}


class Meeting(msgspec.Struct, frozen=True):
    """Entrants who meet on a board; seat 0 moves first. Two as a rule, up to six in a heat."""

    board: BoardNo
    seats: tuple[EntrantId, ...]
    reasons: tuple[Reason, ...] = ()


class Rest(msgspec.Struct, frozen=True):
    """An entrant without a meeting in this round."""

    entrant: EntrantId
    bye: Bye = Bye.ALLOCATED
    reasons: tuple[Reason, ...] = ()


class RoundPlan(msgspec.Struct, frozen=True):
    """A round as a system paired it."""

    round: RoundNo
    meetings: tuple[Meeting, ...]
    rests: tuple[Rest, ...] = ()
    reasons: tuple[Reason, ...] = ()
    """What was decided for the round as a whole (who floats, which bracket took which path)."""
