"""The web application, put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import structlog
from litestar import Litestar, MediaType, Request, Response
from litestar.config.csrf import CSRFConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig

from qipan import __version__
from qipan.host import status
from qipan.i18n import say
from qipan.kernel.errors import BadInput, QipanError
from qipan.office.changes import read_changes
from qipan.outbound.webhooks import PostRoom, Sender
from qipan.web import account, desk, live, organiser, player, public
from qipan.web.api import commands, competitions, lobbies, stream, tables
from qipan.web.live.sockets import socket_route
from qipan.web.shared.compression import compression
from qipan.web.shared.context import Around, Context
from qipan.web.shared.csrf import FormGuard
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import STATIC, environment, page
from qipan.web.shared.visitor import language_of, visitor_of

READERS = (account, desk, live, organiser, player, public)
"""Folders of pages, one for each kind of reader; their modules offer ``ROUTES``."""
AnyRequest = Request[Any, Any, Any]
log = structlog.get_logger()
MOST_BYTES = 2_000_000
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def build(context: Context) -> Litestar:
    """Build the application on its surroundings."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        context.hub.attach(asyncio.get_running_loop())
        context.house.listeners.append(context.hub.announce)
        await context.tables.start()
        context.contests.start(context.house)
        room = PostRoom(
            context.house.side_tables.webhooks,
            partial(read_changes, context.house.office),
            context.seconds,
            lambda: context.tables.key,
            context.settings.webhooks.allow,
        )
        sender = Sender(room, context.house.listeners)
        sender.start()
        yield
        await sender.stop()
        await context.contests.stop(context.house)
        await context.tables.stop()
        context.house.listeners.remove(context.hub.announce)

    def refuse(request: AnyRequest, error: QipanError) -> Response[Any]:
        return _answer(context, request, Failure(error, language_of(request)))

    return Litestar(
        route_handlers=[
            *_pages(),
            competitions.ROUTER,
            stream.ROUTER,
            commands.ROUTER,
            tables.ROUTER,
            lobbies.ROUTER,
            socket_route(context),
            *status.ROUTES,
            create_static_files_router(path="/static", directories=list(STATIC), name="static"),
        ],
        dependencies={
            "context": Provide(lambda: context, sync_to_thread=False),
            "status": Provide(_status, sync_to_thread=False),
        },
        lifespan=[lifespan],
        template_config=TemplateConfig(
            instance=JinjaTemplateEngine.from_environment(environment())
        ),
        middleware=[DefineMiddleware(FormGuard, config=_forms(context))],
        compression_config=compression(),
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Qipan", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        before_request=_refuse_strange_paths,
        exception_handlers={
            QipanError: refuse,
            RecursionError: lambda request, _: refuse(request, BadInput("nested too deeply")),
            HTTPException: lambda request, error: _http_error(context, request, error),
            Exception: lambda request, error: _unexpected(context, request, error),
        },
        response_headers=HEADERS,
        debug=False,
        logging_config=None,
    )


def _status(context: Around) -> status.Status:
    return status.Status(context.house.log, context.operations, context.hub)


def _forms(context: Context) -> CSRFConfig:
    return CSRFConfig(secret=context.secret, cookie_samesite="lax")


def _refuse_strange_paths(request: AnyRequest) -> None:
    """Refuse a path that no file system and no database can name. Raises BadInput."""
    if "\x00" in request.scope["path"]:
        raise BadInput("not a path", where="path")


def _pages() -> list[Any]:
    """Find the routes of every module in ``pages`` that has some."""
    names = [
        f"{reader.__name__}.{each.name}"
        for reader in READERS
        for each in iter_modules(reader.__path__)
    ]
    return [route for name in names for route in getattr(import_module(name), "ROUTES", ())]


def _answer(context: Context, request: AnyRequest, failure: Failure) -> Response[Any]:
    if request.url.path.startswith("/api"):
        return Response(
            {
                "code": failure.code,
                "rule": failure.rule,
                "facts": failure.facts,
                "message": failure.sentence,
            },
            status_code=failure.status,
            media_type=MediaType.JSON,
            headers=HEADERS,
        )
    visitor = visitor_of(request, context)
    answer = page("shared/message.html", visitor, status=failure.status, failure=failure)
    answer.headers.update(HEADERS)  # no route was found, or it failed: nobody else sets them
    return answer


def _http_error(context: Context, request: AnyRequest, error: HTTPException) -> Response[Any]:
    code = f"http.{error.status_code}"
    if error.status_code >= 500:
        return _unexpected(context, request, error)
    language = language_of(request)
    if request.url.path.startswith("/api"):
        content = {"code": code, "message": error.detail, "facts": {"extra": error.extra}}
        status = error.status_code
        return Response(content, status_code=status, media_type=MediaType.JSON, headers=HEADERS)
    failure = Failure(QipanError(), language)
    failure.code, failure.status = code, error.status_code
    failure.sentence = say(language, code)
    return _answer(context, request, failure)


def _unexpected(context: Context, request: AnyRequest, error: Exception) -> Response[Any]:
    log.error("unexpected", path=request.url.path, method=request.method, exc_info=error)
    return _answer(context, request, Failure(QipanError(), language_of(request)))
