"""What robots and telephones ask a site for: rules, a map of its pages, an app's description."""

from functools import cache
from typing import Any
from xml.sax.saxutils import escape

import msgspec
from litestar import MediaType, Request, Response, get

from qipan.formats.typesetter import sets_pages
from qipan.web.shared.context import Around
from qipan.web.shared.pictures.raster import png
from qipan.web.shared.rendering import STATIC

AnyRequest = Request[Any, Any, Any]
PAGES = ("/", "/play", "/watch", "/lobby")
HIDDEN = ("/t/", "/card/", "/sign-in/", "/invitation/", "/recover", "/account", "/me", "/api/")
MOST = 40_000
"""Addresses in one map, by its own rules fifty thousand at most."""


def _base(request: AnyRequest, context: Around) -> str:
    return (context.settings.web.base or str(request.base_url)).rstrip("/")


@get("/robots.txt", include_in_schema=False, sync_to_thread=False)
def robots(request: AnyRequest, context: Around) -> Response[str]:
    """Say what robots leave alone: seats, cards, accounts."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in HIDDEN)]
    lines.append(f"Sitemap: {_base(request, context)}/sitemap.xml")
    return Response("\n".join(lines) + "\n", media_type=MediaType.TEXT)


@get("/sitemap.xml", include_in_schema=False, sync_to_thread=True)
def sitemap(request: AnyRequest, context: Around) -> Response[str]:
    """List the public pages."""
    paths = list(PAGES)
    for state in context.house.office.readable():
        paths.append(f"/c/{state.id}")
        paths += [f"/c/{state.id}/{section}" for section in state.sections]
    base = _base(request, context)
    places = "".join(f"<url><loc>{escape(base + path)}</loc></url>" for path in paths[:MOST])
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    text = f'{head}<urlset xmlns="{space}">{places}</urlset>'
    return Response(text, media_type="application/xml")


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest() -> Response[bytes]:
    """Describe the site as an app that can be put on a telephone."""
    described = {
        "name": "Qipan 棋盘",
        "short_name": "Qipan",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf9f4",
        "theme_color": "#1f5e6b",
        "icons": [
            {"src": "/static/mark.svg", "sizes": "any", "type": "image/svg+xml"},
            *([PAINTED_ICON] if sets_pages() else []),
        ],
    }
    return Response(msgspec.json.encode(described), media_type="application/manifest+json")


PAINTED_ICON = {"src": "/icon.png", "sizes": "512x512", "type": "image/png", "purpose": "any"}


@get("/icon.png", include_in_schema=False, sync_to_thread=True)
def icon() -> Response[bytes]:
    """Give the mark as a picture of points, which telephones put on their first page."""
    headers = {"cache-control": "public, max-age=86400"}
    return Response(_icon(), media_type="image/png", headers=headers)


@cache
def _icon() -> bytes:
    mark = (STATIC[0] / "mark.svg").read_text("utf-8")
    return png(mark.replace("<svg ", '<svg width="512" height="512" ', 1))


ROUTES = [robots, sitemap, manifest, icon]
