"""One posted form of the desk: who sent it, where, and what it says."""

import asyncio
from typing import Any

from qipan.desk.command import Command
from qipan.desk.decide import require
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.web.shared.context import Context
from qipan.web.shared.forms import Form, number, optional_number
from qipan.web.shared.visitor import Visitor


class Desk:
    """One posted form: who sent it, where, and what it says."""

    def __init__(
        self, context: Context, visitor: Visitor, place: tuple[str, str], form: Form
    ) -> None:
        """Keep the parts of the request."""
        self.context, self.visitor, self.form = context, visitor, form
        self.home, self.section = CompetitionId(place[0]), SectionId(place[1])
        self.office = context.house.office

    def require(self, command: Command) -> None:
        """Raise Refused unless the visitor's role allows the command."""
        require(self.visitor.role_in(self.home), command)

    async def carry_out(self, command: Command) -> None:
        """Carry a command out if the visitor may, on the version the form was made from."""
        self.require(command)
        expected = optional_number(self.form, "version")
        future = self.office.submit(self.home, self.visitor.actor, command, expected)
        await asyncio.wrap_future(future)

    @property
    def place(self) -> dict[str, Any]:
        """Give section, round and board that the form names. Raises BadInput."""
        return {
            "section": self.section,
            "round": RoundNo(number(self.form, "round")),
            "board": BoardNo(number(self.form, "board")),
        }
