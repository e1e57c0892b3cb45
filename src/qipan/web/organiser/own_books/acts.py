"""What is done with a whole draft: events added, tried out, published, withdrawn, downloaded."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from threading import Lock
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from qipan.desk.own_books.checking import MOST_EVENTS, is_short_name
from qipan.desk.own_books.starting import empty_sheet
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused, Unknown
from qipan.office.editions import edition_stream
from qipan.rulebooks.editions import edition_name, forget
from qipan.rulebooks.toml_text import toml_text
from qipan.simulation.event import FinalTable, simulate
from qipan.simulation.field_size import fitting_field
from qipan.web.organiser.own_books.draft_visit import (
    ACTIONS,
    AnyRequest,
    DraftVisit,
    fields_of,
)
from qipan.web.organiser.own_books.editor import show_head
from qipan.web.organiser.own_books.fields import Content, Fields, put
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.jobs import Answer, Doing
from qipan.web.shared.progress_response import answered
from qipan.web.shared.rendering import page
from qipan.wiring import simulated_office

MOST_TRIED, USUAL = 64, 12
_trials: Counter[str] = Counter()
_lock = Lock()
LARGEST = 200
"""An event that asks for more entries is tried out on the command line."""


@post("/books/{book:str}/events", name="own-book-events", include_in_schema=False)
async def change_events(request: AnyRequest, context: Around, book: InPath) -> Redirect | Template:
    """Add an event, like another or empty; or take one out."""
    at, form = DraftVisit(request, context, book), await fields_of(request)
    try:
        events = _events(at.content, form)
        await asyncio.to_thread(at.save, {**at.content, "event": events}, form)
    except (BadInput, Refused, Conflict) as error:
        return await asyncio.to_thread(show_head, at, error)
    added = form.text("id")
    way = f"/events/{added}" if added else ""
    return Redirect(f"/books/{book}{way}", status_code=303)


def _events(content: Content, form: Fields) -> Content:
    events = dict(content.get("event", {}))
    if gone := form.text("gone"):
        events.pop(gone, None)
        return events
    name = form.text("id")
    if not is_short_name(name):
        raise BadInput("not a short name", where="id", code="book.id")
    if name in events:
        raise BadInput("there already", where="id", code="book.twice", facts={"name": name})
    if len(events) >= MOST_EVENTS:
        raise BadInput("too many", where="id", code="book.too-many", facts={"most": MOST_EVENTS})
    rules = deepcopy(events.get(form.text("like")) or empty_sheet()["event"]["open"])
    put(rules, "title", form.words("title") or rules.get("title"))
    events[name] = rules
    return events


@post("/books/{book:str}/publish", name="own-book-publish", include_in_schema=False)
async def publish(request: AnyRequest, context: Around, book: InPath) -> Redirect | Template:
    """Publish the draft as an edition."""
    at = DraftVisit(request, context, book)
    return await _done(at, lambda: at.books.publish(book, at.by, ACTIONS, at.actor))


@post("/books/{book:str}/withdraw", name="own-book-withdraw", include_in_schema=False)
async def withdraw(request: AnyRequest, context: Around, book: InPath) -> Redirect | Template:
    """Offer the regulation no more."""
    at = DraftVisit(request, context, book)
    return await _done(at, lambda: at.books.withdraw(book, at.by, at.actor))


async def _done(at: DraftVisit, act: Any) -> Redirect | Template:
    try:
        done = await asyncio.to_thread(act)
    except (Refused, Conflict) as error:
        return await asyncio.to_thread(show_head, at, error)
    return Redirect("/books" if done.withdrawn else f"/books/{at.own.id}", status_code=303)


@get("/books/{book:str}/book.toml", name="own-book-file", include_in_schema=False)
async def download(request: AnyRequest, context: Around, book: InPath) -> Response[str]:
    """Give the draft as a file, to be taken in elsewhere."""
    at = DraftVisit(request, context, book)
    headers = {"content-disposition": f'attachment; filename="{at.own.id}.toml"'}
    return Response(
        toml_text(at.content), media_type="application/toml; charset=utf-8", headers=headers
    )


@post("/books/{book:str}/try", name="own-book-try", include_in_schema=False, status_code=200)
async def try_out(request: AnyRequest, context: Around, book: InPath) -> Response[Any]:
    """Play an event of the draft with random results, and show the table it ends with."""
    at, form = DraftVisit(request, context, book), await fields_of(request)
    found = at.checked.book
    if found is None or at.checked.problems:
        error = BadInput("faults", where="draft", code="own-book.try-faults")
        return await asyncio.to_thread(show_head, at, error)
    wanted = form.number("entries")
    size = min(wanted if isinstance(wanted, int) else USUAL, MOST_TRIED)
    events = [form.text("event")] if form.text("event") else [*found.event]
    for event in events:
        if event not in found.event:
            raise Unknown("event", event[:60])
    given = form.number("seed")
    seed = given if isinstance(given, int) else 1

    async def work(doing: Doing) -> Answer:
        tables = []
        for number, event in enumerate(events, 1):
            doing.at("try", number - 1, len(events))
            entries = fitting_field(found, event, size)
            tables.append(await asyncio.to_thread(_played, at, event, entries, seed))
        return page(
            "organiser/own_books/tried.html",
            at.visitor,
            own=at.own,
            head=at.content["book"],
            titles={name: rules.title for name, rules in found.event.items()},
            tables=tables,
            size=size,
        )

    return await answered(request, context, "try", work)


@contextmanager
def _on_trial(at: DraftVisit) -> Iterator[None]:
    """Let go of the draft's text after its last trial, unless it was published."""
    edition = edition_name(at.own.draft)
    with _lock:
        _trials[edition] += 1
    try:
        yield
    finally:
        with _lock:
            _trials[edition] -= 1
            kept = at.context.house.log.version(edition_stream(edition))
            if not _trials[edition] and not kept:
                forget(edition)
            if not _trials[edition]:
                del _trials[edition]


def _played(at: DraftVisit, event: str, entries: int, seed: int) -> FinalTable | str:
    if entries > LARGEST:
        return at.visitor.say("own.too-large", most=LARGEST)
    try:
        with _on_trial(at):
            office = simulated_office(seed)
            return simulate(office, at.own.id, event, entries=entries, seed=seed, text=at.own.draft)
    except QipanError as error:
        code, facts = getattr(error, "code", ""), getattr(error, "facts", {})
        return at.visitor.say(code, **facts) if code else str(error)


ROUTES = [change_events, publish, withdraw, download, try_out]
