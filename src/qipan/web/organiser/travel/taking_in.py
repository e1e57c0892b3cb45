"""Taking an event in: a file is looked at first and taken on the second click; tokens for copies.

Between the two clicks the file lies in the memory of this server, for whoever brought it and for a
quarter of an hour.
"""

import asyncio
from collections import OrderedDict
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.accounts import EVERYWHERE
from qipan.desk.competition import require_name
from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY, Role
from qipan.host.local_tables import LocalTables
from qipan.host.travel.event_files import Looked, look_at_file, machine_name, take_file
from qipan.kernel.errors import BadInput, Conflict, Corrupt, QipanError, Refused, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.office.travel.custody import tables_to_bring_back
from qipan.store.api_tokens import ApiToken
from qipan.web.shared.context import Around, Context
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import words
from qipan.web.shared.limits import require_rate
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import MIRROR, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
MOST_FILE, MOST_JOURNAL = 40_000_000, 80_000_000
KEPT, KEPT_SECONDS = 4, 900
TOKEN_DAYS = 60
DAY = 24 * 3600
UNSEEN = {"cache-control": "private, no-store"}


class Shelf:
    """Files that were looked at and wait for the second click; few, and not for long."""

    def __init__(self) -> None:
        """Begin empty."""
        self._kept: OrderedDict[str, tuple[str, int, Looked]] = OrderedDict()

    def put(self, name: str, owner: str, now: int, found: Looked) -> None:
        """Keep a file for whoever brought it."""
        self._forget(now)
        self._kept[name] = (owner, now, found)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def take(self, name: str, owner: str, now: int) -> Looked:
        """Give a file and forget it. Raises Unknown, also for what somebody else brought."""
        self._forget(now)
        kept = self._kept.get(name)
        if kept is None or kept[0] != owner:
            raise Unknown("file", name[:40])
        del self._kept[name]
        return kept[2]

    def _forget(self, now: int) -> None:
        for name, (_, since, _) in list(self._kept.items()):
            if now - since > KEPT_SECONDS:
                del self._kept[name]


shelf = Shelf()


def _staff(request: AnyRequest, context: Context) -> Visitor:
    """Give the visitor, who may make competitions here. Raises Refused."""
    visitor = visitor_of(request, context)
    role = visitor.account.grants.get(EVERYWHERE) if visitor.account else None
    if role not in CHIEF_AND_ORGANISER:
        raise Refused("access.denied", MAY, role=role or Role.SPECTATOR, command="travel")
    return visitor


def _page(
    visitor: Visitor, *, error: QipanError | None = None, sealed: bool = False, **values: Any
) -> Template:
    failure = Failure(error, visitor.language) if error else None
    shown = {"arrival": None, "kept": "", "token": "", "asked": "", "days": TOKEN_DAYS, **values}
    found = page(
        "organiser/travel/taking_in.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        sealed=sealed,
        **shown,
    )
    found.headers.update(UNSEEN)
    return found


@get("/travel", name="taking-in", include_in_schema=False)
async def look(request: AnyRequest, context: Around) -> Template:
    """Show where a file is brought, and how a copy is kept here."""
    return _page(_staff(request, context))


@post("/travel/file", request_max_body_size=MOST_FILE + 100_000, include_in_schema=False)
async def bring(request: AnyRequest, context: Around, data: Uploaded) -> Template:
    """Look at a file: what is in it, and what taking it would do."""
    visitor = _staff(request, context)
    require_rate("review", visitor.actor)
    file, password = data.get("file"), str(data.get("password", ""))[:200]
    try:
        if not isinstance(file, UploadFile) or not file.filename:
            raise BadInput("no file", where="file", code="form.missing")
        content = await file.read(MOST_FILE + 1)
        if len(content) > MOST_FILE:
            raise BadInput("too large", where="file", code="travel.large")
        looked = await asyncio.to_thread(
            look_at_file, context.house, content, password, MOST_JOURNAL
        )
    except (BadInput, Refused, Corrupt) as error:
        sealed = getattr(error, "code", "") in ("travel.sealed", "travel.password")
        return _page(visitor, error=error, sealed=sealed)
    name = context.token()
    shelf.put(name, visitor.actor, context.seconds(), looked)
    return _page(visitor, arrival=looked.preview, kept=name)


@post("/travel/take", include_in_schema=False)
async def take(request: AnyRequest, context: Around, data: Posted) -> Redirect | Template:
    """Take what was looked at, whole or not at all."""
    visitor = _staff(request, context)
    try:
        looked = shelf.take(words(data, "kept"), visitor.actor, context.seconds())
    except Unknown:
        return _page(visitor, error=BadInput("gone", where="file", code="travel.again"))
    base = context.settings.web.base
    name = base.partition("://")[2] if base else machine_name()
    try:
        await asyncio.to_thread(take_file, context.house, looked, visitor.actor, name)
    except (Refused, Conflict) as error:
        return _page(visitor, error=error)
    home = looked.rehearsed.state.id
    if isinstance(context.tables, LocalTables) and looked.preview.on_its_way:
        found = await asyncio.to_thread(tables_to_bring_back, context.house.log, home)
        context.tables.play_on(found)
    return Redirect(f"/c/{home}/travel", status_code=303)


@post("/travel/token", include_in_schema=False, sync_to_thread=True)
def make_token(request: AnyRequest, context: Around, data: Posted) -> Template:
    """Make a token with which a copy of one event is kept here, and show it: this once."""
    visitor = _staff(request, context)
    require_rate("account", visitor.actor)
    assert visitor.account is not None
    try:
        asked = words(data, "competition")
        require_name(asked)
    except (BadInput, Refused) as error:
        return _page(visitor, error=error)
    token, now = f"qp_{context.token()}", context.seconds()
    made = ApiToken(
        "",
        visitor.account.name,
        CompetitionId(asked),
        MIRROR,
        "mirror",
        now,
        now + TOKEN_DAYS * DAY,
    )
    context.house.side_tables.tokens.make(token, made)
    return _page(visitor, token=token, asked=asked)


ROUTES = [look, bring, take, make_token]
