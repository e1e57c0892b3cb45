"""The desk's forms for game records."""

import asyncio
from collections.abc import Callable
from typing import Any

from qipan.desk.records.commands import AttachRecord, SettleRecord
from qipan.formats import record_format
from qipan.formats.kept_record import kept
from qipan.kernel.errors import BadInput
from qipan.web.desk.form import Desk
from qipan.web.shared.forms import number, optional_number, words

MOST_RECORD = 200_000
"""Letters of a record that is pasted in."""


async def _attach_record(desk: Desk) -> None:
    """Attach a record that was pasted in; its format is told by the ending."""
    content = desk.form.get("record", "")
    if not content or len(content) > MOST_RECORD:
        raise BadInput(f"1 to {MOST_RECORD} letters", where="record", code="form.missing")
    ending = words(desk.form, "ending", ".pgn")
    records = await asyncio.to_thread(
        record_format(f"x{ending}").read, content.encode(), f"pasted{ending}"
    )
    if not records:
        raise BadInput("there is no game in this record", where="record")
    command = AttachRecord(
        **desk.place,
        game=number(desk.form, "game", 1),
        playoff=desk.form.get("playoff") == "yes",
        foul=desk.form.get("foul") == "yes",
        record=kept(records[0]),
        reason=words(desk.form, "reason", ""),
    )
    desk.require(command)
    expected = optional_number(desk.form, "version")
    future = await asyncio.to_thread(
        desk.office.submit, desk.home, desk.visitor.actor, command, expected
    )
    await asyncio.wrap_future(future)


async def _settle_record(desk: Desk) -> None:
    command = SettleRecord(
        **desk.place,
        game=number(desk.form, "game", 1),
        playoff=desk.form.get("playoff") == "yes",
        reason=words(desk.form, "reason", ""),
    )
    await desk.carry_out(command)


ACTIONS: dict[str, Callable[[Desk], Any]] = {
    "attach-record": _attach_record,
    "settle-record": _settle_record,
}
