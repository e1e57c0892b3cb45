"""Photographs of a record: a player takes them, arbiters and those who sat there see them."""

import asyncio
from hashlib import sha256
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.decide import decide
from qipan.desk.records.commands import AttachPhoto
from qipan.desk.roles import ARBITERS
from qipan.formats.photos import MOST_BYTES, read_photo
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, Conflict, Impossible, Refused, Unknown
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.web.player.me import ME, own_page
from qipan.web.player.my_acts import place_of
from qipan.web.player.phones import OWN, asker_of, card_of, carry_out, holds, own
from qipan.web.player.shown_photos import shown_photos
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.limits import require_rate
from qipan.web.shared.section_context import About, find_section
from qipan.web.shared.visitor import PHONE, Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Uploaded = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]


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
        number, board = place_of(me)
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
        return await own_page(request, context, visitor, me, error)
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


ROUTES = [photo, show_photo]
