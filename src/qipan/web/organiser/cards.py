"""Cards: taking one on a phone, and giving them out at the desk."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.access import RenewCard
from qipan.desk.decide import require
from qipan.desk.results.signatures import open_disputes
from qipan.desk.roles import MAY, STAFF
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import EntrantId
from qipan.web.account.session import agent_of
from qipan.web.player.phones import OWN, Own, card_of, card_path, opened
from qipan.web.shared.addresses import code_for, site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import LONGEST_TOKEN, PHONE, PHONE_SECONDS, phone_cookie, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
CARD = "/card/{competition:str}/{section:str}/{who:str}/{signature:str}"
MOST_HELD = 8
"""Players a phone may be; more is no family."""


def _own(context: Context, competition: str, section: str, who: str, signature: str) -> Own:
    try:
        return opened(context, (competition, section, who), signature)
    except Unknown as error:
        raise Refused("card.unknown", OWN) from error


@get(CARD, name="card", include_in_schema=False, sync_to_thread=True)
def card_page(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    who: InPath,
    signature: InPath,
) -> Template:
    """Ask whether it is them. Looking takes nothing: programs look at links before people do."""
    require_rate("card", address_of(request))
    found = _own(context, competition, section, who, signature)
    visitor = visitor_of(request, context)
    answer = page(
        "player/card.html",
        visitor,
        own=found,
        person=context.house.office.names(found.section)[found.entrant],
        action=card_path(context, card_of(found.state, found.section, found.entrant)),
    )
    answer.headers["cache-control"] = "no-store"
    answer.headers["referrer-policy"] = "no-referrer"
    return answer


@post(f"{CARD}/take", include_in_schema=False, sync_to_thread=True)
def take(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    who: InPath,
    signature: InPath,
) -> Redirect | Template:
    """Take the card: from now on this phone is theirs, and no other."""
    require_rate("card", address_of(request))
    found = _own(context, competition, section, who, signature)
    visitor = visitor_of(request, context)
    card = card_of(found.state, found.section, found.entrant)
    held = request.cookies.get(PHONE, "")
    token = held if visitor.phone and len(held) < LONGEST_TOKEN else context.token()
    phones, now = context.house.side_tables.phones, context.seconds()
    known = any(each.card == card for each in visitor.phone)
    if not known and len(visitor.phone) >= MOST_HELD:
        failure = Failure(Refused("card.many", OWN, most=MOST_HELD), visitor.language)
        return page("shared/message.html", visitor, status=failure.status, failure=failure)
    if not phones.take(token, card, now, now + PHONE_SECONDS, agent_of(request)):
        failure = Failure(Refused("card.taken", OWN), visitor.language)
        return page("shared/message.html", visitor, status=failure.status, failure=failure)
    answer = Redirect(found.path, status_code=303)
    answer.cookies.append(phone_cookie(token, request.url.scheme == "https"))
    return answer


# -- at the desk -----------------------------------------------------------------------------


def _for_staff(
    request: AnyRequest, context: Context, competition: str, section: str
) -> tuple[Competition, Section]:
    state, found = find_section(context, competition, section)
    role = visitor_of(request, context).role_in(competition)
    if role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command="cards")
    return state, found


@get(
    "/c/{competition:str}/{section:str}/cards",
    name="cards",
    include_in_schema=False,
    sync_to_thread=True,
)
def cards_page(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """List the players' cards, who took theirs, what is disputed and what was photographed."""
    state, found = _for_staff(request, context, competition, section)
    taken = {each.card: each for each in context.house.side_tables.phones.taken(state.id, found.id)}
    answer = page(
        "organiser/cards.html",
        visitor_of(request, context),
        competition=state,
        section=found,
        people=context.house.office.names(found),
        cards=[(who, taken.get(card_of(state, found, who))) for who in found.active],
        disputes=open_disputes(found),
        photos=sorted(found.photos.items(), reverse=True),
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@get(
    "/c/{competition:str}/{section:str}/cards/{who:str}",
    include_in_schema=False,
    sync_to_thread=True,
)
def show_card(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: InPath
) -> Template:
    """Show the code of one card, to be scanned from this screen."""
    state, found = _for_staff(request, context, competition, section)
    if who not in found.entrants:
        raise Unknown("entrant", who)
    visitor = visitor_of(request, context)
    path = card_path(context, card_of(state, found, EntrantId(who)))
    answer = page(
        "player/card_code.html",
        visitor,
        competition=state,
        section=found,
        who=who,
        person=context.house.office.names(found)[EntrantId(who)],
        code=code_for(request, visitor, path),
        link=f"{site_address(request)}{path}",
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post(
    "/c/{competition:str}/{section:str}/cards/renew", include_in_schema=False, sync_to_thread=True
)
def renew(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, data: Posted
) -> Redirect:
    """Give a player a new card; the old one and the phone that took it lose their hold."""
    state, found = _for_staff(request, context, competition, section)
    visitor = visitor_of(request, context)
    command = RenewCard(section=found.id, entrant=EntrantId(words(data, "entrant")))
    require(visitor.role_in(competition), command)
    context.house.office.carry_out(state.id, visitor.actor, command)
    return Redirect(f"/c/{state.id}/{found.id}/cards/{command.entrant}", status_code=303)


ROUTES = [card_page, take, cards_page, show_card, renew]
