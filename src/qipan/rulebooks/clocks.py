"""The clock of a book as a live table runs it, and as people read it: one translation."""

import re

from qipan.kernel.clock import (
    ByoYomi,
    Control,
    Entered,
    Increment,
    PerMove,
    Untimed,
    control_text,
)
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import Clock

CLOCK = rule(
    "play.clock",
    "A game is played with the clock that the book states.",
    zh="对局用时依规程规定。",
    th="เกมใช้เวลาตามที่ระเบียบกำหนด",
    ms="Permainan menggunakan jam yang dinyatakan dalam peraturan.",
)
SECOND, MINUTE = 1_000, 60_000
_TYPED = re.compile(r"([0-9]{1,4})(?:\+([0-9]{1,4})|\+([0-9]{1,2})x([0-9]{1,4}))?")


def control_of(clock: Clock | None, *, at_board: bool = False) -> Control:
    """Give the control of a seat by the book [play.clock].

    ``at_board``: the clock stands there and is only entered.
    """
    if clock is None:
        return Untimed()
    main = clock.minutes * MINUTE
    if at_board:
        return Entered(main)
    if clock.table_minutes:
        return Untimed()  # the table has a time, and no seat loses by a clock of its own
    if clock.periods:
        return ByoYomi(main, clock.period_seconds * SECOND, clock.periods)
    if clock.move_seconds:
        return PerMove(main, clock.move_seconds * SECOND)
    return Increment(main, clock.increment * SECOND)


def read_clock(text: str) -> Clock:
    """Read a clock as people type it: ``40+20`` (minutes, seconds a move), ``45+3x30`` (byo-yomi).

    Raises BadInput.
    """
    found = _TYPED.fullmatch("".join(text.split()).replace("×", "x"))
    if found is None:
        raise BadInput(f"not a clock: {text[:40]!r} (try 40+20, or 45+3x30)")
    minutes, increment, periods, seconds = (int(each or 0) for each in found.groups())
    try:
        return Clock(minutes, increment, periods=periods, period_seconds=seconds)
    except ValueError as error:
        raise BadInput(f"not a clock: {error}") from error


def typed_clock(clock: Clock) -> str:
    """Write a clock as ``read_clock`` reads it."""
    if clock.periods:
        return f"{clock.minutes}+{clock.periods}x{clock.period_seconds}"
    return f"{clock.minutes}+{clock.increment}"


def clock_text(clock: Clock | None) -> str:
    """Write a clock for people, in signs that every language reads; empty if there is none."""
    if clock is not None and clock.table_minutes:
        return control_text(Entered(clock.table_minutes * MINUTE))
    return control_text(control_of(clock))
