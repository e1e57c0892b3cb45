"""oEmbed: how another site shows a page of ours when somebody pastes its address."""

import re
from html import escape
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import QueryParameter

from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.web.publish.cards import is_open_to_all
from qipan.web.shared.addresses import site_address
from qipan.web.shared.context import Around, Context
from qipan.web.shared.pictures.card import HEIGHT, WIDTH
from qipan.web.shared.section_context import find_public_section
from qipan.web.shared.visitor import language_of

AnyRequest = Request[Any, Any, Any]
Side = Annotated[int | None, QueryParameter(ge=1, le=10_000)]
_SECTION = re.compile(r"/c/([^/]+)/([^/]+)(?:/(names|boards|games|contest))?/?")
_RECORD = re.compile(r"/c/([^/]+)/([^/]+)/record")
_TABLE = re.compile(r"/t/([^/]+)")
_PARTS = {None: "standings", "games": "standings", "names": "pairings"}
WIDE, TALL = 720, 520


class OEmbed(msgspec.Struct, frozen=True):
    """An answer as the specification has it (version 1.0)."""

    type: str
    title: str
    width: int
    height: int
    thumbnail_url: str
    html: str = ""
    url: str = ""
    version: str = "1.0"
    provider_name: str = "Qipan"
    provider_url: str = ""
    thumbnail_width: int = WIDTH
    thumbnail_height: int = HEIGHT
    cache_age: int = 300


@get("/oembed", include_in_schema=False)
async def oembed(
    request: AnyRequest,
    context: Around,
    url: Annotated[str, QueryParameter(max_length=500)],
    asked: Annotated[str, QueryParameter(name="format", max_length=10)] = "json",
    maxwidth: Side = None,
    maxheight: Side = None,
) -> Response[Any]:
    """Say how a page is shown inside another. Raises Unknown for a page that cannot be."""
    site, given = site_address(request), urlsplit(url)
    ours = urlsplit(site)
    if given.scheme not in ("http", "https") or given.netloc != ours.netloc:
        raise BadInput("an address of this site", where="url")
    size = (min(WIDE, maxwidth or WIDE), min(TALL, maxheight or TALL))
    lang = f"lang={language_of(request)}"
    found = await _described(context, site, given.path, given.query, size, lang)
    headers = {"access-control-allow-origin": "*", "cache-control": "public, max-age=300"}
    if asked == "xml":
        return Response(_xml(found), media_type="text/xml; charset=utf-8", headers=headers)
    if asked != "json":
        raise BadInput("json or xml", where="format")
    return Response(msgspec.json.encode(_told(found)), media_type=MediaType.JSON, headers=headers)


async def _described(
    context: Context, site: str, path: str, query: str, size: tuple[int, int], lang: str
) -> OEmbed:
    if found := _RECORD.fullmatch(path):
        state, section = find_public_section(context, found[1], found[2])
        picture = f"{site}{path}/card.png?{query[:200]}&{lang}"
        width = min(size[0], WIDTH)
        return OEmbed(
            type="photo",
            title=f"{state.title} · {section.title}",
            width=width,
            height=round(width * HEIGHT / WIDTH),
            url=picture,
            thumbnail_url=picture,
            provider_url=site,
        )
    if (found := _SECTION.fullmatch(path)) and _has(context, found[1], found[2]):
        state, section = find_public_section(context, found[1], found[2])
        part = _PARTS.get(found[3], "wall")
        here = f"/c/{state.id}/{section.id}"
        title = f"{state.title} · {section.title}"
        return _rich(site, f"/embed{here}/{part}?{lang}", title, size, f"{here}/card.png?{lang}")
    if found := _TABLE.fullmatch(path):
        table = await context.tables.look_in_public(found[1][:80])
        if is_open_to_all(table):
            here = f"/t/{table.id}"
            card = f"{here}/card.png?{lang}"
            return _rich(site, f"/embed{here}?{lang}", "Qipan", size, card)
    raise Unknown("page to embed", path[:80])


def _has(context: Context, competition: str, section: str) -> bool:
    return section in context.house.office.state(CompetitionId(competition)).sections


def _rich(site: str, frame: str, title: str, size: tuple[int, int], card: str) -> OEmbed:
    width, height = size
    html = (
        f'<iframe src="{escape(site + frame)}" width="{width}" height="{height}" '
        f'title="{escape(title)}" loading="lazy" style="border:0"></iframe>'
    )
    return OEmbed(
        type="rich",
        title=title,
        width=width,
        height=height,
        html=html,
        thumbnail_url=site + card,
        provider_url=site,
    )


def _told(found: OEmbed) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(found).items() if value != ""}


def _xml(found: OEmbed) -> str:
    fields = "".join(
        f"<{name}>{escape(str(value))}</{name}>" for name, value in _told(found).items()
    )
    return f'<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>{fields}</oembed>'


ROUTES = [oembed]
