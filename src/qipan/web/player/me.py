"""My game: a player's own page on a phone, and everything a player may do there."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.appeals.commands import LodgeAppeal
from qipan.desk.appeals.procedure import DEPOSIT, IN_TIME, WRITTEN
from qipan.desk.decide import decide
from qipan.desk.online.commands import CheckInForRound
from qipan.desk.online.timetable import start_of
from qipan.desk.records.commands import AttachPhoto, AttachRecord, TypeRecord
from qipan.desk.results.commands import DisputeResult, ReportResult, SignResult, TakeBackReport
from qipan.desk.results.reporting import REPORTER
from qipan.desk.roles import ARBITERS
from qipan.formats.photos import MOST_BYTES, read_photo
from qipan.i18n import local
from qipan.journal.state import Competition, KeptRecord, Section
from qipan.kernel.errors import BadInput, Conflict, Impossible, QipanError, Refused, Unknown
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.moments import at_time
from qipan.kernel.results import Score
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.loader import cite
from qipan.rulebooks.schema.money import cents
from qipan.sections.lookup import book_under, event_of
from qipan.sections.stages import round_over
from qipan.views.section import shown_result
from qipan.web.player import line_up as my_line_up
from qipan.web.player import play_off as my_play_off
from qipan.web.player.contest_card import card_for, standing_for
from qipan.web.player.entrants import everybody_own
from qipan.web.player.notices import notices_for
from qipan.web.player.phones import OWN, Own, asker_of, card_of, carry_out, holds, own
from qipan.web.player.reach import panel
from qipan.web.player.seats import own_seats
from qipan.web.player.shown_photos import shown_photos
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, number, words
from qipan.web.shared.limits import require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, find_section
from qipan.web.shared.visitor import PHONE, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
ME = "/c/{competition:str}/{section:str}/me/{who:str}"
MOST_LETTERS, MOST_TEXT = 30_000, 4000
CROWD = 20
"""How often a check-in is tried: many come at the same moment."""


@get("/me", name="me", include_in_schema=False, sync_to_thread=True)
def mine(request: AnyRequest, context: Around) -> Redirect | Template:
    """Go to one's own page; a phone of several players lists them."""
    visitor = visitor_of(request, context)
    found = everybody_own(context, visitor)
    if len(found) == 1:
        return Redirect(found[0].path, status_code=303)
    people = [
        (each, About(context, each.state, each.section).names[each.entrant]) for each in found
    ]
    return page("player/me_list.html", visitor, people=people)


@get(ME, name="my-game", include_in_schema=False)
async def my_game(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: InPath
) -> Template:
    """Show a player's own game, and what there is to do."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    me = await asyncio.to_thread(own, context, visitor, competition, section, who)
    return await _page(request, context, visitor, me)


@get(f"{ME}/card", name="my-card", include_in_schema=False)
async def my_card(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: InPath
) -> Template:
    """Show what a player of a contest is to do now, and nothing else."""
    visitor = await asyncio.to_thread(visitor_of, request, context)
    me = await asyncio.to_thread(own, context, visitor, competition, section, who)
    links = await own_seats(context, me.state, me.section, me.entrant)
    card = await asyncio.to_thread(card_for, context, visitor, me, links)
    if card is None:
        raise Unknown("card", who[:40])
    answer = page("player/me_card.html", visitor, me=me, card=card)
    answer.headers["cache-control"] = "private, no-store"
    return answer


async def _page(
    request: AnyRequest,
    context: Context,
    visitor: Visitor,
    me: Own,
    error: QipanError | None = None,
) -> Template:
    links = await own_seats(context, me.state, me.section, me.entrant)
    about = About(context, me.state, me.section)
    told = await asyncio.to_thread(panel, request, context, visitor, about, me.entrant)
    return await asyncio.to_thread(_rendered, context, visitor, me, (links, told), error)


def _rendered(
    context: Context,
    visitor: Visitor,
    me: Own,
    found_for: tuple[list[str], dict[str, Any]],
    error: QipanError | None,
) -> Template:
    links, told = found_for
    book = book_under(me.state, me.section)
    about = About(context, me.state, me.section)
    failure = Failure(error, visitor.language, book, about) if error else None
    found, table = me.round, me.table
    result = found.results.get(table.board) if found and table else None
    people = about.names_of([me.entrant, *(table.seats if table else ())])
    seat = table.seats.index(me.entrant) if table else 0
    answer = page(
        "player/me.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        me=me,
        competition=me.state,
        section=me.section,
        people=people,
        person=people[me.entrant],
        round=found,
        table=table,
        seat=seat,
        others=[who for who in table.seats if who != me.entrant] if table else [],
        todo=me.status(),
        seen=written(result.score) if result else "",
        result=shown_result(me.state, me.section, found, result) if found and result else None,
        start=me.section.times[found.number].start if found and _timed(me, found.number) else "",
        seconds=_seconds_left(context, me),
        reporter=_clause(me, visitor, REPORTER),
        photos=me.section.photos.get((found.number, table.board), ()) if found and table else (),
        recorded=bool(found and table and (found.number, table.board, 1, False) in _records(me)),
        appeal=_appeal(context, me, visitor),
        notices=notices_for(me, visitor),
        play_off=my_play_off.play_off_of(about, me),
        line_up=my_line_up.line_up_for(about, me),
        card=card_for(context, visitor, me, links),
        mine=standing_for(context, visitor, me),
        reach=told,
    )
    answer.headers["cache-control"] = "private, no-store"
    return answer


def _timed(me: Own, number: RoundNo) -> bool:
    return number in me.section.times


def _records(me: Own) -> Any:
    return me.section.records


def _seconds_left(context: Context, me: Own) -> int | None:
    """Count the seconds to the start of the round, by the clock of the hall's machine."""
    found = me.round
    if found is None or found.number not in me.section.times:
        return None
    start = start_of(me.section, found.number)
    if start is not None:  # a contest says in which zone its times are
        return int((start - context.now()).total_seconds())
    return int((at_time(me.section.times[found.number].start) - context.wall()).total_seconds())


def _clause(me: Own, visitor: Visitor, key: RuleKey) -> tuple[str, str]:
    found = cite(book_under(me.state, me.section), key, me.section.under)
    return found.citation, local(found.text, visitor.language)


def _appeal(context: Context, me: Own, visitor: Visitor) -> dict[str, Any] | None:
    """Gather what the form of an appeal says: until when, what it costs, by which clauses."""
    terms = event_of(me.state, me.section).conduct.appeals
    if terms is None or me.round is None:
        return None
    ended, due = round_over(me.state, me.section, RoundNo(me.round.number)), None
    if ended is not None and terms.minutes is not None:
        due = at_time(ended) + timedelta(minutes=terms.minutes)
    now = context.wall()
    currency = event_of(me.state, me.section).conduct.currency
    return {
        "due": due,
        "late": due is not None and now > due,
        "minutes": terms.minutes,
        "deposit": f"{currency} {terms.deposit}".strip() if terms.deposit else "",
        "clauses": list(
            dict.fromkeys(_clause(me, visitor, key) for key in (IN_TIME, DEPOSIT, WRITTEN))
        ),
    }


# -- what a player may do --------------------------------------------------------------------


def _place(me: Own) -> tuple[RoundNo, BoardNo]:
    """Give round and board of the player now. Raises Refused."""
    if me.round is None or me.table is None:
        raise Refused("result.not-seated", REPORTER, round=0, board=0, entrant=me.entrant)
    return me.round.number, me.table.board


async def _report(context: Context, me: Own, form: Form) -> None:
    number, board = _place(me)
    assert me.table is not None
    scoring = event_of(me.state, me.section).scoring.scoring()
    seat = me.table.seats.index(me.entrant)
    match words(form, "result"):
        case "won":
            score = [scoring.loss] * len(me.table.seats)
            score[seat] = scoring.win
        case "drawn":
            score = [scoring.draw] * len(me.table.seats)
        case "lost" if len(me.table.seats) == 2:
            score = [scoring.win] * 2
            score[seat] = scoring.loss
        case other:
            raise BadInput(f"no result: {other[:20]}", where="result")
    command = ReportResult(
        section=me.section.id,
        round=number,
        board=board,
        entrant=me.entrant,
        score=Score(tuple(score)),
    )
    _same_round(me, form)
    await carry_out(context, me.state.id, me.actor, command)


async def _take_back(context: Context, me: Own, form: Form) -> None:
    number, board = _place(me)
    _same_round(me, form)
    command = TakeBackReport(section=me.section.id, round=number, board=board, entrant=me.entrant)
    await carry_out(context, me.state.id, me.actor, command)


def _same_round(me: Own, form: Form) -> None:
    """Refuse what was meant for an earlier round: a page left open over the break."""
    shown = words(form, "round", "")
    if me.round is not None and shown and shown != str(me.round.number):
        raise Conflict(me.state.id, int(shown) if shown.isdigit() else 0, me.round.number)


async def _sign(context: Context, me: Own, form: Form) -> None:
    number, board = _place(me)
    _same_round(me, form)
    seen, result = words(form, "seen", ""), me.round.results.get(board) if me.round else None
    if result is not None and seen != written(result.score):
        raise Conflict(me.state.id, 0, me.state.version)  # what they saw is not what stands
    command = SignResult(section=me.section.id, round=number, board=board, entrant=me.entrant)
    await carry_out(context, me.state.id, me.actor, command)


def written(score: Score) -> str:
    """Write a score as the form of a signature carries it."""
    return "-".join(str(int(each)) for each in score.seats)


async def _dispute(context: Context, me: Own, form: Form) -> None:
    number, board = _place(me)
    _same_round(me, form)
    command = DisputeResult(
        section=me.section.id,
        round=number,
        board=board,
        entrant=me.entrant,
        reason=words(form, "reason", ""),
    )
    await carry_out(context, me.state.id, me.actor, command)


async def _record(context: Context, me: Own, form: Form) -> None:
    """Type the moves in: separated by spaces or lines, with or without numbers."""
    number, board = _place(me)
    _same_round(me, form)
    text = str(form.get("moves", ""))
    if not text.strip() or len(text) > MOST_LETTERS:
        raise BadInput(f"1 to {MOST_LETTERS} letters", where="moves", code="form.missing")
    moves = tuple(each for part in text.split() if (each := _move(part)))
    game = event_of(me.state, me.section).game
    record = AttachRecord(
        section=me.section.id,
        round=number,
        board=board,
        record=KeptRecord(game=game, moves=moves),
    )
    command = TypeRecord(entrant=me.entrant, record=record)
    await carry_out(context, me.state.id, me.actor, command)


def _move(part: str) -> str:
    """Take the number of a move off: ``12.`` and ``12.炮二平五`` and ``12、炮二平五``."""
    digits = len(part) - len(part.lstrip("0123456789"))
    if digits and part[digits : digits + 1] in (".", "、", "．", ")"):
        return part[digits + 1 :].lstrip(".")
    return "" if digits == len(part) else part


async def _lodge(context: Context, me: Own, form: Form) -> None:
    if me.round is None:
        raise Refused("result.not-seated", REPORTER, round=0, board=0, entrant=me.entrant)
    terms = event_of(me.state, me.section).conduct.appeals
    due = cents(terms.deposit) if terms is not None and terms.deposit else 0
    text = str(form.get("text", ""))
    if len(text) > MOST_TEXT or "\x00" in text:
        raise BadInput(f"at most {MOST_TEXT} letters", where="text", code="form.too-long")
    command = LodgeAppeal(
        section=me.section.id,
        entrant=me.entrant,
        round=me.round.number,
        board=me.table.board if me.table else None,
        text=text,
        at=context.wall().isoformat(timespec="minutes"),
        deposit=due if form.get("deposit") == "yes" else 0,
    )
    await carry_out(context, me.state.id, me.actor, command)


async def _check_in(context: Context, me: Own, form: Form) -> None:
    command = CheckInForRound(
        section=me.section.id,
        round=RoundNo(number(form, "round")),
        entrant=me.entrant,
        at=context.now().isoformat(),
    )
    await carry_out(context, me.state.id, me.actor, command, CROWD)


ACTS: dict[str, Callable[[Context, Own, Form], Awaitable[None]]] = {
    "check-in": _check_in,
    "report": _report,
    "take-back": _take_back,
    "sign": _sign,
    "dispute": _dispute,
    "record": _record,
    "appeal": _lodge,
    **my_play_off.ACTS,
    **my_line_up.ACTS,
}


@post(f"{ME}/{{action:str}}", include_in_schema=False)
async def act(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    who: InPath,
    action: InPath,
    data: Posted,
) -> Redirect | Template:
    """Do one of the things a player may; show the page again, with the reason if refused."""
    visitor = visitor_of(request, context)
    me = own(context, visitor, competition, section, who)
    if action not in ACTS:
        raise Unknown("action", action[:40])
    try:
        require_rate("phone", asker_of(visitor, request.cookies.get(PHONE, "")))
        await ACTS[action](context, me, data)
    except (Refused, Impossible, Conflict, BadInput) as error:
        fresh = own(context, visitor, competition, section, who)
        return await _page(request, context, visitor, fresh, error)
    return Redirect(me.path, status_code=303)


@post(f"{ME}/photo", include_in_schema=False, request_max_body_size=MOST_BYTES + 100_000)
async def photo(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    who: InPath,
    data: Uploaded,
) -> Redirect | Template:
    """Take a photograph of the record; it is checked by content and kept beside the journal."""
    visitor = visitor_of(request, context)
    me = own(context, visitor, competition, section, who)
    try:
        require_rate("photo", asker_of(visitor, request.cookies.get(PHONE, "")))
        number, board = _place(me)
        file = data.get("photo")
        if not isinstance(file, UploadFile):
            raise BadInput("no file", where="photo", code="form.missing")
        found = await asyncio.to_thread(read_photo, await file.read(MOST_BYTES + 1))
        command = AttachPhoto(
            section=me.section.id,
            round=number,
            board=board,
            entrant=me.entrant,
            hash=sha256(found.content).hexdigest(),
            media=found.media,
            size=len(found.content),
        )
        context.house.office.require_held(me.state)
        decide(me.state, command)  # refuse before anything is kept
        keep = context.house.side_tables.attachments.keep
        await asyncio.to_thread(keep, found.media, found.content)
        await carry_out(context, me.state.id, me.actor, command)
    except (Refused, Impossible, Conflict, BadInput) as error:
        return await _page(request, context, visitor, me, error)
    return Redirect(me.path, status_code=303)


@get(
    "/c/{competition:str}/{section:str}/photos/{name:str}",
    include_in_schema=False,
    sync_to_thread=True,
)
def show_photo(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, name: InPath
) -> Response[bytes]:
    """Give a photograph to arbiters and those who sat there; to all where it is shown."""
    state, found = find_section(context, competition, section)
    visitor = visitor_of(request, context)
    places = [
        place for place, taken in found.photos.items() if any(each.hash == name for each in taken)
    ]
    seen = visitor.role_in(competition) in ARBITERS or any(
        _seated(visitor, state, found, place) for place in places
    )
    if not seen and not _for_all(context, competition, section, name):
        raise Refused("access.not-yours", OWN)
    if not places:
        raise Unknown("attachment", name[:64])
    media, content = context.house.side_tables.attachments.find(name)
    ending = media.partition("/")[2]
    return Response(
        content,
        media_type=media,
        headers={
            "content-disposition": f'inline; filename="{name[:12]}.{ending}"',
            "content-security-policy": "default-src 'none'; sandbox",
            "cache-control": "private, max-age=3600" if seen else "no-store",
        },
    )


def _for_all(context: Context, competition: str, section: str, name: str) -> bool:
    photos = shown_photos(About.find(context, competition, section))
    return any(each.hash == name for taken in photos.values() for each in taken)


def _seated(
    visitor: Visitor, state: Competition, section: Section, place: tuple[RoundNo, BoardNo]
) -> bool:
    table = section.rounds[place[0] - 1].table(place[1])
    seats: tuple[EntrantId, ...] = table.seats if table else ()
    return any(holds(visitor, card_of(state, section, who)) for who in seats)


ROUTES = [mine, my_game, my_card, act, photo, show_photo]
