"""The manual in the browser: a list with search, guides, the reference."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from qipan.web.manual.texts import Guide, guides, page_of, reference, rendered, search
from qipan.web.shared.context import Around, Context
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]


@get("/help", name="help", sync_to_thread=True, include_in_schema=False)
def help_index(
    request: AnyRequest,
    context: Around,
    asked: Annotated[str, QueryParameter(name="q", max_length=80)] = "",
) -> Template:
    """List the manual, or what was found in it."""
    visitor = visitor_of(request, context)
    return page(
        "manual/manual_index.html",
        visitor,
        guides=list(guides(visitor.language).values()),
        reference=list(reference().values()),
        asked=asked,
        found=search(visitor.language, asked),
    )


@get("/help/{name:str}", name="help_page", sync_to_thread=True, include_in_schema=False)
def help_page(request: AnyRequest, context: Around, name: FromPath[str]) -> Template:
    """Show a guide in the reader's language."""
    return _shown(request, context, page_of(visitor_of(request, context).language, name))


@get("/help/reference/{name:str}", sync_to_thread=True, include_in_schema=False)
def help_reference(request: AnyRequest, context: Around, name: FromPath[str]) -> Template:
    """Show a page of the reference."""
    return _shown(request, context, reference().get(name))


def _shown(request: AnyRequest, context: Context, found: Guide | None) -> Template:
    """Raises NotFoundException if there is no such page."""
    if found is None:
        raise NotFoundException
    visitor = visitor_of(request, context)
    return page(
        "manual/manual_page.html",
        visitor,
        guide=found,
        text=rendered(found),
        guides=list(guides(visitor.language).values()),
    )


ROUTES = [help_index, help_page, help_reference]
