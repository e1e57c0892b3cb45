"""The time of a table in words: what a seat is given."""

from typing import assert_never

from qipan.i18n import say
from qipan.kernel.clock import ByoYomi, Control, Entered, Increment, PerMove, Untimed

CODE = "ui.table.time."


def control_words(control: Control, language: str) -> str:
    """Say what a seat is given, as ``15 min + 10 s a move``."""
    match control:
        case Increment(main, 0):
            return say(language, CODE + "main", {"minutes": _minutes(main)})
        case Increment(main, bonus):
            facts = {"minutes": _minutes(main), "seconds": _seconds(bonus)}
            return say(language, CODE + "increment", facts)
        case ByoYomi(main, period, periods):
            facts = {
                "minutes": _minutes(main),
                "seconds": _seconds(period),
                "periods": str(periods),
            }
            return say(language, CODE + "byo-yomi", facts)
        case PerMove(game, move):
            facts = {"minutes": _minutes(game), "seconds": _seconds(move)}
            return say(language, CODE + "per-move", facts)
        case Untimed() | Entered():
            return say(language, CODE + "none", {})
        case _:
            assert_never(control)


def clock_time(milliseconds: int) -> str:
    """Write a stretch of time as a clock does, ``5:00``; nothing for none."""
    seconds = milliseconds // 1000
    return f"{seconds // 60}:{seconds % 60:02d}" if seconds else ""


def _minutes(milliseconds: int) -> str:
    return f"{milliseconds / 60_000:.1f}".removesuffix(".0")


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.1f}".removesuffix(".0")
