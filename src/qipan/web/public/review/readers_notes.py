"""A reader's own remarks and variations on a game: played through here, kept by the reader.

The server keeps nothing: a page sends the record it carries and the notes it keeps (in the browser,
or from a link), and gets every position of the notes' variations. Texts are bounded and only ever
written as text: into the page by its script, into files by their writers.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, post
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import Body

from qipan.formats import json_record
from qipan.formats.record import Branch, Record
from qipan.games import AnyGame
from qipan.journal.live.table import hides
from qipan.kernel.errors import BadInput, QipanError
from qipan.kernel.ids import TABLE, Seat
from qipan.web.public.replay import MOST_SHOWN, MOST_VARIED, Variation, replay, start_of, told
from qipan.web.public.review.records import endings_for
from qipan.web.shared.context import Around
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import optional_number
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
LONGEST, MOST_REMARKS, MOST_BRANCHES, MOST_BYTES = 500, 400, 60, 60_000
Remark = Annotated[str, msgspec.Meta(max_length=LONGEST)]
At = Annotated[int, msgspec.Meta(ge=0, le=MOST_SHOWN)]
Remarks = Annotated[dict[At, Remark], msgspec.Meta(max_length=MOST_REMARKS)]
Moves = Annotated[
    tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=100)], ...],
    msgspec.Meta(min_length=1, max_length=MOST_VARIED),
]
_ONE_AT_A_TIME = asyncio.Semaphore(1)


class NotedBranch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variation of a reader."""

    of: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    """0 for the main line; then the record's own variations, then the reader's."""
    after: At
    moves: Moves
    comments: Remarks = {}


class ReaderNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a reader added to a game."""

    comments: Remarks = {}
    """After how many moves of the main line a remark stands."""
    branches: Annotated[tuple[NotedBranch, ...], msgspec.Meta(max_length=MOST_BRANCHES)] = ()


class NotedGame(msgspec.Struct, frozen=True):
    """A game with a reader's notes, as the page shows it."""

    notes: ReaderNotes
    """With every move in the game's own text form."""
    variations: list[Variation]
    """The record's, then the reader's."""
    endings: list[str]
    """The files that take all of it."""
    legal: list[str] | None
    """What may be played at the place asked for; null: too much to list."""
    acting: int | None


def read_notes(text: str) -> ReaderNotes:
    """Read a reader's notes. Raises BadInput for what no page of ours writes."""
    if len(text.encode()) > MOST_BYTES:
        raise BadInput(f"more than {MOST_BYTES // 1000} KB", where="notes", code="notes.too-long")
    try:
        found = msgspec.json.decode(text or "{}", type=ReaderNotes)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(str(error)[:200], where="notes", code="notes.unreadable") from error
    for remark in (*found.comments.values(), *_remarks(found)):
        if any(not each.isprintable() and each not in "\n\t" for each in remark):
            raise BadInput("a remark is plain text", where="notes", code="notes.unreadable")
    return found


def _remarks(notes: ReaderNotes) -> Iterator[str]:
    for branch in notes.branches:
        yield from branch.comments.values()


def with_notes(record: Record, notes: ReaderNotes) -> tuple[Record, list[list[Any]]]:
    """Add a reader's notes to a record; gives also every state of every line.

    Raises BadInput where a variation leaves no line, or a move of it cannot be played.
    """
    game, state = start_of(record)
    if notes.branches and hides(game):
        raise BadInput("cards are not tried out", where="notes", code="notes.hidden")
    lines = [_states(game, state, record, record.moves[:MOST_SHOWN])]
    for known in record.branches:
        at = lines[known.of][: known.after + 1] if known.of < len(lines) else []
        lines.append([*at, *_states(game, at[-1], record, known.moves, known.by)[1:]] if at else [])
    added, left = [], MOST_VARIED
    for branch in notes.branches:
        at = lines[branch.of] if branch.of < len(lines) else []
        left -= len(branch.moves)
        if branch.after >= len(at) or left < 0:
            raise BadInput("this variation leads nowhere", where="notes", code="notes.no-line")
        moves, states = _played(game, at[branch.after], branch.moves)
        lines.append([*at[: branch.after + 1], *states])
        added.append(Branch(branch.of, branch.after, moves, comments=dict(branch.comments)))
    comments = dict(record.comments)
    for number, remark in notes.comments.items():
        if remark.strip():
            comments[number] = "\n".join(filter(None, (comments.get(number), remark.strip())))
    noted = msgspec.structs.replace(record, comments=comments, branches=(*record.branches, *added))
    return noted, lines


def _states(
    game: AnyGame, state: Any, record: Record, moves: tuple[str, ...], by: Any = None
) -> list[Any]:
    """Play a line of the record as far as it makes sense; the first state is the given one."""
    part = Record(record.game, moves, seats=record.seats, by=record.by if by is None else by)
    found = [state]
    with suppress(QipanError):  # the page says where a record stops
        for step in told(game, state, part):
            found.append(step.after)
    return found


def _played(game: AnyGame, state: Any, moves: tuple[str, ...]) -> tuple[tuple[str, ...], list[Any]]:
    """Play a reader's moves; gives them as the game writes them. Raises BadInput."""
    written, states = [], []
    for text in moves:
        acting = game.acting(state)
        if not acting or acting[0] == TABLE:
            raise BadInput("nobody is to move here", where="move", code="notes.no-move")
        try:
            move = game.read(state, acting[0], text)
            after = game.play(state, acting[0], move)
        except QipanError as error:
            facts = {"move": text[:40]}
            raise BadInput(
                str(error)[:200], where="move", code="notes.not-possible", facts=facts
            ) from error
        written.append(game.write(state, acting[0], move))
        states.append(after)
        state = after
    return tuple(written), states


def noted_game(
    record: Record, notes: ReaderNotes, place: tuple[int, int], seat: Seat | None, language: str
) -> NotedGame:
    """Replay a game with notes, and say what may be played at a place. Raises BadInput."""
    noted, lines = with_notes(record, notes)
    own = noted.branches[len(record.branches) :]
    kept = ReaderNotes(
        notes.comments,
        tuple(NotedBranch(each.of, each.after, each.moves, dict(each.comments)) for each in own),
    )
    game, _ = start_of(record)
    line, at = place
    state = lines[line][at] if line < len(lines) and at < len(lines[line]) else None
    acting = game.acting(state) if state is not None and game.outcome(state) is None else ()
    mover = acting[0] if acting and acting[0] != TABLE and not hides(game) else None
    return NotedGame(
        notes=kept,
        variations=replay(noted, seat, language).variations,
        endings=endings_for(noted),
        legal=[] if mover is None else game.legal(state, mover),
        acting=None if mover is None else int(mover),
    )


@post("/play/review/notes", status_code=200, include_in_schema=False)
async def play_notes(request: AnyRequest, context: Around, data: Posted) -> Response[Any]:
    """Play a reader's variations on the record that a page carries; nothing is kept here."""
    language = visitor_of(request, context).language
    try:
        require_rate("notes", address_of(request))
        async with _ONE_AT_A_TIME:
            found = await asyncio.to_thread(_asked, data, language)
    except QipanError as error:  # a script asks, and shows the sentence where the move was made
        failure = Failure(error, language)
        told = {"code": failure.code, "message": failure.sentence}
        return Response(told, status_code=failure.status, media_type=MediaType.JSON)
    return Response(found, media_type=MediaType.JSON)


def _asked(data: dict[str, str], language: str) -> NotedGame:
    """Do what a form asks for. Raises BadInput or Unknown."""
    record = json_record.read(data.get("record", "").encode(), "record")[0]
    notes = read_notes(data.get("notes", ""))
    place = (optional_number(data, "line") or 0, optional_number(data, "at") or 0)
    seat = optional_number(data, "seat")
    seen = None if seat is None or seat >= record.seats else Seat(seat)
    return noted_game(record, notes, place, seen, language)


ROUTES = [play_notes]
