"""Clocks as pure values: how much time a seat has, and what a turn costs. Milliseconds, integers.

A **control** says what a seat is given; a **reading** what it has left. Nothing here reads a
clock: elapsed times come in as numbers. Seats may have different controls.

- ``Increment``: main time, and so much more for every completed turn
- ``ByoYomi``: main time, then periods; a period that is not used up begins anew every turn
- ``PerMove``: a limit for the whole game *and* one for each turn; whichever runs out first
- ``Untimed``: no limit; time is counted all the same
- ``Entered``: a clock at the board; an arbiter enters what it shows, and no flag falls here

A turn may be interrupted: what was used of it before stands in ``turn`` and is settled at its end.
"""

from typing import assert_never

import msgspec

from qipan.kernel.errors import BadInput

LONGEST = 7 * 24 * 3600 * 1000
"""No control gives more than a week."""


class Increment(msgspec.Struct, frozen=True, tag_field="kind", tag="increment"):
    """Main time and a bonus for every completed turn."""

    main: int
    bonus: int = 0


class ByoYomi(msgspec.Struct, frozen=True, tag_field="kind", tag="byo-yomi"):
    """Main time, then so many periods of equal length."""

    main: int
    period: int
    periods: int = 1


class PerMove(msgspec.Struct, frozen=True, tag_field="kind", tag="per-move"):
    """A limit for the game and a limit for each turn."""

    game: int
    move: int


class Untimed(msgspec.Struct, frozen=True, tag_field="kind", tag="untimed"):
    """No limit."""


class Entered(msgspec.Struct, frozen=True, tag_field="kind", tag="entered"):
    """A clock at the board; an arbiter enters what it shows."""

    main: int


Control = Increment | ByoYomi | PerMove | Untimed | Entered


class Reading(msgspec.Struct, frozen=True):
    """What a seat has left, and what it used."""

    main: int
    """Left of the main time (or of the game's limit), before this turn."""
    periods: int = 0
    turn: int = 0
    """Used of the present turn before it was interrupted."""
    used: int = 0
    """Used in completed turns; for a tie-break by total time."""


def checked(control: Control) -> Control:
    """Give the control back if it makes sense. Raises BadInput."""
    for name in control.__struct_fields__:
        value = getattr(control, name)
        least = 0 if name in ("main", "bonus") else 1
        if not least <= value <= LONGEST:
            raise BadInput(f"{value} is out of range", where=f"clock.{name}")
    if isinstance(control, Increment) and not control.main:
        raise BadInput("a clock begins with more than nothing", where="clock.main")
    return control


def first_reading(control: Control) -> Reading:
    """Give what a seat has before its first turn."""
    match control:
        case Increment() | Entered():
            return Reading(control.main)
        case ByoYomi():
            return Reading(control.main, control.periods)
        case PerMove():
            return Reading(control.game)
        case Untimed():
            return Reading(0)
        case _:
            assert_never(control)


def limit(control: Control, reading: Reading) -> int | None:
    """Say how long the seat may still think in this turn, counted from ``reading``; None: ever.

    The flag falls when so much has elapsed.
    """
    match control:
        case Increment():
            whole = reading.main
        case ByoYomi():
            whole = reading.main + reading.periods * control.period
        case PerMove():
            whole = min(reading.main, control.move)
        case Untimed() | Entered():
            return None
        case _:
            assert_never(control)
    return max(0, whole - reading.turn)


MOVES_TO_COME = 80
"""For so many moves more a computer player keeps some of its time."""


def fair_share(control: Control, reading: Reading) -> int | None:
    """Say how long a turn may take if many more are to follow; None: as long as anybody likes.

    What a turn earns, or a period that begins anew, is used but for a quarter.
    """
    left = limit(control, reading)
    if left is None:
        return None
    match control:
        case Increment():
            anew = control.bonus
        case ByoYomi():
            anew = control.period if reading.periods else 0
        case PerMove():
            return min(left * 3 // 4, reading.main // MOVES_TO_COME)
        case _:
            return left // MOVES_TO_COME
    return min(left * 3 // 4, reading.main // MOVES_TO_COME + anew * 3 // 4)


def interrupted(reading: Reading, elapsed: int) -> Reading:
    """Add elapsed time to the present turn without ending it."""
    return msgspec.structs.replace(reading, turn=reading.turn + elapsed) if elapsed else reading


def settled(control: Control, reading: Reading, *, moved: bool = True) -> Reading:
    """End the turn: charge what it took and, if the seat moved, give what it earned."""
    took = reading.turn
    used = reading.used + took
    match control:
        case Increment():
            bonus = control.bonus if moved else 0
            return Reading(max(0, reading.main - took) + bonus, 0, 0, used)
        case ByoYomi():
            over = max(0, took - reading.main)
            gone = min(over // control.period, reading.periods)
            return Reading(max(0, reading.main - took), reading.periods - gone, 0, used)
        case PerMove():
            return Reading(max(0, reading.main - took), 0, 0, used)
        case Untimed():
            return Reading(0, 0, 0, used)
        case Entered():
            return Reading(reading.main, 0, 0, used)
        case _:
            assert_never(control)


def control_text(control: Control) -> str:
    """Write a control in signs that every language reads: ``40′ + 20″``; empty if untimed."""
    match control:
        case Increment():
            return f"{_time(control.main)} + {_time(control.bonus)}"
        case ByoYomi():
            return f"{_time(control.main)} + {control.periods} × {_time(control.period)}"
        case PerMove():
            return f"{_time(control.game)} (≤ {_time(control.move)})"
        case Entered():
            return _time(control.main)
        case Untimed():
            return ""
        case _:
            assert_never(control)


def _time(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    if not minutes:
        return f"{seconds}″"
    return f"{minutes}′{seconds:02}″" if seconds else f"{minutes}′"


def fined(control: Control, reading: Reading, amount: int) -> Reading:
    """Take time off a clock, or give some for a negative amount; never below nothing."""
    if isinstance(control, Untimed):
        return reading
    return msgspec.structs.replace(reading, main=min(LONGEST, max(0, reading.main - amount)))
