"""Somebody at a draft: who it is, what they may, the draft as it stands and its faults."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from litestar import Request

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.competition import CreateCompetition
from qipan.desk.decide import DECISIONS, may
from qipan.desk.own_books.checking import CheckedBook, check
from qipan.desk.own_books.draft import ANYBODY, content_text, may_edit
from qipan.desk.own_books.problems import Problem
from qipan.desk.roles import MAY, Role
from qipan.i18n import local
from qipan.journal.books.drafts import OwnBook
from qipan.kernel.errors import Refused
from qipan.office.own_books import OwnBooks, content_of
from qipan.web.organiser.own_books.fields import Fields
from qipan.web.shared.context import Context
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
ACTIONS = frozenset(kind.__name__ for kind in DECISIONS)


class Organiser:
    """Somebody who may write regulations. Raises Refused for anybody else."""

    def __init__(self, request: AnyRequest, context: Context) -> None:
        """Find out who it is."""
        self.context: Context = context
        self.ready: str = str(request.query_params.get("from", ""))
        """The ready regulation that the address names, if any."""
        self.visitor: Visitor = visitor_of(request, context)
        account = self.visitor.account
        role = (account.grants.get(EVERYWHERE) if account else None) or Role.SPECTATOR
        if not may(role, CreateCompetition):
            raise Refused("access.denied", MAY, role=role, command="book")
        self.by = ANYBODY if role is Role.CHIEF_ARBITER else self.visitor.actor
        """As whom drafts are changed."""

    @property
    def actor(self) -> str:
        """Name the visitor in the journal."""
        return self.visitor.actor

    @property
    def books(self) -> OwnBooks:
        """Give the books of one's own."""
        return self.context.house.office.own_books


class DraftVisit(Organiser):
    """Somebody at one draft."""

    def __init__(self, request: AnyRequest, context: Context, book: str) -> None:
        """Find the draft. Raises Unknown or Refused."""
        super().__init__(request, context)
        self.own: OwnBook = self.books.find(book)
        self.content: dict[str, Any] = content_of(self.own.draft)

    @property
    def may_edit(self) -> bool:
        """Say whether the visitor may change the draft."""
        return may_edit(self.own, self.by)

    @cached_property
    def checked(self) -> CheckedBook:
        """Give the draft's faults."""
        return check(self.content, ACTIONS)

    def save(self, content: Mapping[str, Any], form: Fields) -> OwnBook:
        """Save a changed draft, unless nothing changed or somebody else saved meanwhile."""
        seen = form.number("version")
        expected = seen if isinstance(seen, int) else None
        if content_text(content) == self.own.draft:
            return self.own
        return self.books.save(content, self._owner(), self.actor, expected=expected)

    def _owner(self) -> str:
        """Give as whom a draft is saved: a chief arbiter's own drafts have an owner too."""
        if self.by == ANYBODY and (not self.own.owner or self.own.owner == self.actor):
            return self.actor
        return self.by


async def fields_of(request: AnyRequest) -> Fields:
    """Read the form of a request. Raises BadInput if it is too large."""
    posted = await request.form()
    given = {name: [v for v in posted.getall(name) if isinstance(v, str)] for name in posted}
    return Fields(given)


def told(visitor: Visitor, problems: tuple[Problem, ...]) -> list[dict[str, str]]:
    """Write faults for a page: the field, and a sentence."""
    return [{"path": each.path, "text": visitor.say(each.code, **each.facts)} for each in problems]


def placed(at: DraftVisit, problems: tuple[Problem, ...]) -> list[dict[str, str]]:
    """Write faults for the sheets of a draft: also the sheet that each stands on, in words."""
    return [{**each, **_sheet_of(at, each["path"])} for each in told(at.visitor, problems)]


def _sheet_of(at: DraftVisit, path: str) -> dict[str, str]:
    """Name the sheet that a field stands on, and its address."""
    home = f"/books/{at.own.id}"
    table, _, rest = path.partition(".")
    name = rest.partition(".")[0]
    events = at.content.get("event", {})
    if table == "event" and name in events:
        title = events[name].get("title")
        words = local(title, at.visitor.language) if isinstance(title, dict) else ""
        return {"where": words or name, "href": f"{home}/events/{name}"}
    if table == "clause":
        numbers = sorted(at.content.get("clause", {}), key=len, reverse=True)
        number = next((each for each in numbers if f"{rest}.".startswith(f"{each}.")), name)
        return {
            "where": f"{at.content['book'].get('cite', '')} {number}",
            "href": f"{home}/clauses",
        }
    return {"where": at.visitor.say("own.sheet-head"), "href": home}
