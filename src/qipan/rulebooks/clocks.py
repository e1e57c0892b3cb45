"""The clock of a book as a live table runs it, and as people read it: one translation."""

from qipan.kernel.clock import (
    ByoYomi,
    Control,
    Entered,
    Increment,
    PerMove,
    Untimed,
    control_text,
)
from qipan.rulebooks.schema import Clock

SECOND, MINUTE = 1_000, 60_000


def control_of(clock: Clock | None, *, at_board: bool = False) -> Control:
    """Give the control of a seat; ``at_board``: the clock stands there and is only entered."""
    if clock is None:
        return Untimed()
    main = clock.minutes * MINUTE
    if at_board:
        return Entered(main)
    if clock.periods:
        return ByoYomi(main, clock.period_seconds * SECOND, clock.periods)
    if clock.move_seconds:
        return PerMove(main, clock.move_seconds * SECOND)
    return Increment(main, clock.increment * SECOND)


def clock_text(clock: Clock | None) -> str:
    """Write a clock for people, in signs that every language reads; empty if there is none."""
    return control_text(control_of(clock))
