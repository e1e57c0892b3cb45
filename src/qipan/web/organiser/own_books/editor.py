"""The sheets of a draft: its head, one for each event, and its clauses; checked while one types."""

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from qipan.desk.own_books.checking import check
from qipan.desk.own_books.events import NUMBERINGS
from qipan.desk.own_books.starting import empty_sheet
from qipan.games import all_games
from qipan.i18n import catalogue
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused, Unknown
from qipan.ranking.keys import every_key
from qipan.rulebooks.schema import FirstRound, Seats, Tied
from qipan.sections.systems import SYSTEMS
from qipan.web.organiser.own_books import clause_form, event_form
from qipan.web.organiser.own_books.draft_visit import (
    ACTIONS,
    AnyRequest,
    DraftVisit,
    fields_of,
    placed,
)
from qipan.web.organiser.own_books.fields import Content, Fields, put
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import page

Change = Callable[[Content, Fields], Content]
COMMON = (
    "points",
    "mcmahon-score",
    "mcmahon-opponents",
    "opponents-score",
    "median-opponents-score",
    "sonneborn-berger",
    "head-to-head",
    "direct-encounter",
    "wins",
    "wins-as-second",
    "games-as-second",
    "progressive",
    "rating",
    "technical-fouls",
    "conduct-foul",
    "game-points",
    "board-wins",
    "lot",
)
"""Keys that are offered first."""


def _changed_head(content: Content, form: Fields) -> Content:
    head = {**content.get("book", {})}
    put(head, "title", form.words("title", head.get("title")))
    put(head, "source", form.words("source", head.get("source")))
    head["cite"] = form.text("cite")
    return {**content, "book": head}


def _changed_event(name: str) -> Change:
    def change(content: Content, form: Fields) -> Content:
        events = dict(content.get("event", {}))
        events[name] = event_form.event_from(events[name], form)
        return clause_form.followed(content, {**content, "event": events})

    return change


def _changed_clauses(content: Content, form: Fields) -> Content:
    return {**content, "clause": clause_form.clauses_from(content, form)}


def _change_of(at: DraftVisit, sheet: str) -> Change:
    """Find what a sheet's form changes. Raises Unknown."""
    if sheet == "head":
        return _changed_head
    if sheet == "clauses":
        return _changed_clauses
    kind, _, name = sheet.partition(":")
    if kind != "event" or name not in at.content.get("event", {}):
        raise Unknown("sheet", sheet[:60])
    return _changed_event(name)


@get("/books/{book:str}", name="own-book", include_in_schema=False)
async def head_page(request: AnyRequest, context: Around, book: InPath) -> Template:
    """Show the head of a draft, its events, its faults and what can be done with it."""
    return await asyncio.to_thread(show_head, DraftVisit(request, context, book))


def show_head(at: DraftVisit, error: QipanError | None = None) -> Template:
    """Render the first sheet."""
    return _sheet(at, "head", error, games=[*all_games()], blank=empty_sheet()["event"]["open"])


@get("/books/{book:str}/events/{event:str}", name="own-book-event", include_in_schema=False)
async def event_page(request: AnyRequest, context: Around, book: InPath, event: InPath) -> Template:
    """Show the sheet of an event."""
    at = DraftVisit(request, context, book)
    if event not in at.content.get("event", {}):
        raise Unknown("event", event[:60])
    return await asyncio.to_thread(_event_sheet, at, event)


def _event_sheet(at: DraftVisit, event: str, error: QipanError | None = None) -> Template:
    rules: Content = at.content["event"][event]
    game = rules.get("game", "")
    words = [code for code in catalogue("en") if code.startswith("desk.offence.")]
    names = [key.names[0] for key in every_key()]
    return _sheet(
        at,
        f"event:{event}",
        error,
        event=event,
        rules=rules,
        games=[*all_games()],
        game_options=event_form.game_options(game, rules.get("rules", {}))
        if game in all_games()
        else [],
        numberings=NUMBERINGS,
        systems=[*SYSTEMS],
        firsts=[each.value for each in FirstRound],
        matches=list(dict.fromkeys(("single", *event_form.MATCHES, *rules.get("match", {})))),
        clock_kind=event_form.clock_kind(rules.get("clock")),
        keys=[*COMMON, *sorted(name for name in names if name not in COMMON)],
        seats=[each.value for each in Seats],
        ties=[each.value for each in Tied],
        offences=[code.removeprefix("desk.offence.") for code in words],
        steps_of=event_form.steps_of,
        penalties=[*event_form.PENALTIES],
        goods=event_form.GOODS,
        counts={
            "stages": max(event_form.STAGES, len(rules.get("stage", ()))),
            "play_offs": max(event_form.PLAY_OFFS, len(rules.get("playoff", ()))),
            "offences": event_form.OFFENCES,
        },
    )


@get("/books/{book:str}/clauses", name="own-book-clauses", include_in_schema=False)
async def clauses_page(request: AnyRequest, context: Around, book: InPath) -> Template:
    """Show the sheet of the clauses."""
    return await asyncio.to_thread(_clauses_sheet, DraftVisit(request, context, book))


def _clauses_sheet(at: DraftVisit, error: QipanError | None = None) -> Template:
    clauses = at.content.get("clause", {})
    return _sheet(
        at,
        "clauses",
        error,
        clauses=[(number, each) for number, each in clauses.items()],
        more=clause_form.MORE,
        subjects=[*clause_form.ABOUT, clause_form.NOTICE],
        about_of=lambda clause: clause_form.about_of(clause, at.content),
    )


def _sheet(at: DraftVisit, sheet: str, error: QipanError | None, **values: Any) -> Template:
    failure = Failure(error, at.visitor.language) if error else None
    kind = sheet.partition(":")[0]
    return page(
        f"organiser/own_books/{kind}.html",
        at.visitor,
        status=failure.status if failure else 200,
        failure=failure,
        sheet=sheet,
        own=at.own,
        content=at.content,
        head=at.content.get("book", {}),
        events=at.content.get("event", {}),
        problems=placed(at, at.checked.problems),
        may_edit=at.may_edit,
        **values,
    )


def _shown(at: DraftVisit, sheet: str, error: QipanError) -> Template:
    if sheet == "head":
        return show_head(at, error)
    if sheet == "clauses":
        return _clauses_sheet(at, error)
    return _event_sheet(at, sheet.partition(":")[2], error)


def _address(book: str, sheet: str) -> str:
    kind, _, event = sheet.partition(":")
    ends = {"head": "", "clauses": "/clauses", "event": f"/events/{event}"}
    return f"/books/{book}{ends[kind]}"


@post("/books/{book:str}/sheet", name="own-book-save", include_in_schema=False)
async def save(request: AnyRequest, context: Around, book: InPath) -> Redirect | Template:
    """Save a sheet; faults are no hindrance, a draft is a draft."""
    at, form = DraftVisit(request, context, book), await fields_of(request)
    sheet = form.text("sheet")
    change = _change_of(at, sheet)
    try:
        await asyncio.to_thread(at.save, change(at.content, form), form)
    except (BadInput, Refused, Conflict) as error:
        return await asyncio.to_thread(_shown, at, sheet, error)
    end = "#order" if form.text("act") else "?saved=yes"
    return Redirect(f"{_address(book, sheet)}{end}", status_code=303)


@post("/books/{book:str}/check", name="own-book-check", include_in_schema=False, status_code=200)
async def check_typed(
    request: AnyRequest, context: Around, book: InPath
) -> Response[dict[str, Any]]:
    """Say what is wrong with a sheet as it is being typed; nothing is saved."""
    at, form = DraftVisit(request, context, book), await fields_of(request)
    change = _change_of(at, form.text("sheet"))

    def look() -> list[dict[str, str]]:
        found = check(change(at.content, form), ACTIONS)
        return placed(at, found.problems)

    problems = await asyncio.to_thread(look)
    words = (
        at.visitor.say("own.faults", n=len(problems)) if problems else at.visitor.say("own.fine")
    )
    return Response(
        {"problems": problems, "words": words}, headers={"cache-control": "private, no-store"}
    )


ROUTES = [head_page, event_page, clauses_page, save, check_typed]
