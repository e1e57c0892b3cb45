"""A page made for files: links lead to files beside it, and nothing in it needs a server.

Scripts and forms are left out; a link to something that is not published becomes plain words.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})
LEFT_OUT = frozenset({"script", "form", "noscript", "template", "button", "dialog"})
"""Elements that need a server or a script, with all that is in them."""
LINKED = {"a": "href", "area": "href", "img": "src", "link": "href", "image": "href"}
SCRIPTED = re.compile(r"on[a-z]+|data-(live|here|competition|version)")
Resolve = Callable[[str], str | None]
"""Gives the address of a file for a link of a page; None where there is none."""


def file_name(address: str) -> str:
    """Name the file of a page: readable, the same every time, and safe on every computer."""
    parts = urlsplit(address)
    path = parts.path.removeprefix("/c/").strip("/")
    asked = "_".join(f"{name}-{value}" for name, value in sorted(parse_qsl(parts.query)))
    stem, dot, ending = path.rpartition(".")
    if not dot or "/" in ending or ending not in ("png", "svg", "ics", "pgn", "sgf", "json"):
        stem, ending = (path if "/" in path else f"{path}/index"), "html"
    whole = f"{stem}_{asked}" if asked else stem
    safe = re.sub(r"[^A-Za-z0-9._/-]+", "-", whole).replace("..", "-")
    if safe != whole or len(safe) > 120:
        safe = f"{safe[:100]}-{sha256(whole.encode()).hexdigest()[:8]}"
    return f"{safe}.{ending}"


class PageForFiles(HTMLParser):
    """Writes a page again, with other links."""

    def __init__(self, resolve: Resolve) -> None:
        """``resolve`` says where links lead now."""
        super().__init__(convert_charrefs=False)
        self.resolve = resolve
        self.out: list[str] = []
        self._skipping = 0
        self._ways = 0
        """How deep in a menu: a way that leads nowhere is left out there, not made plain."""
        self._dropping = False
        self._plain: list[bool] = []
        """For each link that is open, whether it became plain words."""

    @classmethod
    def rewrite(cls, text: str, resolve: Resolve) -> str:
        """Give a page with its links as ``resolve`` says."""
        parser = cls(resolve)
        parser.feed(text)
        parser.close()
        return "".join(parser.out)

    def handle_decl(self, decl: str) -> None:
        """Keep what the page says it is."""
        self.out.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element, if it stays."""
        if self._skipping or tag in LEFT_OUT:
            self._skipping += tag in LEFT_OUT and tag not in VOID
            return
        if self._dropping:
            return
        self._ways += tag in ("nav", "header")
        given = {name: value or "" for name, value in attrs if not SCRIPTED.fullmatch(name)}
        if tag in ("meta", "link") and not _stays(tag, given):
            return
        name = LINKED.get(tag)
        plain = False
        if name is not None and name in given:
            found = self.resolve(given[name])
            if found is not None:
                given[name] = found
            elif tag != "a":
                return
            elif self._ways or "tap" in given.get("class", "").split():
                self._dropping = True
                return
            else:
                del given[name]
                plain = True
        if tag == "a":
            self._plain.append(plain)
        self.out.append(_written("span" if plain else tag, given))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element that is closed at once."""
        before = len(self.out)
        self.handle_starttag(tag, attrs)
        if tag not in VOID and len(self.out) > before:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag in LEFT_OUT:
            self._skipping = max(0, self._skipping - 1)
            return
        if self._skipping or tag in VOID:
            return
        if self._dropping:
            self._dropping = tag != "a"
            return
        self._ways -= tag in ("nav", "header")
        if tag == "a" and self._plain and self._plain.pop():
            tag = "span"
        self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Write words."""
        if not self._skipping and not self._dropping:
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        """Write a sign as it was written."""
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Write a sign as it was written."""
        self.handle_data(f"&#{name};")


def _stays(tag: str, given: dict[str, str]) -> bool:
    """Say whether something of the head still makes sense without a server."""
    if tag == "link":
        return given.get("rel") in ("stylesheet", "icon")
    told = given.get("property", "") + given.get("name", "")
    return told not in ("og:url", "og:image", "away", "kept") and not told.startswith("og:image")


def _written(tag: str, given: dict[str, str]) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in given.items())
    return f"<{tag}{attributes}>"
