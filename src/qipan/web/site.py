"""The application, whose pages are imported when somebody first asks for one of them.

Importing and registering all of them took half of a server's start. Which module an address leads
to is known before (``page_table``); it is imported in a thread, so that live games go on, and its
routes are added in one step between two requests. What is open stays open.
"""

import asyncio
from collections.abc import Iterable
from threading import RLock
from typing import Any

from litestar import Litestar

from qipan.web.page_table import PageTable, page_modules, routes_in, told_pages
from qipan.web.parser_caches import remember_no_paths, remember_no_requests

SCHEMA = "/schema"
"""Where everything is described, so that everything has to be there."""


class Site(Litestar):
    """The web application; modules of pages that nobody asked for yet are *closed*."""

    def __init__(self, **given: Any) -> None:
        """Take what Litestar takes; modules that the table does not know are opened at once."""
        self._table = PageTable(told_pages())
        self._closed = set(self._table.modules)
        self._opening = RLock()
        remember_no_requests()
        super().__init__(**given)
        remember_no_paths(self)
        for module in page_modules():
            if module not in self._table.modules:
                self._closed.add(module)
                self._open([module])

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; its page is opened first if nobody asked for it before."""
        if self._closed and scope["type"] != "lifespan":
            wanted = self._wanted(scope["path"])
            if wanted:
                await asyncio.to_thread(_import_all, wanted)
                self._open(wanted)
        await super().__call__(scope, receive, send)

    def _wanted(self, path: str) -> set[str]:
        found = self._table.at(path)
        if path.startswith(SCHEMA) or (not found and self._table.begins(path)):
            return set(self._closed)  # an address that the table may be too old to know
        return found & self._closed

    def _open(self, modules: Iterable[str]) -> None:
        """Add the routes of modules. Whoever asks meanwhile waits: half a module answers nobody."""
        with self._opening:
            for module in sorted(modules):
                if module in self._closed:
                    for route in routes_in(module):
                        self.register(route)
                    self._closed.discard(module)

    def open_everything(self) -> "Site":
        """Add the routes of all modules; give the application."""
        self._open(set(self._closed))
        return self


def _import_all(modules: Iterable[str]) -> None:
    for module in sorted(modules):
        list(routes_in(module))
