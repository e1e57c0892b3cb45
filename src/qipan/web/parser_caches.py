"""What the framework's parsers would remember of the last thousand requests: nothing, here.

They keep what they read by what they were given, to read the same only once: forms as they were
posted, passwords and two megabytes each included, cookies, queries and paths. Nearly every visitor
brings others, so all of it filled up with what nobody asks for again. Reading anew takes a
microsecond or two.
"""

from importlib import import_module
from typing import Any

from litestar import Litestar

_PARSERS = {
    "_asgi.routing_trie.traversal": ("parse_path_params",),
    "_kwargs.extractors": (
        "create_query_default_dict",
        "parse_query_string",
        "parse_url_encoded_form_data",
    ),
    "connection.base": ("parse_cookie_string", "parse_query_string"),
    "connection.request": ("parse_url_encoded_form_data",),
    "data_extractors": ("parse_cookie_string",),
    "datastructures.url": ("parse_query_string",),
}
"""Modules of the framework, with the parsers that each calls under these names."""


def remember_no_requests() -> None:
    """Let every parser of the framework read anew; whatever remembers nothing stays as it is.

    Another version may have them elsewhere: a test asks the installed one whether it remembers.
    """
    for place, names in _PARSERS.items():
        try:
            module = import_module(f"litestar.{place}")
        except ModuleNotFoundError:
            continue
        for name in names:
            parser: Any = getattr(module, name, None)
            if parser is not None:
                setattr(module, name, getattr(parser, "__wrapped__", parser))


def remember_no_paths(app: Litestar) -> None:
    """Let an application find the route of every path anew."""
    router: Any = app.asgi_router
    router.handle_routing = getattr(router.handle_routing, "__wrapped__", router.handle_routing)
