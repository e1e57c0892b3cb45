"""Being told where one plays: asking for it, by push, letter or a chat's robot, and ending it.

Whoever may read the pages may ask: what is told is public. A way is tried before it is kept, an
address of mail is proved by its owner first, and ending a wish forgets its address.
"""

import asyncio
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template

from qipan.i18n import compose
from qipan.kernel.errors import BadInput, QipanError, Refused, Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import rule
from qipan.outbound.mail import Letter, read_address
from qipan.outbound.reach.delivery import (
    MAIL,
    OK,
    PUSH,
    MailAddress,
    Ways,
    push_target,
    send,
    stop_signature,
)
from qipan.outbound.reach.robots import KINDS, read_robot
from qipan.store.tokens import digest
from qipan.store.visitors.one_time import OneTime
from qipan.store.visitors.reaches import ON, UNPROVED, Reach
from qipan.web.player.phones import own
from qipan.web.player.table_announcements import Announcements, is_own
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import Form, words
from qipan.web.shared.guests import guest_holder, new_guest
from qipan.web.shared.letters import address_in_letters, can_write, send_later
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.reader_names import read
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import PHONE, Visitor, visitor_of

if TYPE_CHECKING:
    from qipan.outbound.reach.web_push import PushKey

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
Asked = Annotated[str, QueryParameter(name="who", max_length=120)]
HERE = "/c/{competition:str}/{section:str}/reach"
CONSENT = rule("reach.consent", "Nobody is told anything who did not ask for it.")
TRIED = rule("reach.tried", "A way is kept once it has taken a message.")
PURPOSE, DAY = "reach", 24 * 3600
MOST_OWN = 20
"""Wishes of one visitor."""


def ways_of(context: Context) -> Ways:
    """Give what this server sends with."""
    settings = context.settings
    return Ways(
        partial(push_key, context),
        settings.mail,
        settings.web.base,
        settings.webhooks.allow,
        context.seconds,
    )


def push_key(context: Context) -> "PushKey":
    """Give the key by which push services know this server; the same on all its processes.

    What makes it is large, and loaded by no server that nobody asks for it.
    """
    from qipan.outbound.reach.web_push import PushKey

    return PushKey(context.tables.key)


def owners_of(request: AnyRequest, visitor: Visitor) -> list[str]:
    """Name whose wishes a visitor's are: of the account, the phone, the browser."""
    found = [f"account:{visitor.account.name}"] if visitor.account else []
    held = request.cookies.get(PHONE, "")
    if visitor.phone and held:
        found.append(f"phone:{digest(held)}")
    holder = guest_holder(request)
    return [*found, f"guest:{holder}"] if holder else found


def _name(about: About, visitor: Visitor, who: str) -> str:
    found = about.names_of([EntrantId(who)]).get(EntrantId(who))
    return read(found, visitor.language) if found is not None else ""


def panel(
    request: AnyRequest, context: Context, visitor: Visitor, about: About, who: str
) -> dict[str, Any]:
    """Gather what the panel of a page shows: what one asked for here, and what one may ask for."""
    mine = context.house.side_tables.reaches.of_owner(owners_of(request, visitor))
    place = (about.state.id, about.section.id, who)
    return {
        "who": who,
        "name": _name(about, visitor, who),
        "path": f"{about.here}/reach",
        "rows": [each for each in mine if (each.competition, each.section, each.entrant) == place],
        "mail": can_write(context),
        "key": push_key(context).public,
        "robots": KINDS,
    }


@get(HERE, name="reach", include_in_schema=False)
async def reach_page(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: Asked = ""
) -> Template:
    """Show how one can be told of a player's tables, or of all of a section."""
    return await asyncio.to_thread(_page, request, context, competition, section, who)


def _page(
    request: AnyRequest,
    context: Context,
    competition: str,
    section: str,
    who: str,
    error: QipanError | None = None,
) -> Template:
    about = About.find(context, competition, section)
    if who and who not in about.section.entrants:
        raise Unknown("entrant", who[:40])
    visitor = visitor_of(request, context)
    failure = Failure(error, visitor.language) if error else None
    answer = page(
        "player/reach.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=about.state,
        section=about.section,
        reach=panel(request, context, visitor, about, who),
    )
    answer.headers["cache-control"] = "private, no-store"
    return answer


@post(HERE, include_in_schema=False)
async def ask(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, data: Posted
) -> Template | Redirect:
    """Ask to be told; the way is tried at once, and kept if it takes the message."""
    visitor, who = visitor_of(request, context), words(data, "who", "")[:120]
    about = await asyncio.to_thread(About.find, context, competition, section)
    if who and who not in about.section.entrants:
        raise Unknown("entrant", who[:40])
    owners, cookie = owners_of(request, visitor), None
    if not owners:
        owner, cookie = new_guest(context, request.url.scheme == "https")
        owners = [owner]
    mine = bool(who) and _is_mine(context, visitor, (competition, section, who))
    try:
        require_rate("reach", address_of(request))
        if len(context.house.side_tables.reaches.of_owner(owners)) >= MOST_OWN:
            raise Refused("reach.many", CONSENT, most=MOST_OWN)
        wish = _wish(context, visitor, (competition, section, who), data, mine=mine)
        wish = msgspec.structs.replace(wish, owner=owners[0])
        await asyncio.to_thread(_take, context, visitor, wish)
    except (BadInput, Refused) as error:
        return await asyncio.to_thread(_page, request, context, competition, section, who, error)
    return _back(about.here, who, mine=mine, cookie=cookie)


def _is_mine(context: Context, visitor: Visitor, place: tuple[str, str, str]) -> bool:
    try:
        own(context, visitor, *place)
    except Refused:
        return False
    return True


def _back(here: str, who: str, *, mine: bool, cookie: Cookie | None = None) -> Redirect:
    path = f"{here}/me/{who}#reach" if mine else f"{here}/reach?who={who}"
    answer = Redirect(path, status_code=303)
    if cookie is not None:
        answer.set_cookie(cookie)
    return answer


def _wish(
    context: Context, visitor: Visitor, place: tuple[str, str, str], data: Form, *, mine: bool
) -> Reach:
    """Read what somebody asks for. Raises BadInput or Refused."""
    way = words(data, "way", "")
    allow = context.settings.webhooks.allow
    content: Any
    state = ON
    if way == PUSH:
        from qipan.outbound.reach.web_push import read_push_address

        given = [str(data.get(name, ""))[:1200] for name in ("endpoint", "p256dh", "auth")]
        content = read_push_address(*given)
        push_target(content.endpoint, allow)
    elif way == MAIL:
        if not can_write(context):
            raise BadInput("no letters from here", where="email", code="form.email")
        content = MailAddress(read_address(words(data, "email", "")))
        state = ON if _proved(context, visitor, content.email) else UNPROVED
    else:
        given = [str(data.get(name, ""))[:600] for name in ("url", "secret", "to")]
        content = read_robot(way, *given)
    competition, section, who = place
    return Reach(
        id=f"{'own' if mine else 'of'}-{context.token()[:24]}",
        competition=competition,
        section=section,
        entrant=who,
        owner="",
        way=way,
        language=visitor.language,
        content=msgspec.json.encode(content).decode(),
        state=state,
        made=context.seconds(),
    )


def _proved(context: Context, visitor: Visitor, email: str) -> bool:
    """Say whether an address is the one that this account has proved."""
    if visitor.account is None:
        return False
    found = context.house.side_tables.contacts.find(visitor.account.name)
    return found.verified > 0 and found.email == email


def _take(context: Context, visitor: Visitor, wish: Reach) -> None:
    """Try a way and keep it; of mail that nobody proved yet only the proof is sent.

    Raises Refused if the way did not take the message.
    """
    side = context.house.side_tables
    for each in side.reaches.of_owner([wish.owner]):
        same = (each.competition, each.section, each.entrant, each.way)
        if same == (wish.competition, wish.section, wish.entrant, wish.way) and (
            each.content == wish.content or wish.way == MAIL
        ):
            side.reaches.remove(each.id)  # asked again: this one counts
    if wish.state == UNPROVED:
        address = msgspec.json.decode(wish.content, type=MailAddress).email
        require_rate("reach-mail", sha256(address.casefold().encode()).hexdigest())
        side.reaches.add(wish)
        token = context.token()
        side.one_time.make(token, OneTime(PURPOSE, "", wish.id), context.seconds() + DAY)
        link = address_in_letters(context, f"/reach/prove/{token}")
        title = About.find(context, wish.competition, wish.section).state.title
        text = compose(visitor.language, "mail.reach", competition=title, link=link)
        send_later(context, Letter(address, visitor.say("mail.reach.subject"), text))
        return
    calls = Announcements(context, wish.competition, wish.section)
    status, outcome = send(ways_of(context), wish.way, wish.content, calls.welcome(wish))
    if outcome != OK:
        raise Refused("reach.not-taken", TRIED, outcome=outcome, status=status or "–")
    side.reaches.add(
        msgspec.structs.replace(
            wish,
            said=calls.keys.get(wish.entrant, ""),
            at=context.seconds(),
            status=status,
            outcome=outcome,
        )
    )


@post("/reach/{name:str}/stop", include_in_schema=False, sync_to_thread=True)
def stop(request: AnyRequest, context: Around, name: InPath) -> Redirect:
    """End one of one's own wishes. Raises Refused for anybody else's."""
    visitor, reaches = visitor_of(request, context), context.house.side_tables.reaches
    found = reaches.find(name[:40])
    if found is None or found.owner not in owners_of(request, visitor):
        raise Refused("access.not-yours", CONSENT)
    reaches.remove(found.id)
    here = f"/c/{found.competition}/{found.section}"
    return _back(here, found.entrant, mine=is_own(found))


@get("/reach/prove/{token:str}", name="reach-prove", include_in_schema=False)
async def show_proof(request: AnyRequest, context: Around, token: InPath) -> Template:
    """Show what an address is to be used for, with a button: looking uses nothing up."""
    require_rate("card", address_of(request))
    found = context.house.side_tables.one_time.look(token[:200], PURPOSE, context.seconds())
    wish = context.house.side_tables.reaches.find(found.content) if found else None
    return _link_page(context, visitor_of(request, context), wish, f"/reach/prove/{token[:200]}")


@post("/reach/prove/{token:str}", include_in_schema=False)
async def prove(request: AnyRequest, context: Around, token: InPath) -> Template:
    """Take an address as its owner's, and begin to write to it."""
    side, visitor = context.house.side_tables, visitor_of(request, context)
    found = side.one_time.use(token[:200], PURPOSE, context.seconds())
    wish = side.reaches.prove(found.content) if found else None
    return _link_page(context, visitor, wish, "", done="reach.proved")


@get(
    "/reach/stop/{name:str}/{signature:str}",
    name="reach-stop",
    include_in_schema=False,
)
async def show_stop(
    request: AnyRequest, context: Around, name: InPath, signature: InPath
) -> Template:
    """Show the button that ends the letters of a wish."""
    require_rate("card", address_of(request))
    wish = _signed(context, name, signature)
    path = f"/reach/stop/{name[:40]}/{signature[:64]}"
    return _link_page(context, visitor_of(request, context), wish, path, ends=True)


@post("/reach/stop/{name:str}/{signature:str}", include_in_schema=False)
async def stop_by_link(
    request: AnyRequest, context: Around, name: InPath, signature: InPath
) -> Template:
    """End the letters of a wish, for whoever got one."""
    wish = _signed(context, name, signature)
    if wish is not None:
        context.house.side_tables.reaches.remove(wish.id)
    return _link_page(context, visitor_of(request, context), wish, "", done="reach.stopped")


def _signed(context: Context, name: str, signature: str) -> Reach | None:
    right = stop_signature(context.tables.key, name[:40])
    if not compare_digest(right.encode(), signature[:64].encode("utf-8", "replace")):
        return None
    return context.house.side_tables.reaches.find(name[:40])


def _link_page(
    context: Context,
    visitor: Visitor,
    wish: Reach | None,
    path: str,
    *,
    done: str = "",
    ends: bool = False,
) -> Template:
    failure, about, name = None, None, ""
    if wish is None:
        failure = Failure(Refused("reach.link", CONSENT), visitor.language)
    else:
        about = About.find(context, wish.competition, wish.section)
        name = _name(about, visitor, wish.entrant)
    answer = page(
        "player/reach_link.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        about=about,
        player=name,
        path=path,
        done=done,
        ends=ends,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


ROUTES = [reach_page, ask, stop, show_proof, prove, show_stop, stop_by_link]
