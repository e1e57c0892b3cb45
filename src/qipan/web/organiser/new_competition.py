"""Making a competition step by step: book, events, options; every choice with its clauses."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.competition import NAMED, CreateCompetition, OpenSection
from qipan.desk.decide import may, require
from qipan.desk.roles import MAY
from qipan.i18n import local
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Impossible, QipanError, Refused
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.rulebooks import Book, EventRules
from qipan.rulebooks.clocks import clock_text
from qipan.sections.lookup import book_of
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.option_fields import fields_of, typed_options
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, role_anywhere, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]


def clauses_about(book: Book, event: str) -> list[tuple[str, Mapping[str, str]]]:
    """List the clauses that are about this event and not about all."""
    return [
        (book.citation(number), clause.shown)
        for number, clause in book.clause.items()
        if event in book.events_of(number)
    ]


def facts_about(rules: EventRules) -> dict[str, Any]:
    """Give what people want to know of an event at a glance."""
    return {
        "stages": [(each.system, each.rounds) for each in rules.stage],
        "clock": clock_text(rules.clock),
        "clocks": {rounds: clock_text(clock) for rounds, clock in rules.clocks.items()},
        "least": rules.entries.least,
        "most": rules.entries.most,
    }


class _Asked(msgspec.Struct):
    """How far somebody has come."""

    books: list[Book]
    """What there is to choose from, books of one's own among them."""
    book: Book | None
    events: list[str]
    to: Competition | None


def _read(context: Context, given: Any) -> _Asked:
    """Read what is chosen so far; unknown books and events are not chosen."""
    get_all = given.getall if hasattr(given, "getall") else given.get
    to = given.get("to", "")
    state = context.house.office.state(CompetitionId(to)) if to else None
    named = state.book if state else given.get("book", "")
    books = context.house.office.own_books.books()
    book = book_of(state) if state else books.get(named)
    events = get_all("event", []) or []
    events = [events] if isinstance(events, str) else list(events)
    known = [each for each in dict.fromkeys(events) if book and each in book.event]
    return _Asked([each for each in books.values() if each.event], book, known, state)


def _require(visitor: Visitor, to: Competition | None) -> None:
    if to is not None:
        role = visitor.role_in(to.id)
    else:
        role = role_anywhere(visitor)
    if not may(role, OpenSection):
        raise Refused("access.denied", MAY, role=role, command="new")


def _page(
    visitor: Visitor, chosen: _Asked, form: Form, error: QipanError | None = None
) -> Template:
    book = chosen.book
    failure = Failure(error, visitor.language, book) if error else None
    taken = set(chosen.to.sections) if chosen.to else set()
    return page(
        "organiser/new.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        step=3 if book and chosen.events else 2 if book else 1,
        books=chosen.books,
        book=book,
        to=chosen.to,
        chosen=chosen.events,
        fields={each: fields_of(book, each, visitor.language) for each in chosen.events}
        if book
        else {},
        about={each: clauses_about(book, each) for each in book.event} if book else {},
        facts={each: facts_about(rules) for each, rules in book.event.items()} if book else {},
        section_ids={each: _free(each, taken) for each in chosen.events},
        form=form,
    )


def _free(name: str, taken: Iterable[str]) -> str:
    """Give an id that no section has yet."""
    taken, number = set(taken), 2
    found = name
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return found


@get("/new", name="new-form", include_in_schema=False)
async def choose(request: AnyRequest, context: Around) -> Template:
    """Show the next step of making a competition."""
    visitor = visitor_of(request, context)
    chosen = await asyncio.to_thread(_read, context, request.query_params)
    _require(visitor, chosen.to)
    return _page(visitor, chosen, {})


@post("/new/competition", name="new-made", include_in_schema=False)
async def make(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Make the competition with its sections, all or nothing."""
    visitor = visitor_of(request, context)
    chosen = await asyncio.to_thread(_read, context, data)
    _require(visitor, chosen.to)
    form = {name: value for name, value in data.items() if isinstance(value, str)}
    try:
        home, commands = await asyncio.to_thread(_made, context, visitor, chosen, form)
    except (BadInput, Refused, Impossible) as error:
        return _page(visitor, chosen, form, error)
    return Redirect(f"/c/{home}/{commands[0].section}/desk/entries", status_code=303)


@post("/new", name="new", include_in_schema=False)
async def make_at_old_address(request: AnyRequest, context: Around, data: Posted) -> Redirect:
    """Make a competition with one section, or add one, as the first form of all did."""
    named, _, event = words(data, "event").partition("/")
    visitor, office, home = visitor_of(request, context), context.house.office, words(data, "id")
    require(role_anywhere(visitor), CreateCompetition)
    book = await asyncio.to_thread(office.own_books.book_named, named)
    if event not in book.event:
        raise Refused("id.malformed", NAMED, id=event)

    def carry_out() -> None:
        there = CompetitionId(home)
        to = office.state(there) if there in office.competitions() else None
        form = {"id": home, "title": words(data, "title")}
        _made(context, visitor, _Asked([], book, [event], to), form)

    await asyncio.to_thread(carry_out)
    return Redirect(f"/c/{home}/{event}", status_code=303)


def _made(
    context: Context, visitor: Visitor, chosen: _Asked, form: Form
) -> tuple[CompetitionId, list[OpenSection]]:
    """Make what was asked for, all or nothing; give the competition and what was opened."""
    book, office, actor = chosen.book, context.house.office, visitor.actor
    if book is None or not chosen.events:
        raise BadInput("a regulation and an event", where="event", code="form.missing")
    commands = [_opening(visitor, book, event, form) for event in chosen.events]
    if chosen.to is not None:
        office.carry_out_all(chosen.to.id, actor, commands)
        return chosen.to.id, commands
    home = CompetitionId(words(form, "id"))
    office.create(home, actor, words(form, "title"), book.id, commands)
    return home, commands


def _opening(visitor: Visitor, book: Book, event: str, form: Form) -> OpenSection:
    stated = local(book.event[event].title, visitor.language)
    return OpenSection(
        section=SectionId(words(form, f"{event}.id", event)),
        title=words(form, f"{event}.title", "") or stated,
        under=event,
        options=typed_options(form, book, event),
    )


ROUTES = [choose, make, make_at_old_address]
