"""The site as an app on a telephone: a worker that keeps the pages last seen."""

from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.response import Template

from qipan.web.shared.context import Around
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, language_of

AnyRequest = Request[Any, Any, Any]
WORKER = Path(__file__).with_name("service_worker.js")
"""Not below /static: a worker sees only what lies below its own address."""


@get("/service-worker.js", include_in_schema=False, sync_to_thread=True)
def service_worker() -> Response[bytes]:
    """Give the worker; a browser asks for it anew every time."""
    headers = {"cache-control": "no-cache", "service-worker-allowed": "/"}
    return Response(WORKER.read_bytes(), media_type="text/javascript", headers=headers)


@get("/offline", include_in_schema=False, sync_to_thread=False)
def offline(request: AnyRequest, context: Around) -> Template:
    """Show what a telephone without a line shows: the pages it has seen."""
    del context
    return page("publish/offline.html", Visitor(None, language_of(request)))


ROUTES = [service_worker, offline]
