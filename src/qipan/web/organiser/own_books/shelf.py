"""The list of regulations: one's own drafts and editions, beginning one, and taking one in."""

import asyncio
from typing import Annotated, Any

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.own_books.checking import check
from qipan.desk.own_books.draft import ANYBODY, OWN_NAME, may_edit
from qipan.desk.own_books.ready import ready_regulation, ready_titles
from qipan.desk.own_books.starting import empty_sheet, headed, only_events, parse_like
from qipan.games import all_games
from qipan.kernel.errors import BadInput, QipanError, Refused, Unknown
from qipan.office.own_books import content_of
from qipan.rulebooks.loader import content_from
from qipan.web.organiser.own_books.draft_visit import (
    ACTIONS,
    AnyRequest,
    Organiser,
    fields_of,
    told,
)
from qipan.web.organiser.own_books.fields import Content, Fields
from qipan.web.shared.context import Around
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import page

Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
MOST_BYTES = 1_000_000
READY = "ready:"
"""How the choice of a ready regulation begins."""


@get("/books", name="own-books", include_in_schema=False)
async def list_own_books(request: AnyRequest, context: Around) -> Template:
    """List one's own regulations, and offer to begin one."""
    return await asyncio.to_thread(_listed, Organiser(request, context))


def _listed(
    who: Organiser,
    error: QipanError | None = None,
    problems: tuple[dict[str, str], ...] = (),
    form: Fields | None = None,
) -> Template:
    failure = Failure(error, who.visitor.language) if error else None
    shelf = who.books.books()
    own = [
        (each, content_of(each.draft), may_edit(each, who.by))
        for each in who.books.every()
        if not each.withdrawn
    ]
    return page(
        "organiser/own_books/list.html",
        who.visitor,
        status=failure.status if failure else 200,
        failure=failure,
        problems=problems,
        own=own,
        shelf=[each for each in shelf.values() if each.event],
        parts=[
            (f"{each.book.cite}-{part}", each, events)
            for each in shelf.values()
            for part, events in each.book.parts.items()
        ],
        ready={f"{READY}{name}": title for name, title in ready_titles().items()},
        games=[*all_games()],
        typed=form or Fields({"like": [READY + who.ready]}),
        mine=who.actor,
    )


@post("/books/new", name="own-book-new", include_in_schema=False)
async def begin(request: AnyRequest, context: Around) -> Redirect | Template:
    """Begin a draft: from the empty sheet, or like another book."""
    who, form = Organiser(request, context), await fields_of(request)
    name = form.text("id")
    try:
        await asyncio.to_thread(_begin, who, name, form)
    except (BadInput, Refused, Unknown) as error:
        return await asyncio.to_thread(_listed, who, error, (), form)
    return Redirect(f"/books/{name}", status_code=303)


def _begin(who: Organiser, name: str, form: Fields) -> None:
    like = form.text("like")
    if like.startswith(READY):
        content = ready_regulation(like.removeprefix(READY), form.text("game"))
    else:
        content = _copied(who, like) if like else empty_sheet()
    title = {who.visitor.language: form.text("title")}
    content = headed(content, name, title, form.text("cite"))
    if not like and form.text("game") in all_games():
        for rules in content["event"].values():
            rules["game"] = form.text("game")
    if who.books.state(name).version:
        raise Refused("own-book.taken", OWN_NAME, book=name)
    who.books.save(content, who.actor)


def _copied(who: Organiser, like: str) -> Content:
    name, events = parse_like(like, who.books.books())
    return only_events(content_of(who.books.text_of(name)), events)


@post("/books/import", name="own-book-import", include_in_schema=False, status_code=200)
async def take_in(request: AnyRequest, context: Around, data: Uploaded) -> Redirect | Template:
    """Take a regulation in from a file: as a draft, with its faults named if it has some."""
    who = Organiser(request, context)
    problems: tuple[dict[str, str], ...] = ()
    try:
        content = content_from(await _text(data), "file")
        head = content.get("book")
        name = str(head.get("id", "")) if isinstance(head, dict) else ""
        found = await asyncio.to_thread(check, content, ACTIONS)
        if found.problems:
            problems = tuple(told(who.visitor, found.problems))
            raise BadInput("faults", where="file", code="own-book.import-faults")
        await asyncio.to_thread(_take_in, who, name, content)
    except (BadInput, Refused) as error:
        return await asyncio.to_thread(_listed, who, error, problems)
    return Redirect(f"/books/{name}", status_code=303)


def _take_in(who: Organiser, name: str, content: Content) -> None:
    """Save it as a draft: a new one, or one's own with the same name."""
    by = who.by if who.books.state(name).version and who.by == ANYBODY else who.actor
    who.books.save(content, by, who.actor)


async def _text(form: dict[str, Any]) -> str:
    file = form.get("file")
    if isinstance(file, UploadFile):
        read = await file.read(MOST_BYTES + 1)
        if len(read) > MOST_BYTES:
            raise BadInput("too large", where="file", code="form.too-long")
        try:
            return read.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadInput("not a text", where="file") from error
    return str(form.get("text", ""))


ROUTES = [list_own_books, begin, take_in]
