"""The desk's own pages, one module each: what it shows, and what can be done on it.

A module here offers ``PAGE``, and ``BESIDE`` for pages that belong to it; nothing else needs to be
told of it. ``page`` holds what a page is.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from qipan.kernel.errors import Unknown
from qipan.web import desk
from qipan.web.desk.page import DeskPage


@cache
def desk_pages() -> dict[str, DeskPage]:
    """Find every page of the desk, in the order people go through them."""
    names = [f"{desk.__name__}.{each.name}" for each in iter_modules(desk.__path__)]
    modules = [import_module(name) for name in names]
    found = [getattr(module, "PAGE", None) for module in modules]
    found += [each for module in modules for each in getattr(module, "BESIDE", ())]
    pages = [each for each in found if isinstance(each, DeskPage)]
    return {each.name: each for each in sorted(pages, key=lambda each: each.order)}


def desk_page(name: str) -> DeskPage:
    """Find a page. Raises Unknown."""
    if name not in desk_pages():
        raise Unknown("page", name)
    return desk_pages()[name]
