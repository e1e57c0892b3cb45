"""Which module answers which address: known before any of them is imported.

``pages.json`` lists the addresses of every module of the readers' folders. It is made from the
modules (``scripts/pages.py``) and a test holds it true. A module that it does not know is imported
at once, so a new file is a new page without more.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any

import msgspec
from litestar.router import Router

TABLE = "pages.json"
READERS = (
    "account",
    "api",
    "demo",
    "desk",
    "live",
    "manual",
    "organiser",
    "player",
    "public",
    "publish",
)
"""Folders of pages, one for each kind of reader; their modules offer ``ROUTES`` or ``ROUTER``."""


class _Place:
    """One part of an address: where its next parts lead, and who answers if it ends here."""

    __slots__ = ("any", "ends", "rest", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Place] = {}
        self.any: _Place | None = None
        self.ends: set[str] = set()
        self.rest: set[str] = set()


class PageTable:
    """Finds the modules that may answer an address; more than one where a name fits a word too."""

    def __init__(self, told: Mapping[str, list[str]]) -> None:
        """Know the addresses of each module."""
        self.modules = frozenset(told)
        self._root = _Place()
        for module, addresses in told.items():
            for address in addresses:
                self._add(module, address)

    def _add(self, module: str, address: str) -> None:
        place = self._root
        for part in _parts(address):
            if part.endswith(":path}"):
                place.rest.add(module)
                return
            if part.startswith("{"):
                place.any = place.any or _Place()
                place = place.any
            else:
                place = place.words.setdefault(part, _Place())
        place.ends.add(module)

    def at(self, path: str) -> set[str]:
        """Name the modules that an address may lead to."""
        found: set[str] = set()
        places = [self._root]
        for part in _parts(path):
            for place in places:
                found |= place.rest
            places = [
                each for place in places for each in (place.words.get(part), place.any) if each
            ]
        for place in places:
            found |= place.ends | place.rest
        return found

    def begins(self, path: str) -> bool:
        """Say whether any address begins as this one does."""
        return bool(self._root.words.keys() & set(_parts(path)[:1]))


def _parts(address: str) -> list[str]:
    return [part for part in address.split("/") if part]


def page_modules() -> list[str]:
    """Find the modules of the folders, as their names are written after ``qipan.web``."""
    folders = {reader: import_module(f"qipan.web.{reader}") for reader in READERS}
    return [
        f"{name}.{each.name}" for name, at in folders.items() for each in iter_modules(at.__path__)
    ]


def routes_in(module: str) -> Iterator[Any]:
    """Import a module; give what it answers with."""
    found = import_module(f"qipan.web.{module}")
    yield from getattr(found, "ROUTES", ())
    if hasattr(found, "ROUTER"):
        yield found.ROUTER


@cache
def told_pages() -> dict[str, list[str]]:
    """Read the table: the addresses of every module, none for one that only serves others."""
    text = files("qipan.web").joinpath(TABLE).read_bytes()
    return msgspec.json.decode(text, type=dict[str, list[str]])


def table() -> bytes:
    """Make the table from the modules, all of them imported: one line an address."""
    found = {module: sorted(_addresses(module)) for module in sorted(page_modules())}
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def _addresses(module: str) -> set[str]:
    return {
        route.path
        for handler in routes_in(module)
        for route in Router(path="/", route_handlers=[handler]).routes
    }
