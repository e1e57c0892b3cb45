"""The desk's forms for scoresheets."""

import asyncio
from collections.abc import Callable
from typing import Any

from qipan.desk.sheets.commands import CallTime, CorrectSheet, ScoreDeal
from qipan.desk.sheets.scoring import read_penalty
from qipan.journal.state import DealSheet
from qipan.web.desk.form import Desk
from qipan.web.shared.forms import Form, number, optional_number, words


def _deal(form: Form) -> DealSheet:
    """Read a deal of a scoresheet; penalties like ``0:failed-throw:2``, parted by spaces."""
    return DealSheet(
        banker=number(form, "banker"),
        trick_points=number(form, "points"),
        bottom_points=number(form, "bottom", 0),
        last_length=number(form, "last-pairs", 0),
        defenders_buried=form.get("defenders-buried") == "yes",
        defenders_won_last=form.get("defenders-won-last") == "yes",
        penalties=tuple(map(read_penalty, words(form, "penalties", "").split())),
    )


async def _score_deal(desk: Desk) -> None:
    command = ScoreDeal(
        **desk.place,
        sheet=_deal(desk.form),
    )
    await desk.carry_out(command)


async def _correct_deal(desk: Desk) -> None:
    command = CorrectSheet(
        **desk.place,
        deal=number(desk.form, "deal"),
        sheets=(_deal(desk.form),),
        reason=words(desk.form, "reason", ""),
    )
    await desk.carry_out(command)


async def _call_time(desk: Desk) -> None:
    command = CallTime(**desk.place)
    desk.require(command)
    at = command.round, command.board
    expected = optional_number(desk.form, "version")
    await asyncio.to_thread(
        desk.office.call_time, desk.home, desk.section, desk.visitor.actor, at, expected
    )


ACTIONS: dict[str, Callable[[Desk], Any]] = {
    "score-deal": _score_deal,
    "correct-deal": _correct_deal,
    "call-time": _call_time,
}
