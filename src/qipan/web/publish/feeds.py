"""Feeds: what is new in a competition, as Atom and as RSS; only what its pages show.

An entry is a round that was published, standings that were approved, or a notice. Its id never
changes, so a reader of feeds tells everything once.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from typing import Any

import msgspec
from litestar import Request, Response, get

from qipan.i18n import say
from qipan.i18n.titles import section_title
from qipan.journal.state import Competition
from qipan.kernel.ids import CompetitionId
from qipan.office.office import stream_of
from qipan.views.public_events import PublicEvent, public_events
from qipan.web.shared.addresses import site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.visitor import language_of

AnyRequest = Request[Any, Any, Any]
MOST, MOST_SITE = 40, 60
MOST_COMPETITIONS = 40
HEADERS = {"access-control-allow-origin": "*", "cache-control": "public, max-age=60"}
KINDS = {
    "competition-created/1": "created",
    "section-opened/1": "opened",
    "round-published/1": "round",
    "standings-approved/1": "approved",
    "notice-posted/1": "notice",
}
"""Which public events are news, and the word for each."""


class FeedEntry(msgspec.Struct, frozen=True):
    """Something new."""

    id: str
    title: str
    link: str
    at: datetime
    text: str = ""


def entries_of(context: Context, state: Competition, site: str, language: str) -> list[FeedEntry]:
    """List what is new in a competition, newest first."""
    stored = context.house.office.around.log.read(stream_of(state.id))
    found = []
    for each in public_events(state, (one for one in stored if one.name in KINDS)):
        entry = _entry(state, each, site, language)
        if entry is not None:
            found.append(entry)
    return found[::-1][:MOST]


def _entry(state: Competition, event: PublicEvent, site: str, language: str) -> FeedEntry | None:
    section = state.sections.get(event.facts.get("section", ""))
    kind = KINDS[event.event]
    if section is None and kind not in ("created", "notice"):
        return None
    number = event.facts.get("round")
    if kind == "round":
        rounds = section.rounds if section is not None else ()
        if number is None or number > len(rounds) or not rounds[number - 1].published:
            return None  # taken back since
    where = (
        f"{state.title} · {section_title(language, state, section)}"
        if section is not None
        else state.title
    )
    path = f"/c/{state.id}/{section.id}" if section is not None else f"/c/{state.id}"
    if kind == "round":
        path += f"?round={number}"
    elif kind == "notice":
        path = f"/c/{state.id}/notices"
    said = say(language, f"ui.feed.{kind}", {"n": number or 0})
    return FeedEntry(
        id=f"tag:qipan,2026:{state.id}/{event.id}",
        title=f"{where}: {said}",
        link=site + path,
        at=datetime.fromisoformat(event.at).astimezone(UTC),
        text=str(event.facts.get("text", "")),
    )


@get(
    ["/c/{competition:str}/feed.atom", "/c/{competition:str}/feed.rss"],
    include_in_schema=False,
)
async def competition_feed(
    request: AnyRequest, context: Around, competition: InPath
) -> Response[str]:
    """Give what is new in a competition."""
    state = context.house.office.state(CompetitionId(competition))
    site, language = site_address(request), language_of(request)
    entries = entries_of(context, state, site, language)
    return _answer(request, state.title, f"{site}/c/{state.id}", entries)


@get(["/feed.atom", "/feed.rss"], include_in_schema=False)
async def site_feed(request: AnyRequest, context: Around) -> Response[str]:
    """Give what is new in all competitions."""
    site, language = site_address(request), language_of(request)
    entries: list[FeedEntry] = []
    for state in list(context.house.office.readable())[-MOST_COMPETITIONS:]:
        entries += entries_of(context, state, site, language)
    entries.sort(key=lambda each: each.at, reverse=True)
    return _answer(request, "Qipan 棋盘", f"{site}/", entries[:MOST_SITE])


def _answer(
    request: AnyRequest, title: str, link: str, entries: Sequence[FeedEntry]
) -> Response[str]:
    own = site_address(request) + request.url.path
    if request.url.path.endswith(".rss"):
        text, media = rss(title, link, entries), "application/rss+xml; charset=utf-8"
    else:
        text, media = atom(title, link, own, entries), "application/atom+xml; charset=utf-8"
    return Response(text, media_type=media, headers=HEADERS)


def atom(title: str, link: str, own: str, entries: Sequence[FeedEntry]) -> str:
    """Write a feed as Atom (RFC 4287)."""
    newest = max((each.at for each in entries), default=datetime(2026, 1, 1, tzinfo=UTC))
    parts = [
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{_xml(link)}</id><title>{_xml(title)}</title>",
        f"<updated>{newest.isoformat()}</updated><author><name>Qipan</name></author>",
        f'<link rel="alternate" type="text/html" href="{_xml(link)}"/>',
        f'<link rel="self" type="application/atom+xml" href="{_xml(own)}"/>',
    ]
    for each in entries:
        summary = f"<summary>{_xml(each.text)}</summary>" if each.text else ""
        parts.append(
            f"<entry><id>{_xml(each.id)}</id><title>{_xml(each.title)}</title>"
            f'<link rel="alternate" type="text/html" href="{_xml(each.link)}"/>'
            f"<updated>{each.at.isoformat()}</updated>{summary}</entry>"
        )
    return "".join(parts) + "</feed>"


def rss(title: str, link: str, entries: Sequence[FeedEntry]) -> str:
    """Write a feed as RSS 2.0."""
    parts = [
        '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>',
        f"<title>{_xml(title)}</title><link>{_xml(link)}</link>",
        f"<description>{_xml(title)}</description>",
    ]
    for each in entries:
        parts.append(
            f"<item><title>{_xml(each.title)}</title><link>{_xml(each.link)}</link>"
            f'<guid isPermaLink="false">{_xml(each.id)}</guid>'
            f"<pubDate>{format_datetime(each.at)}</pubDate>"
            f"<description>{_xml(each.text)}</description></item>"
        )
    return "".join(parts) + "</channel></rss>"


def _xml(text: str) -> str:
    return escape("".join(letter for letter in text if letter.isprintable() or letter in "\n\t"))


ROUTES = [competition_feed, site_feed]
