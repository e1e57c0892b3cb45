"""Registering for a section by its public page: the form, one's own registration, the list."""

import asyncio
import time
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY, STAFF
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, Conflict, Impossible, QipanError, Refused, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.kernel.moments import day
from qipan.office.registration import (
    ASKED,
    ENTERED,
    OPEN_STATES,
    REFUSED,
    REGISTER,
    WAITING,
    WITHDRAWN,
    Filled,
    Terms,
    asked_of,
    is_open,
    newcomer_of,
    read_filled,
    require_eligible,
)
from qipan.play.port import OpenMatching
from qipan.sections.lookup import book_under, event_of
from qipan.store.visitors.registrations import Registration
from qipan.web.player.entrants import entrant_of
from qipan.web.player.phones import card_of, card_path, own_person
from qipan.web.shared.addresses import code_for, site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, number, words
from qipan.web.shared.guests import guest_holder, new_guest
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About, find_section
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
HERE = "/c/{competition:str}/{section:str}/register"
MOST_OWN = 10
"""Registrations of one visitor for one section: a family, a captain."""
LONGEST_TEXT = 2000
TRIES, AGAIN_SECONDS = 10, 0.02


def _terms(context: Context, state: Competition, section: Section) -> Terms | None:
    kept = context.house.side_tables.registrations.terms(state.id, section.id)
    return msgspec.json.decode(kept, type=Terms) if kept else None


def _mine(request: AnyRequest, context: Context, visitor: Visitor) -> list[Registration]:
    account = visitor.account.name if visitor.account else ""
    holder = guest_holder(request)
    return context.house.side_tables.registrations.of_holder(account, (holder,))


@get(HERE, name="register", include_in_schema=False)
async def register_page(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """Show the form of a section, one's own registrations, and to its staff the list."""
    return await asyncio.to_thread(_page, request, context, competition, section)


def _page(
    request: AnyRequest,
    context: Context,
    competition: str,
    section: str,
    filled: Form | None = None,
    error: QipanError | None = None,
) -> Template:
    state, found = find_section(context, competition, section)
    visitor, terms = visitor_of(request, context), _terms(context, state, found)
    about = About(context, state, found)
    failure = Failure(error, visitor.language, book_under(state, found), about) if error else None
    staff = visitor.role_in(competition) in STAFF
    path = f"/c/{state.id}/{found.id}/register"
    kept = context.house.side_tables.registrations.of_section(state.id, found.id)
    answer = page(
        "live/register.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        section=found,
        rules=event_of(state, found),
        terms=terms,
        open=is_open(found, terms, context.now().date()),
        asked=asked_of(state, found),
        filled=dict(filled or {}),
        mine=[
            _shown(context, state, found, each)
            for each in _mine(request, context, visitor)
            if (each.competition, each.section) == (state.id, found.id)
        ],
        me=entrant_of(context, visitor, state, found),
        lobby=_lobby_of(context, found),
        everybody=[_shown(context, state, found, each) for each in kept] if staff else [],
        staff=staff,
        opens=visitor.role_in(competition) in CHIEF_AND_ORGANISER,
        waiting=sum(each.state == WAITING for each in kept),
        entered=found.active_count,
        code=code_for(request, visitor, path),
        address=site_address(request) + path,
    )
    answer.headers["cache-control"] = "private, no-store"
    return answer


def _lobby_of(context: Context, section: Section) -> OpenMatching | None:
    """Give the period of open matching that leads to a section; None where there is none."""
    name = str(section.options.get("lobby", ""))
    try:
        return context.tables.lobby(name) if name else None
    except Unknown:
        return None


def _shown(
    context: Context, state: Competition, section: Section, kept: Registration
) -> dict[str, Any]:
    entered = kept.state == ENTERED and kept.entrant in section.entrants
    who = EntrantId(kept.entrant)
    gone = entered and section.entrants[who].withdrawn
    return {
        "kept": kept,
        "filled": msgspec.json.decode(kept.content, type=Filled),
        "state": WITHDRAWN if gone else kept.state,
        "card": card_path(context, card_of(state, section, who)) if entered and not gone else "",
        "open": kept.state in OPEN_STATES and not gone,
    }


@post(HERE, include_in_schema=False)
async def register(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, data: Posted
) -> Template | Redirect:
    """Register oneself, a team or a child; the answer comes at once, with the clause."""
    visitor = visitor_of(request, context)
    answer = Redirect(f"/c/{competition}/{section}/register#mine", status_code=303)
    account, holder = visitor.account.name if visitor.account else "", guest_holder(request)
    try:
        require_rate("register", address_of(request))
        if not account and not holder:
            owner, cookie = new_guest(context, request.url.scheme == "https")
            holder = owner.removeprefix("guest:")
            answer.set_cookie(cookie)
        asked = _Asking(context, visitor, competition, section, account, holder)
        await asyncio.to_thread(asked.register, data, _mine(request, context, visitor))
    except (BadInput, Refused, Impossible, Conflict) as error:
        return await asyncio.to_thread(_page, request, context, competition, section, data, error)
    return answer


class _Asking(msgspec.Struct):
    """Somebody who registers, and where."""

    context: Context
    visitor: Visitor
    competition: str
    section: str
    account: str
    holder: str

    def register(self, data: Form, before: list[Registration]) -> None:
        """Take a registration. Raises BadInput, or Refused with the rule in the way."""
        context = self.context
        state, section = find_section(context, self.competition, self.section)
        terms = _terms(context, state, section)
        if not is_open(section, terms, context.now().date()) or terms is None:
            raise Refused("entry.by-oneself", REGISTER)
        context.house.office.require_held(state)
        here = [
            each for each in before if (each.competition, each.section) == (state.id, section.id)
        ]
        if sum(each.state in OPEN_STATES for each in here) >= MOST_OWN:
            raise Refused("entry.by-oneself-many", REGISTER, most=MOST_OWN)
        said = {key: str(value)[:LONGEST_TEXT] for key, value in data.items()}
        filled = read_filled(said, asked_of(state, section), context.now().date())
        # An account registers itself first; whoever comes after is somebody else, such as a child.
        person = own_person(context, self.visitor)
        taken = any(str(person) in map(str, each.people) for each in section.entrants.values())
        known = str(person) if person and not taken and not here else ""
        newcomer = newcomer_of(filled, state, section, known)
        require_eligible(context.house.office, state, section, newcomer)
        kept = Registration(
            id=f"r{context.token()[:24]}",
            competition=state.id,
            section=section.id,
            account=self.account,
            holder=self.holder,
            state=ASKED if terms.confirm else WAITING,
            content=msgspec.json.encode(filled).decode(),
            made=int(context.now().timestamp() * 1_000_000),  # first come, first served
            changed=context.seconds(),
        )
        context.house.side_tables.registrations.add(kept)
        if not terms.confirm:
            move_up(context, state.id, section.id, known={kept.id: known})


def move_up(
    context: Context, competition: str, section: str, known: dict[str, str] | None = None
) -> None:
    """Enter whoever waits and has room, first come first; who may not any more keeps waiting."""
    side = context.house.side_tables.registrations
    for kept in side.of_section(competition, section):
        if kept.state != WAITING:
            continue
        state, found = find_section(context, competition, section)
        terms = _terms(context, state, found)
        if terms is None or found.closed or (terms.most and found.active_count >= terms.most):
            return
        own = kept.id in (known or {})
        try:
            enter_registered(context, kept, (known or {}).get(kept.id, ""), terms.most)
        except Refused:  # such as who was excluded meanwhile: those behind move up all the same
            if own:
                raise


def enter_registered(context: Context, kept: Registration, known: str = "", most: int = 0) -> None:
    """Enter somebody who registered, unless there are ``most`` already; they then wait.

    Raises Refused, and then nothing changes.
    """
    side, office = context.house.side_tables.registrations, context.house.office
    if not side.move(kept, ENTERED, context.seconds()):
        return  # somebody else was faster
    moved = msgspec.structs.replace(kept, state=ENTERED)
    home, name = CompetitionId(kept.competition), SectionId(kept.section)
    try:
        for last in range(TRIES):
            state, section = find_section(context, kept.competition, kept.section)
            if most and section.active_count >= most:  # others took the last place meanwhile
                side.move(moved, kept.state, context.seconds())
                return
            filled = msgspec.json.decode(kept.content, type=Filled)
            newcomer = newcomer_of(filled, state, section, known)
            try:
                actor = f"registration:{kept.id}"
                who = office.enter(home, name, actor, newcomer, state.version)
                break
            except Conflict:
                if last == TRIES - 1:
                    raise
                time.sleep(AGAIN_SECONDS * (last + 1))
    except QipanError:
        side.move(moved, kept.state, context.seconds())
        raise
    side.move(moved, ENTERED, context.seconds(), who)


@post(HERE + "/{name:str}/{action:str}", include_in_schema=False)
async def registration_form(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    name: InPath,
    action: InPath,
    data: Posted,
) -> Template | Redirect:
    """Withdraw one's own registration; for the staff confirm, refuse, note a payment, open."""
    visitor = visitor_of(request, context)
    try:
        await asyncio.to_thread(
            _act, request, context, visitor, (competition, section, name, action), data
        )
    except (BadInput, Conflict, Impossible) as error:
        return await asyncio.to_thread(_page, request, context, competition, section, None, error)
    except Refused as error:
        if error.code == "access.denied":
            raise
        return await asyncio.to_thread(_page, request, context, competition, section, None, error)
    return Redirect(f"/c/{competition}/{section}/register", status_code=303)


def _act(
    request: AnyRequest,
    context: Context,
    visitor: Visitor,
    place: tuple[str, str, str, str],
    data: Form,
) -> None:
    competition, section, name, action = place
    state, found = find_section(context, competition, section)
    role, side = visitor.role_in(competition), context.house.side_tables.registrations
    if action == "terms":
        if role not in CHIEF_AND_ORGANISER:
            raise Refused("access.denied", MAY, role=role)
        _set_terms(context, state, found, data)
        return
    kept = side.find(name[:40])
    if kept is None or (kept.competition, kept.section) != (state.id, found.id):
        raise Unknown("registration", name[:40])
    if action == "withdraw":
        if role not in STAFF and kept.id not in {
            each.id for each in _mine(request, context, visitor)
        }:
            raise Refused("access.denied", MAY, role=role)
        _withdraw(context, kept)
        return
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role)
    if action == "confirm" and kept.state in (ASKED, WAITING):
        enter_registered(context, kept)
    elif action == "refuse" and kept.state in (ASKED, WAITING):
        side.move(kept, REFUSED, context.seconds())
    elif action == "paid":
        filled = msgspec.json.decode(kept.content, type=Filled)
        changed = msgspec.structs.replace(filled, paid=not filled.paid)
        side.rewrite(kept, msgspec.json.encode(changed).decode(), context.seconds())
    else:
        raise BadInput(f"no such action: {action[:20]}", where="action")


def _set_terms(context: Context, state: Competition, section: Section, data: Form) -> None:
    if data.get("open") != "yes":
        content = ""
    else:
        until = words(data, "until", "")
        terms = Terms(
            confirm=data.get("confirm") == "yes",
            most=number(data, "most", 0),
            until=day(until).isoformat() if until else "",
            fee=words(data, "fee", "")[:300],
        )
        content = msgspec.json.encode(terms).decode()
    kept = context.house.side_tables.registrations
    kept.set_terms(state.id, section.id, content, context.seconds())
    if content:
        move_up(context, state.id, section.id)


def _withdraw(context: Context, kept: Registration) -> None:
    """Withdraw: the entry too, if there is one; the next who waits moves up."""
    side, now = context.house.side_tables.registrations, context.seconds()
    if kept.state == ENTERED and kept.entrant:
        command = WithdrawEntrant(
            section=SectionId(kept.section), entrant=EntrantId(kept.entrant), reason="withdrew"
        )
        actor = f"player:{kept.section}/{kept.entrant}"
        context.house.office.carry_out(CompetitionId(kept.competition), actor, command)
    side.move(kept, WITHDRAWN, now)
    move_up(context, kept.competition, kept.section)


ROUTES = [register_page, register, registration_form]
