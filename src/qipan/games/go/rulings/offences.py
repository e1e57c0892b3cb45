"""Offences at the board: what is put right, and the ladder of warnings.

An offence has what *must* follow (put right, warning, points, turn lost, loss) and what the
referee *may* choose besides. Warnings and points are kept apart. A sheet remembers; whether a
number of warnings loses the game is a book's number, off unless given.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from qipan.kernel.errors import Refused
from qipan.kernel.rules import RuleKey, rule

TOUCH = rule("go.touch-move", "A stone that touched the board is played; a lifted one goes back.")
HAND = rule("go.wrong-hand", "The clock is pressed with the hand that placed the stone.")
WITH_STONE = rule("go.clock-after-stone", "The clock is pressed after the stone is placed.")
CAPTURES = rule("go.clock-after-captures", "The clock is pressed after all captures are off.")
LEFT = rule("go.stones-left", "All captured stones are taken off.")
LIVING = rule("go.living-stones-taken", "Stones with liberties stay on the board.")
KO_PENALTY = rule("go.ko-penalty", "A ko retaken at once does not stand, and the turn is lost.")
SUICIDE_PENALTY = rule("go.suicide-penalty", "A suicide does not stand, and the turn is lost.")
DISTURBING = rule("go.disturbance", "Deliberate disturbance is warned, fined or lost.")
ADVICE = rule("go.no-advice", "Nobody discusses a running game or takes help.")
LADDER = rule("go.warnings-lose", "So many warnings lose the game.")
SEVERITY = rule("go.referee-may", "A referee chooses among what the rule allows.")


class Offence(StrEnum):
    """What a player did."""

    WRONG_HAND = "wrong-hand"
    LIFTED_STONE = "lifted-stone"
    CLOCK_WITH_STONE = "clock-with-stone"
    CLOCK_BEFORE_STONE = "clock-before-stone"
    CLOCK_BEFORE_CAPTURES = "clock-before-captures"
    STONES_LEFT = "stones-left"
    LIVING_STONES_TAKEN = "living-stones-taken"
    KO_RETAKEN = "ko-retaken"
    SUICIDE = "suicide"
    DISTURBANCE = "disturbance"
    ADVICE = "advice"


class Sanction(msgspec.Struct, frozen=True):
    """What follows from one offence."""

    offence: Offence
    rule: RuleKey
    warnings: int = 1
    points: int = 0
    turn_lost: bool = False
    lost: bool = False
    put_right: str = ""
    """What is done on the board: ``restore-stone``, ``take-off-rest``, ``put-back`` …"""
    may_lose: bool = False
    may_fine: int = 0
    """Points that the referee may fine besides, at most."""


class Sheet(msgspec.Struct, frozen=True):
    """All offences of a game so far, in order: (seat, sanction)."""

    entries: tuple[tuple[int, Sanction], ...] = ()

    def warnings(self, seat: int) -> int:
        """Count a seat's warnings."""
        return sum(sanction.warnings for who, sanction in self.entries if who == seat)

    def points(self, seat: int) -> int:
        """Add a seat's fines up."""
        return sum(sanction.points for who, sanction in self.entries if who == seat)

    def times(self, seat: int, *offences: Offence) -> int:
        """Count a seat's offences of some kinds."""
        return sum(who == seat and each.offence in offences for who, each in self.entries)

    def add(self, seat: int, sanction: Sanction) -> "Sheet":
        """Give the sheet with one more entry."""
        return Sheet((*self.entries, (seat, sanction)))


_PLAIN: Mapping[Offence, Sanction] = {
    each.offence: each
    for each in (
        Sanction(Offence.WRONG_HAND, HAND, points=2),
        Sanction(Offence.LIFTED_STONE, TOUCH, put_right="restore-stone"),
        Sanction(Offence.CLOCK_WITH_STONE, WITH_STONE),
        Sanction(Offence.CLOCK_BEFORE_STONE, WITH_STONE),
        Sanction(Offence.CLOCK_BEFORE_CAPTURES, CAPTURES),
        Sanction(Offence.STONES_LEFT, LEFT, put_right="take-off-rest"),
        Sanction(Offence.LIVING_STONES_TAKEN, LIVING, put_right="put-back"),
        Sanction(Offence.KO_RETAKEN, KO_PENALTY, turn_lost=True, put_right="take-back"),
        Sanction(Offence.SUICIDE, SUICIDE_PENALTY, turn_lost=True, put_right="take-back"),
        Sanction(Offence.DISTURBANCE, DISTURBING, may_lose=True, may_fine=3),
        Sanction(Offence.ADVICE, ADVICE),
    )
}


def assess(
    offence: Offence,
    seat: int,
    sheet: Sheet = Sheet(),  # noqa: B008 - an empty, immutable sheet
    *,
    fine: int = 0,
    lose: bool = False,
    warnings_lose: int | None = None,
) -> tuple[Sanction, Sheet]:
    """Rule on an offence; give the sanction and the sheet with it.

    ``fine`` and ``lose`` are the referee's choice and refused where the rule does not leave one:
    raises Refused. ``warnings_lose`` is the number of warnings that lose a game, if a book has one.
    """
    sanction = _PLAIN[offence]
    if offence is Offence.CLOCK_BEFORE_STONE and sheet.times(
        seat, Offence.CLOCK_WITH_STONE, Offence.CLOCK_BEFORE_STONE
    ):
        sanction = msgspec.structs.replace(sanction, may_lose=True)
    if lose and not sanction.may_lose:
        raise Refused("go.may-not-lose", SEVERITY, offence=str(offence), rule_of=sanction.rule)
    if not 0 <= fine <= sanction.may_fine:
        raise Refused(
            "go.may-not-fine", SEVERITY, offence=str(offence), asked=fine, most=sanction.may_fine
        )
    sanction = msgspec.structs.replace(sanction, lost=lose, points=sanction.points + fine)
    after = sheet.add(seat, sanction)
    if warnings_lose is not None and after.warnings(seat) >= warnings_lose:
        sanction = msgspec.structs.replace(sanction, lost=True, rule=LADDER)
        after = sheet.add(seat, sanction)
    return sanction, after
