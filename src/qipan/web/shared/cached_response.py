"""Pages for anybody: written and packed once, known again by a tag (304), never the staff's.

Only who is not signed in is answered from what is kept; a page with a token in it is not kept.
"""

import gzip
from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any

from litestar import Request, Response
from litestar.enums import MediaType
from litestar.response import Template

from qipan.journal.state import Competition
from qipan.web.shared.addresses import site_address
from qipan.web.shared.compression import LEVEL
from qipan.web.shared.context import Context
from qipan.web.shared.csrf_tokens import FIELD
from qipan.web.shared.known_pages import leave
from qipan.web.shared.page_cache import Written
from qipan.web.shared.visitor import Visitor

AnyRequest = Request[Any, Any, Any]
HEADERS = {"cache-control": "private, no-cache", "vary": "Cookie, Accept-Language, Accept-Encoding"}
TAG_LETTERS = 32


class NotForAll(Exception):
    """A page turned out to be one person's; it is sent and forgotten."""

    def __init__(self, page: Template) -> None:
        """Carry the page."""
        super().__init__("this page is not for everybody")
        self.page = page


def for_anybody(
    request: AnyRequest,
    context: Context,
    visitor: Visitor,
    asked: tuple[Hashable, object],
    make: Callable[[], Template],
    *,
    of: Competition | None = None,
) -> Response[Any]:
    """Answer with a page that is the same for all who are not signed in.

    ``asked`` is what tells this page from others of its address, and what it is made from; ``of``
    the competition it is made of, where names, checkpoints and that competition are all there is
    in it: such a page is known from then on (``known_pages``).
    """
    if visitor.account is not None or visitor.phone:
        return make()
    what, mark = asked
    key = (request.url.path, site_address(request), visitor.language, visitor.demo, what)
    try:
        found = context.kept.pages.get(key, mark, lambda: _written(request, make()))
    except NotForAll as error:
        return error.page
    if of is not None and not of.withheld:  # what is withheld is lifted by the clock
        leave(request.scope, found)
    return _answer(request, found)


def _written(request: AnyRequest, page: Template) -> Written:
    engine = request.app.template_engine
    if page.status_code != 200 or engine is None or page.template_name is None:
        raise NotForAll(page)
    context = page.create_template_context(request)
    body = engine.get_template(page.template_name).render(**context).encode()
    if FIELD.encode() in body:
        raise NotForAll(page)
    tag = sha256(body).hexdigest()[:TAG_LETTERS]
    return Written(body, gzip.compress(body, LEVEL, mtime=0), f'W/"{tag}"')


def _answer(request: AnyRequest, found: Written) -> Response[bytes]:
    headers = {**HEADERS, "etag": found.tag}
    if found.tag in request.headers.get("if-none-match", "")[:2000]:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.HTML)
    body = found.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = found.packed, "gzip"
    return Response(body, headers=headers, media_type=MediaType.HTML)
