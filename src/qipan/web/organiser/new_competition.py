"""Making a competition step by step: book, events, options; every choice with its clauses."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.command import Command
from qipan.desk.competition import NAMED, CreateCompetition, OpenSection
from qipan.desk.conduct.annulment import ANNUL, is_silent
from qipan.desk.decide import may, require
from qipan.desk.entries import rules as by
from qipan.desk.entries.checks import ELSEWHERE
from qipan.desk.roles import MAY, Role
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Impossible, QipanError, Refused
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.moments import at_time, day
from qipan.rulebooks import Book, EventRules, all_books, book_named
from qipan.rulebooks.clocks import clock_text
from qipan.rulebooks.loader import cite
from qipan.rulebooks.schema import Cited
from qipan.rulebooks.schema.money import cents
from qipan.rulebooks.schema.money import shown as money
from qipan.sections.stages import CHOICE
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]


class OptionField(msgspec.Struct, frozen=True):
    """Something an organiser decides for a section, with the clause that speaks of it."""

    name: str
    kind: str
    """``number``, ``date``, ``time``, ``money``, ``choice``, ``word`` or ``tick``."""
    clause: Cited | None
    choices: tuple[str, ...] = ()
    hint: str = ""
    chosen: str = ""


def fields_of(book: Book, event: str) -> list[OptionField]:
    """List what an organiser decides under an event."""
    rules = book.event[event]
    entries, stage = rules.entries, rules.stage[0]

    def clause(key: Any) -> Cited:
        return cite(book, key, event)

    found = []
    if stage.choices:
        choices = tuple(str(each) for each in stage.choices)
        found.append(
            OptionField("rounds", "choice", clause(CHOICE), choices, chosen=str(stage.rounds or ""))
        )
    if periods := _periods(book, event):
        found.append(OptionField("period", "choice", None, periods))
    if entries.groups:
        found.append(OptionField("group", "choice", clause(by.GROUP), tuple(entries.groups)))
    if entries.same_period:
        found.append(OptionField("lobby", "word", clause(by.QUALIFIED)))
    if entries.qualified:
        found.append(OptionField("qualified", "choice", clause(by.QUALIFIED), (ELSEWHERE,)))
    if entries.two_deadlines:
        found.append(OptionField("declare_by", "date", clause(by.DECLARED)))
        found.append(OptionField("names_by", "date", clause(by.NAMES_IN_TIME)))
    if entries.verify:
        found.append(OptionField("verify_by", "time", clause(by.VERIFIED)))
    if entries.one_unit_a_year or entries.age or entries.young:
        found.append(
            OptionField("year", "number", clause(by.ONE_UNIT if not entries.age else by.AGE))
        )
    most = entries.fees.most
    if most != 0:
        hint = money(most, rules.prizes.currency) if most else ""
        found.append(
            OptionField("fee", "money", clause(by.FEE_LIMIT if most else by.FEE), hint=hint)
        )
    if entries.fees.late:
        found.append(OptionField("late_fee", "money", clause(by.LATE_FEE)))
    if entries.opening is not None:
        found.append(OptionField("open_fee", "money", clause(by.OPENING)))
    if is_silent(rules):
        found.append(OptionField("annulment", "tick", clause(ANNUL)))
    found.append(OptionField("unchecked", "tick", None))
    return found


def _periods(book: Book, event: str) -> tuple[str, ...]:
    """Name the periods of an event: its own, else those of the event it leads to."""
    own = tuple(book.event[event].schedule.dates)
    led = (
        tuple(each.schedule.dates)
        for each in book.event.values()
        if each.entries.same_period and each.entries.qualified == event
    )
    return own or next(led, ())


def options_from(form: Form, book: Book, event: str) -> dict[str, Any]:
    """Read the options of a section. Raises BadInput on a wrong date, number or amount."""
    options: dict[str, Any] = {}
    for field in fields_of(book, event):
        text = words(form, f"{event}.{field.name}", "")
        if field.name == "unchecked":
            if text == "yes":
                options["entry_checks"] = False
        elif field.kind == "tick":
            options |= {field.name: True} if text == "yes" else {}
        elif text:
            options[field.name] = _value(field, text)
    return options


def _value(field: OptionField, text: str) -> Any:
    if field.kind == "choice":
        if text not in field.choices:
            raise BadInput(f"one of {', '.join(field.choices)}", where=field.name)
        return int(text) if field.name == "rounds" else text
    if field.kind == "date":
        return day(text).isoformat()
    if field.kind == "time":
        return at_time(text).isoformat(timespec="minutes")
    if field.kind == "money":
        return cents(text)
    if field.kind == "word":
        return text[:60]
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise BadInput(f"{text[:20]!r} is no number", where=field.name, code="form.number")
    return int(text)


def clauses_about(book: Book, event: str) -> list[tuple[str, Mapping[str, str]]]:
    """List the clauses that are about this event and not about all."""
    return [
        (book.citation(number), clause.text)
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

    book: Book | None
    events: list[str]
    to: Competition | None


def _read(context: Context, given: Any) -> _Asked:
    """Read what is chosen so far; unknown books and events are not chosen."""
    get_all = given.getall if hasattr(given, "getall") else given.get
    to = given.get("to", "")
    state = context.house.office.state(CompetitionId(to)) if to else None
    named = state.book if state else given.get("book", "")
    book = all_books().get(named) if named else None
    events = get_all("event", []) or []
    events = [events] if isinstance(events, str) else list(events)
    known = [each for each in dict.fromkeys(events) if book and each in book.event]
    return _Asked(book, known, state)


def _role_anywhere(visitor: Visitor) -> Role:
    """Give the role that a visitor has in every competition, also one that is not there yet."""
    found = visitor.account.grants.get(EVERYWHERE) if visitor.account else None
    return found or Role.SPECTATOR


def _require(visitor: Visitor, to: Competition | None) -> None:
    if to is not None:
        role = visitor.role_in(to.id)
    else:
        role = _role_anywhere(visitor)
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
        books=[each for each in all_books().values() if each.event],
        book=book,
        to=chosen.to,
        chosen=chosen.events,
        fields={each: fields_of(book, each) for each in chosen.events} if book else {},
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
        if chosen.book is None or not chosen.events:
            raise BadInput("a regulation and an event", where="event", code="form.missing")
        edition = await asyncio.to_thread(
            context.house.office.keep_edition, chosen.book.id, visitor.actor
        )
        home, commands = _commands(visitor, chosen, chosen.book, form, edition)
        future = context.house.office.submit_all(home, visitor.actor, commands)
        await asyncio.wrap_future(future)
    except (BadInput, Refused, Impossible) as error:
        return _page(visitor, chosen, form, error)
    first = next(each.section for each in commands if isinstance(each, OpenSection))
    return Redirect(f"/c/{home}/{first}/desk/entries", status_code=303)


@post("/new", name="new", include_in_schema=False)
async def make_at_old_address(request: AnyRequest, context: Around, data: Posted) -> Redirect:
    """Make a competition with one section, or add one, as the first form of all did."""
    named, _, event = words(data, "event").partition("/")
    visitor, office, home = visitor_of(request, context), context.house.office, words(data, "id")
    require(_role_anywhere(visitor), CreateCompetition)
    book = book_named(named)
    if event not in book.event:
        raise Refused("id.malformed", NAMED, id=event)

    def carry_out() -> None:
        there = CompetitionId(home)
        to = office.state(there) if there in office.competitions() else None
        form = {"id": home, "title": words(data, "title")}
        edition = office.keep_edition(book.id, visitor.actor)
        _, commands = _commands(visitor, _Asked(book, [event], to), book, form, edition)
        office.carry_out_all(there, visitor.actor, commands)

    await asyncio.to_thread(carry_out)
    return Redirect(f"/c/{home}/{event}", status_code=303)


def _commands(
    visitor: Visitor, chosen: _Asked, book: Book, form: Form, edition: str
) -> tuple[CompetitionId, list[Command]]:
    commands: list[Command] = []
    if chosen.to is not None:
        home = chosen.to.id
    else:
        home = CompetitionId(words(form, "id"))
        title = words(form, "title")
        commands.append(
            CreateCompetition(competition=home, title=title, book=book.id, edition=edition)
        )
    for event in chosen.events:
        stated = book_named(book.id).event[event].title
        title = stated.get(visitor.language) or stated["en"]
        commands.append(
            OpenSection(
                section=SectionId(words(form, f"{event}.id", event)),
                title=words(form, f"{event}.title", "") or title,
                under=event,
                options=options_from(form, book, event),
            )
        )
    return home, commands


ROUTES = [choose, make, make_at_old_address]
