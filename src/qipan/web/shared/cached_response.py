"""Pages for anybody: written and packed once, known again by a tag (304), never the staff's.

Only who is not signed in is answered from what is kept; a page with a token in it is not kept.
"""

from collections.abc import Callable, Hashable
from typing import Any

from litestar import Request, Response
from litestar.enums import MediaType
from litestar.response import Template

from qipan.desk.roles import STAFF
from qipan.journal.state import Competition
from qipan.web.shared.addresses import site_address
from qipan.web.shared.context import Context
from qipan.web.shared.csrf_tokens import FIELD
from qipan.web.shared.page_cache import Written
from qipan.web.shared.parts.changed_parts import ASKED, held, written_changes
from qipan.web.shared.parts.known_pages import Still, leave
from qipan.web.shared.parts.own_corner import CORNER, around_corner, has_corner
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor

AnyRequest = Request[Any, Any, Any]
HEADERS = {"cache-control": "private, no-cache", "vary": "Cookie, Accept-Language, Accept-Encoding"}


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
    make: Callable[[Visitor], Template],
    *,
    of: Competition,
    still: Still | None = None,
) -> Response[Any]:
    """Answer with a page that is the same for all but the staff: only its corner has a name.

    ``asked`` is what tells this page from others of its address, and what it is made from; ``of``
    the competition it is made of. Names, checkpoints, that competition and what ``still`` asks for
    are all there is in it: such a page is known from then on (``known_pages``).
    """
    somebody = visitor.account is not None or bool(visitor.phone)
    if somebody and visitor.reads_as(of.id) in STAFF:
        return make(visitor)
    what, mark = asked
    key = (request.url.path, site_address(request), visitor.language, visitor.demo, what)
    nobody = Visitor(None, visitor.language, demo=visitor.demo)
    try:
        found = context.kept.pages.get(key, mark, lambda: _written(request, context, make(nobody)))
    except NotForAll as error:
        return make(visitor) if somebody else error.page
    since = request.query_params.get(ASKED)
    if since is not None and found.mark:
        found = written_changes(found, since, context.kept)
    elif somebody and has_corner(found):
        return _with_corner(request, context, found, visitor)
    if somebody:
        return _answer(request, found, is_known=False)
    if not of.withheld:  # what is withheld is lifted by the clock
        leave(request.scope, found, still)
    return _answer(request, found)


def _written(request: AnyRequest, around: Context, made: Template) -> Written:
    engine = request.app.template_engine
    if made.status_code != 200 or engine is None or made.template_name is None:
        raise NotForAll(made)
    context = made.create_template_context(request)
    body = engine.get_template(made.template_name).render(**context).encode()
    if FIELD.encode() in body:
        raise NotForAll(made)
    body, mark = held(body, around.kept)
    return Written(body, mark=mark)


def _with_corner(
    request: AnyRequest, context: Context, found: Written, visitor: Visitor
) -> Response[bytes]:
    """Answer with a page for anybody that has the corner of one reader."""
    engine: Any = request.app.template_engine
    values = page(CORNER, visitor).create_template_context(request)
    corner = engine.get_template(CORNER).render(**values).encode()
    cut, headers = around_corner(found, context.kept), {**HEADERS, "content-type": found.media}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(cut.packed(corner), headers=headers)
    return Response(cut.whole(corner), headers=headers)


def _answer(request: AnyRequest, found: Written, *, is_known: bool = True) -> Response[bytes]:
    headers = {**HEADERS, **({"etag": found.tag} if is_known else {})}
    if is_known and found.tag in request.headers.get("if-none-match", "")[:2000]:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.HTML)
    body, headers["content-type"] = found.body, found.media
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = found.packed, "gzip"
    return Response(body, headers=headers)
