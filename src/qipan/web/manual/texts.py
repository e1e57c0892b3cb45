"""The texts of the manual: found, rendered safely, searched.

Markdown is rendered without HTML of its own: what looks like a tag is shown as text.
"""

import re
import sys
import sysconfig
from functools import cache
from pathlib import Path

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from qipan.i18n import FALLBACK

GUIDES = Path(__file__).parent / "guides"
ORDER = ("organiser", "arbiter", "player", "administrator", "developer", "compare")
"""Guides in the order people meet them."""
AROUND = 70
"""Characters of an excerpt on either side of what was found."""
MOST = 30
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
_MARKS = re.compile(r"[`*#|]+|\]\([^)]*\)|\[|^[-:| ]+$|!\[[^\]]*\]\([^)]*\)", re.MULTILINE)
_NAME = re.compile(r"[a-z][a-z-]*")


class Guide(msgspec.Struct, frozen=True):
    """One page of the manual."""

    name: str
    title: str
    language: str
    text: str
    """Markdown."""
    address: str


class Found(msgspec.Struct, frozen=True):
    """A page that has what was asked for, and where it says so."""

    guide: Guide
    before: str
    words: str
    after: str


def reference_folder() -> Path | None:
    """Give the folder of the reference: the project's, or where a package was installed."""
    project = Path(__file__).parents[4] / "docs"
    installed = Path(sysconfig.get_path("data") or sys.prefix) / "share" / "doc" / "qipan"
    return next((each for each in (project, installed) if (each / "tour.md").is_file()), None)


@cache
def guides(language: str) -> dict[str, Guide]:
    """Give the guides in a language; in English where it has none."""
    folder = GUIDES / language
    spoken = language if folder.is_dir() else FALLBACK
    return {name: _read(GUIDES / spoken / f"{name}.md", f"/help/{name}", spoken) for name in ORDER}


@cache
def reference() -> dict[str, Guide]:
    """Give the pages of the reference, all in English, by title."""
    folder = reference_folder()
    paths = sorted(folder.glob("*.md")) if folder is not None else []
    found = [_read(path, f"/help/reference/{path.stem}", FALLBACK) for path in paths]
    return {each.name: each for each in sorted(found, key=lambda each: each.title.casefold())}


def _read(path: Path, address: str, language: str) -> Guide:
    text = _COMMENT.sub("", path.read_text("utf-8"))
    title = _TITLE.search(text)
    return Guide(path.stem, _plain(title[1]) if title else path.stem, language, text, address)


@cache
def rendered(guide: Guide) -> Markup:
    """Render a page. HTML in it is text; a link to a file of the project leads to its page."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(guide.text)
    for token in tokens:
        for each in token.children or ():
            _lead(each)
    return Markup(reader.renderer.render(tokens, reader.options, {}))


def _lead(token: Token) -> None:
    """Let a link lead to a page of the manual, and leave out pictures that do not travel."""
    if token.type == "image":
        token.type, token.tag = "text", ""
        return
    target = str(token.attrs.get("href", ""))
    if token.type != "link_open" or target.startswith(("/", "#", "https://", "http://")):
        return
    page = Path(target.partition("#")[0])
    if page.suffix == ".md" and page.stem in reference():
        token.attrs["href"] = f"/help/reference/{page.stem}"
    else:
        token.attrs["href"] = "/help"


def search(language: str, asked: str) -> list[Found]:
    """Find pages that have every word that was asked for; titles first."""
    words = asked.casefold().split()
    pages = [*guides(language).values(), *reference().values()]
    found = [hit for each in pages if words and (hit := _hit(each, words)) is not None]
    found.sort(key=lambda hit: not all(word in hit.guide.title.casefold() for word in words))
    return found[:MOST]


def _hit(guide: Guide, words: list[str]) -> Found | None:
    text = _plain(guide.text)
    folded = text.casefold()
    if len(folded) != len(text) or any(word not in folded for word in words):
        return None
    at = folded.index(words[0])
    end = at + len(words[0])
    before = text[max(0, at - AROUND) : at]
    return Found(guide, before, text[at:end], text[end : end + AROUND])


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub(" ", text).split())


def page_of(language: str, name: str) -> Guide | None:
    """Give a guide by its name in the address."""
    return guides(language).get(name) if _NAME.fullmatch(name) else None
