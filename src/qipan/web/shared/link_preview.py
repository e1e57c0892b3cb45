"""What a page tells messengers and other sites about itself: its card, its embed, its feed.

All of it follows from the address alone, so that no page can forget it.
"""

import re
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Request

from qipan.web.shared.addresses import site_address

AnyRequest = Request[Any, Any, Any]
_RECORD = re.compile(r"/c/([^/]+)/([^/]+)/record")
_SECTION = re.compile(r"/c/([^/]+)/([^/]+)(/.*)?")
_COMPETITION = re.compile(r"/c/([^/]+)(/notices)?")
_REVIEW = re.compile(r"/t/([^/]+)/review")
_TABLE = re.compile(r"/t/([^/]+)")
_PROFILE = re.compile(r"/people/([^/]+)")
NOT_SECTIONS = frozenset({"notices", "live-boards", "live", "logo", "desk", "roles", "history"})
LOCALES = {"en": "en_GB", "zh": "zh_CN", "th": "th_TH", "ms": "ms_MY"}
MOST_QUERY = 200


class LinkPreview(msgspec.Struct, frozen=True):
    """Addresses in full, as those who fetch them need them."""

    url: str
    image: str
    locale: str
    embed: str = ""
    """Where oEmbed tells how to show the page inside another."""
    feed: str = ""


def link_preview(request: AnyRequest, language: str) -> LinkPreview:
    """Say what is told of a page."""
    site, path = site_address(request), request.url.path
    query = str(request.url.query or "")[:MOST_QUERY]
    if re.search(r"(^|&)(token|code|secret)=", query):
        query = ""  # a secret is nobody else's, not even a card's
    card, embeds, feed = _parts(path, query)
    lang = f"lang={language}"
    asked = query if _RECORD.fullmatch(path) or _REVIEW.fullmatch(path) else ""
    url = f"{site}{path}{'?' + asked if asked else ''}"
    return LinkPreview(
        url=url,
        image=f"{site}{card}{'&' if '?' in card else '?'}{lang}",
        locale=LOCALES.get(language, "en_GB"),
        embed=f"{site}/oembed?url={quote(url, safe='')}&{lang}" if embeds else "",
        feed=f"{site}{feed}?{lang}" if feed else "",
    )


def _parts(path: str, query: str) -> tuple[str, bool, str]:
    """Give the address of the card, whether the page can be embedded, and its feed."""
    if found := _RECORD.fullmatch(path):
        return f"{path}/card.png?{query}", True, f"/c/{found[1]}/feed.atom"
    if found := _COMPETITION.fullmatch(path):
        return f"/c/{found[1]}/card.png", False, f"/c/{found[1]}/feed.atom"
    if (found := _SECTION.fullmatch(path)) and found[2] not in NOT_SECTIONS:
        here = f"/c/{found[1]}/{found[2]}"
        return f"{here}/card.png", not found[3], f"/c/{found[1]}/feed.atom"
    if found := _REVIEW.fullmatch(path):
        return f"{path}/card.png?{query}", False, ""
    if found := _TABLE.fullmatch(path):
        return f"{path}/card.png", True, ""
    if found := _PROFILE.fullmatch(path):
        return f"{path}/card.png", False, ""
    return "/card.png", False, "/feed.atom" if path == "/" else ""
