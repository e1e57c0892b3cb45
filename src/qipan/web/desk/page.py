"""What a page of the desk is, and the place it is worked on."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from qipan.desk.command import Command
from qipan.desk.decide import may, require
from qipan.desk.online.zones import local
from qipan.i18n import customs
from qipan.journal.people import ERASED
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Conflict, Refused
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.rules import RuleKey
from qipan.office.clerk import CommandsOn
from qipan.rulebooks import Book, EventRules
from qipan.rulebooks.loader import cite
from qipan.rulebooks.schema import Cited
from qipan.rulebooks.schema.money import shown
from qipan.sections.lookup import book_of, event_of
from qipan.views.section import Names, SectionView
from qipan.web.shared.context import Context
from qipan.web.shared.forms import Form, number, optional_number, words
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import About, find_section
from qipan.web.shared.visitor import Visitor

LONGEST_TEXT = 60_000
STAY = ""
"""What an action gives that changed nothing and wants its page shown at once."""


class DeskVisit:
    """A page of the desk that somebody looks at or works on: who, where, and what they sent."""

    def __init__(
        self,
        context: Context,
        visitor: Visitor,
        at: tuple[str, str],
        form: Form,
        query: Mapping[str, str] | None = None,
    ) -> None:
        """Find the section. Raises Unknown."""
        self.context, self.visitor, self.form, self.query = context, visitor, form, query or {}
        self.home, self.section = CompetitionId(at[0]), SectionId(at[1])
        self.office = context.house.office
        self.role = visitor.role_in(self.home)
        self.state, self.found = find_section(context, *at)
        self.wrong: Sequence[Any] = ()
        """Lines that could not be taken, each with its reason."""
        self.told: dict[str, Any] = {}
        """What an action wants its page to tell."""

    def refresh(self) -> None:
        """Look again, after something was done."""
        self.state, self.found = find_section(self.context, self.home, self.section)
        self.__dict__.pop("about", None)

    @cached_property
    def about(self) -> About:
        """Give the section with what was worked out for this version."""
        return About(self.context, self.state, self.found)

    @property
    def names(self) -> Names:
        """Give the people of the section."""
        return self.about.names

    @property
    def view(self) -> SectionView:
        """Give the section as the staff sees it."""
        return self.about.view(staff=True)

    @property
    def rules(self) -> EventRules:
        """Give the event of the book."""
        return event_of(self.state, self.found)

    @property
    def book(self) -> Book:
        """Give the book in force."""
        return book_of(self.state)

    @property
    def now(self) -> datetime:
        """Give the time where the section is played, without a zone.

        That is the computer's in a hall; an online contest has a zone of its own.
        """
        contest = self.found.contest
        now = self.context.wall() if contest is None else local(contest, self.context.now())
        return now.replace(microsecond=0)

    def may(self, command: type[Command]) -> bool:
        """Say whether the visitor may give a command."""
        return may(self.role, command)

    def person_name(self, who: PersonId) -> str:
        """Name somebody as the reader reads it: a player, or a captain who does not play."""
        known = self.office.around.people.find([who])
        return read(known.get(who, ERASED), self.visitor.language)

    def money(self, amount: int, currency: str = "") -> str:
        """Write cents with the marks of the reader's language."""
        return customs.money(self.visitor.language, shown(amount, currency))

    def cite(self, key: RuleKey) -> Cited:
        """Find the clause behind a rule, for this event. Raises Unknown."""
        return cite(self.book, key, self.found.under)

    def entrant(self, name: str = "entrant") -> EntrantId:
        """Read an entrant from the form: an id, or the number they play under."""
        return self.entrant_named(words(self.form, name))

    def entrant_named(self, text: str) -> EntrantId:
        """Find an entrant by id or number; what is neither is refused later, by name."""
        if text in self.found.entrants:
            return EntrantId(text)
        if text.isascii() and text.isdigit() and 0 < int(text[:6]) <= len(self.found.order):
            return self.found.order[int(text[:6]) - 1]
        return EntrantId(text)

    def text(self, name: str, default: str | None = None) -> str:
        """Read a text of several lines. Raises BadInput if it is missing or too long."""
        value = self.form.get(name, default)
        if value is None:
            raise BadInput("this field is missing", where=name, code="form.missing")
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or "\x00" in value:
            raise BadInput(f"at most {LONGEST_TEXT} characters", where=name, code="form.too-long")
        return value

    @property
    def board(self) -> dict[str, Any]:
        """Give section, round and board that the form names. Raises BadInput."""
        return {
            "section": self.section,
            "round": RoundNo(number(self.form, "round")),
            "board": BoardNo(number(self.form, "board")),
        }

    def require(self, command: Command | type[Command]) -> None:
        """Raise Refused unless the visitor's role allows a command."""
        require(self.role, command)

    async def carry_out(self, command: Command) -> None:
        """Carry a command out if the visitor may, on the version the form was made from."""
        await self.carry_out_all([command])

    async def carry_out_all(self, commands: Sequence[Command | CommandsOn]) -> None:
        """Carry several commands out, all or none, on the version the form was made from.

        Whoever hands in commands that are written later has required the visitor's role for them.
        """
        for command in commands:
            if isinstance(command, Command):
                self.require(command)
        try:
            await self._submit(commands, self.state)
        except Conflict:
            if self.version is not None:
                raise
            await self._submit(commands, None)  # somebody else wrote since we looked

    async def _submit(
        self, commands: Sequence[Command | CommandsOn], on: Competition | None
    ) -> None:
        future = await asyncio.to_thread(
            self.office.submit_all, self.home, self.visitor.actor, commands, self.version, on
        )
        await asyncio.wrap_future(future)

    async def through_office(self, act: Callable[..., Any], *rest: Any, **named: Any) -> None:
        """Let the office do something in this section that needs its secrets or names."""
        at = (self.home, self.section, self.visitor.actor)
        await asyncio.to_thread(partial(act, *at, *rest, **named))

    @property
    def version(self) -> int | None:
        """Give the version the form was made from, if it says one. Raises BadInput."""
        return optional_number(self.form, "version")


Action = Callable[[Any], Coroutine[Any, Any, str | None]]
"""Does something; gives where to go then, below the desk, or nothing to stay."""


@dataclass(frozen=True)
class DeskPage:
    """A page of the desk."""

    name: str
    """Also of its template, its address and its words (``desk.page.<name>``)."""
    order: int
    show: Callable[[DeskVisit], Mapping[str, Any]]
    actions: Mapping[str, Action] = field(default_factory=dict)
    fits: Callable[[EventRules], bool] = lambda rules: True
    listed: bool = True
    """Whether it stands among the pages on top."""


def ignoring(code: str, error: Refused) -> None:
    """Let a refusal pass that only says that a second tap came after the first."""
    if error.code != code:
        raise error
