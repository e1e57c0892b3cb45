"""The web application, put together."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any

import structlog
from litestar import Litestar, MediaType, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi.config import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.routes import HTTPRoute
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig

from qipan import __version__
from qipan.host import status
from qipan.host.draining import stop_parts
from qipan.host.public_versions import LiftedEnds
from qipan.host.real_names import RealNames
from qipan.host.travel.mirrors import Mirrors
from qipan.i18n import say
from qipan.journal.state import Competition
from qipan.kernel.endless_tasks import end
from qipan.kernel.errors import BadInput, QipanError
from qipan.office.changes import read_changes
from qipan.outbound.reach.sender import Caller, CallRoom
from qipan.outbound.real_names import NameCheck
from qipan.outbound.webhooks import PostRoom, Sender, secret_of
from qipan.web.api.document import ContractPlugin
from qipan.web.demo.stage import DemoStage
from qipan.web.live.sockets import socket_route
from qipan.web.player.reach import ways_of
from qipan.web.player.table_announcements import Announcements
from qipan.web.public.fingerprints import checkpoint_after
from qipan.web.publish.cors import OpenApiGuard
from qipan.web.shared.compression import compression
from qipan.web.shared.context import Around, Context
from qipan.web.shared.csrf import FormGuard, forms_of
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import PostedForm
from qipan.web.shared.rendering import STATIC, environment, page
from qipan.web.shared.visitor import bearer_of, language_of, require_token, visitor_of
from qipan.web.site import Site

AnyRequest = Request[Any, Any, Any]
log = structlog.get_logger()
MARK_SECONDS = 1.0
NOT_ALLOWED = 405
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


async def _mark_record(context: Context) -> None:
    """Make checkpoints soon after what people saw."""
    checkpoints = context.house.checkpoints
    while checkpoints is not None:
        await asyncio.sleep(MARK_SECONDS)
        try:
            await asyncio.to_thread(checkpoints.make_due)
        except QipanError as error:
            log.warning("checkpoint", why=str(error))


def _name_check(context: Context) -> NameCheck:
    """Give the service of the operator that knows people's names."""
    found = context.settings.webhooks
    return NameCheck(found.real_names, secret_of(context.tables.key, "real-names"), found.allow)


def build(context: Context) -> Site:
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
            partial(checkpoint_after, context),
        )
        sender = Sender(room, context.house.listeners)
        sender.start()
        calls = CallRoom(
            context.house.side_tables.reaches, partial(Announcements, context), ways_of(context)
        )
        caller = Caller(calls, context.house.listeners)
        caller.start()
        mirrors = context.mirrors
        if mirrors is not None:
            mirrors.start()
        names = RealNames(context.house, _name_check(context), context.now)
        if context.settings.webhooks.real_names:
            names.start()
        marking = asyncio.create_task(_mark_record(context))
        lifted = LiftedEnds(context.house.office, context.hub, context.now)
        lifting = asyncio.create_task(lifted.always())
        stage = DemoStage(context) if context.demo is not None else None
        if stage is not None:
            stage.start()
        yield
        await stop_parts(
            [
                *([("demo", stage.stop)] if stage is not None else []),
                ("checkpoints", partial(end, marking)),
                ("lifted ends", partial(end, lifting)),
                ("real names", names.stop),
                ("mirrors", partial(_stop_mirrors, mirrors)),
                ("reach", caller.stop),
                ("webhooks", sender.stop),
                ("contests", partial(context.contests.stop, context.house)),
                ("tables", context.tables.stop),
                ("examiner", context.examiner.stop),
            ]
        )
        context.house.listeners.remove(context.hub.announce)

    def refuse(request: AnyRequest, error: QipanError) -> Response[Any]:
        return _answer(context, request, Failure(error, language_of(request)))

    return Site(
        route_handlers=[
            socket_route(context),
            *status.ROUTES,
            create_static_files_router(path="/static", directories=list(STATIC), name="static"),
        ],
        dependencies={
            "context": Provide(lambda: context, sync_to_thread=False),
            "status": Provide(_status, sync_to_thread=False),
        },
        lifespan=[lifespan],
        state=State(
            {
                "base": context.settings.web.base,
                "holds": partial(_holds, context),
                "kept": context.kept,
            }
        ),
        template_config=TemplateConfig(
            instance=JinjaTemplateEngine.from_environment(environment())
        ),
        middleware=[
            DefineMiddleware(OpenApiGuard),
            DefineMiddleware(FormGuard, config=forms_of(context.secret)),
        ],
        compression_config=compression(),
        request_class=PostedForm,
        request_max_body_size=MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Qipan", version=__version__, path="/schema", render_plugins=[ContractPlugin()]
        ),
        before_request=partial(_look_at_request, context),
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


async def _stop_mirrors(mirrors: Mirrors | None) -> None:
    if mirrors is not None:
        await asyncio.to_thread(mirrors.stop)


def _holds(context: Context, competition: Competition) -> bool:
    """Say whether a competition is held here, for every page about it."""
    return context.house.office.holds(competition)


def _status(context: Around) -> status.Status:
    return status.Status(
        context.house.log, context.operations, context.hub, context.house.office.unreadable
    )


async def _look_at_request(context: Context, request: AnyRequest) -> Response[None] | None:
    """Refuse what no route has to look at, and say which methods there are.

    Raises BadInput for a path that no file system and no database can name, and Refused for a
    token that is not known: it was let past the guard of forms, also where nobody needs an account.
    """
    if "\x00" in request.scope["path"]:
        raise BadInput("not a path", where="path")
    bearer = bearer_of(request.scope)
    if bearer:
        await asyncio.to_thread(require_token, context, bearer)
    if request.method == "OPTIONS":
        return Response(None, status_code=204, headers={**HEADERS, **_allowed(request)})
    return None


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
        facts = {"extra": error.extra}
        content = {"code": code, "rule": None, "facts": facts, "message": error.detail}
        status = error.status_code
        headers = {**HEADERS, **_allowed(request)} if status == NOT_ALLOWED else HEADERS
        return Response(content, status_code=status, media_type=MediaType.JSON, headers=headers)
    failure = Failure(QipanError(), language)
    failure.code, failure.status = code, error.status_code
    failure.sentence = say(language, code)
    return _answer(context, request, failure)


def _allowed(request: AnyRequest) -> dict[str, str]:
    """Name the methods that a path of the API has."""
    fitting = [
        route
        for route in request.app.routes
        if isinstance(route, HTTPRoute) and _fits(route.path_format, request.url.path)
    ]
    if not fitting:
        return {}
    found = min(fitting, key=lambda route: route.path_format.count("{"))  # a word before a name
    return {"allow": ", ".join(sorted(map(str, found.methods)))}


@cache
def _pattern(path_format: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(path_format)))


def _fits(path_format: str, path: str) -> bool:
    return _pattern(path_format).fullmatch(path) is not None


def _unexpected(context: Context, request: AnyRequest, error: Exception) -> Response[Any]:
    log.error("unexpected", path=request.url.path, method=request.method, exc_info=error)
    return _answer(context, request, Failure(QipanError(), language_of(request)))
