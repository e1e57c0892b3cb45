"""The desk's forms: each reads a form into a command, carries it out, and shows the section."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from litestar import Request, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.closing import ApproveStandings
from qipan.desk.competition import NAMED, CreateCompetition, OpenSection
from qipan.desk.decide import may, require
from qipan.desk.entries.commands import CloseEntries, EnterEntrant, OverrideEntry, WithdrawEntrant
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.lots import NUMBERS, CommitLot, DrawNumbers
from qipan.desk.play_offs.commands import DrawPlayOff
from qipan.desk.results.commands import RecordResult
from qipan.desk.roles import MAY, Role
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.rulings.commands import RuleGame, Ruling
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Conflict, Impossible, Refused
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo, SectionId
from qipan.office.typed_results import Correction, result_command
from qipan.rulebooks import book_named
from qipan.sections.matches import match_of
from qipan.web.desk import old_hand_acts as hand_acts
from qipan.web.desk import old_record_acts as record_acts
from qipan.web.desk import old_sheet_acts as sheet_acts
from qipan.web.desk.form import Desk as Desk
from qipan.web.public.section_page import find_section, section_page
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.forms import number, optional_number, words
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import visitor_of

Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
AnyRequest = Request[Any, Any, Any]
Answer = Redirect | Template


async def _enter(desk: Desk) -> None:
    form = desk.form
    newcomer = Newcomer(
        Person(name=words(form, "name"), latin=words(form, "latin", "")),
        rating=optional_number(form, "rating"),
        unit=words(form, "unit", "") or None,
        another_person=form.get("another") == "yes",
    )
    if not newcomer.person.name:
        raise BadInput("a name is needed", where="name", code="form.missing")
    entry = EnterEntrant(section=desk.section, entrant=EntrantId(""), people=())
    against = words(form, "against", "")
    desk.require(OverrideEntry(entry=entry, reason=against) if against else entry)
    await asyncio.to_thread(
        desk.office.enter, desk.home, desk.section, desk.visitor.actor, newcomer, against=against
    )


async def _withdraw(desk: Desk) -> None:
    entrant = EntrantId(words(desk.form, "entrant"))
    reason = words(desk.form, "reason", "")
    await desk.carry_out(WithdrawEntrant(section=desk.section, entrant=entrant, reason=reason))


async def _close(desk: Desk) -> None:
    await desk.carry_out(CloseEntries(section=desk.section))


async def _commit(desk: Desk) -> None:
    lot = words(desk.form, "lot", NUMBERS)
    desk.require(CommitLot(section=desk.section, lot=lot, commitment=""))
    await asyncio.to_thread(
        desk.office.commit_lot, desk.home, desk.section, desk.visitor.actor, lot
    )


async def _draw(desk: Desk) -> None:
    lot = words(desk.form, "lot", NUMBERS)
    said = words(desk.form, "entropy", "")
    entropy = (said,) if said else ()
    desk.require(DrawNumbers(section=desk.section))
    if lot == NUMBERS:
        await asyncio.to_thread(
            desk.office.draw_numbers, desk.home, desk.section, desk.visitor.actor, entropy
        )
    else:
        await asyncio.to_thread(
            desk.office.draw_tie, desk.home, desk.section, desk.visitor.actor, lot, entropy
        )


async def _pair(desk: Desk) -> None:
    desk.require(PairRound(section=desk.section))
    expected = optional_number(desk.form, "version")
    await asyncio.to_thread(
        desk.office.pair, desk.home, desk.section, desk.visitor.actor, (), expected
    )


async def _publish(desk: Desk) -> None:
    shown = RoundNo(number(desk.form, "round"))
    await desk.carry_out(PublishRound(section=desk.section, round=shown))


async def _result(desk: Desk) -> None:
    if not may(desk.visitor.role_in(desk.home), RecordResult):
        raise Refused("access.denied", MAY, role=desk.visitor.role_in(desk.home), command="result")
    state, section = find_section(desk.context, desk.home, desk.section)
    form = {**desk.form}
    if "tap" in form:  # one button says both
        form["board"], _, form["result"] = words(form, "tap").partition(" ")
    text = words(form, "result")
    shown, board = RoundNo(number(form, "round")), BoardNo(number(form, "board"))
    correction = None
    if desk.form.get("correct") == "yes":
        correction = Correction(words(desk.form, "reason", ""))
    adjudged = desk.form.get("adjudged") == "yes"
    match = match_of(state, section, shown, board)
    await desk.carry_out(result_command(match, text, adjudged=adjudged, correction=correction))


async def _play_off_lot(desk: Desk) -> None:
    at = RoundNo(number(desk.form, "round")), BoardNo(number(desk.form, "board"))
    command = DrawPlayOff(section=desk.section, round=at[0], board=at[1], secret=b"")
    desk.require(command)
    await asyncio.to_thread(
        desk.office.draw_play_off, desk.home, desk.section, desk.visitor.actor, at
    )


async def _rule_game(desk: Desk) -> None:
    said = words(desk.form, "ruling")
    if said not in list(Ruling):
        raise BadInput(f"no ruling: {said[:20]}", where="ruling")
    command = RuleGame(
        **desk.place,
        ruling=Ruling(said),
        reason=words(desk.form, "reason", ""),
        game=optional_number(desk.form, "game"),
        playoff=desk.form.get("playoff") == "yes",
        entrant=EntrantId(words(desk.form, "entrant", "")) or None,
    )
    await desk.carry_out(command)


async def _approve(desk: Desk) -> None:
    await desk.carry_out(ApproveStandings(section=desk.section))


ACTIONS: dict[str, Callable[[Desk], Any]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "close": _close,
    "commit": _commit,
    "draw": _draw,
    "pair": _pair,
    "publish": _publish,
    "result": _result,
    "play-off-lot": _play_off_lot,
    "rule-game": _rule_game,
    "approve": _approve,
    **hand_acts.ACTIONS,
    **record_acts.ACTIONS,
    **sheet_acts.ACTIONS,
}


@post("/c/{competition:str}/{section:str}/{action:str}", name="act", include_in_schema=False)
async def act(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    action: InPath,
    data: Posted,
) -> Answer:
    """Carry one of the desk's forms out; show the section again, with the reason if refused."""
    visitor = visitor_of(request, context)
    find_section(context, competition, section)
    if action not in ACTIONS:
        raise BadInput(f"no such action: {action[:40]}", where="action")
    try:
        await ACTIONS[action](Desk(context, visitor, (competition, section), data))
    except (Refused, Impossible, Conflict, BadInput) as error:
        return section_page(About.find(context, competition, section), visitor, error=error)
    anchor = words(data, "back", "")
    suffix = f"#{anchor}" if anchor.isalnum() else ""
    return Redirect(f"/c/{competition}/{section}{suffix}", status_code=303)


@post("/new", name="new", include_in_schema=False)
async def new_competition(request: AnyRequest, context: Around, data: Posted) -> Redirect:
    """Create a competition with a first section, or add a section to one."""
    visitor = visitor_of(request, context)
    home = CompetitionId(words(data, "id"))
    book, _, event = words(data, "event").partition("/")
    create = CreateCompetition(competition=home, title=words(data, "title"), book=book, edition="")
    role = visitor.account.grants.get(EVERYWHERE) if visitor.account else None
    require(role or Role.SPECTATOR, create)
    if event not in book_named(book).event:
        raise Refused("id.malformed", NAMED, id=event)
    title = book_named(book).event[event].title
    opened = OpenSection(
        section=SectionId(event), title=title.get(visitor.language) or title["en"], under=event
    )

    def carry_out() -> None:
        office = context.house.office
        if home not in office.competitions():
            office.create(home, visitor.actor, create.title, book)
        office.carry_out(home, visitor.actor, opened)

    await asyncio.to_thread(carry_out)
    return Redirect(f"/c/{home}/{event}", status_code=303)


ROUTES = [act, new_competition]
