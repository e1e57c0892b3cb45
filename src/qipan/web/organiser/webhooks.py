"""Webhooks of a competition: registered, looked at and removed by its organiser."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from qipan.desk.roles import CHIEF_AND_ORGANISER, MAY
from qipan.journal.state import Competition
from qipan.kernel.errors import QipanError, Refused
from qipan.kernel.ids import CompetitionId
from qipan.kernel.rules import rule
from qipan.outbound.http_post import LONGEST, target_of
from qipan.outbound.webhooks import MOST_FAILURES, secret_of
from qipan.store.webhooks import Webhook
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
FEW = rule("hook.few", "A competition has only a few webhooks.")
MOST = 10


def _for_organisers(
    request: AnyRequest, context: Context, competition: str
) -> tuple[Competition, Visitor]:
    state = context.house.office.state(CompetitionId(competition))
    visitor = visitor_of(request, context)
    role = visitor.role_in(competition)
    if role not in CHIEF_AND_ORGANISER:
        raise Refused("access.denied", MAY, role=role, command="hooks")
    return state, visitor


@get("/c/{competition:str}/hooks", name="hooks", include_in_schema=False, sync_to_thread=True)
def hooks_page(request: AnyRequest, context: Around, competition: InPath) -> Template:
    """Show the webhooks and their last deliveries."""
    return _page(context, *_for_organisers(request, context, competition))


def _page(
    context: Context, state: Competition, visitor: Visitor, error: QipanError | None = None
) -> Template:
    hooks = context.house.side_tables.webhooks
    failure = Failure(error, visitor.language) if error else None
    answer = page(
        "organiser/hooks.html",
        visitor,
        status=failure.status if failure else 200,
        failure=failure,
        competition=state,
        hooks=[
            (each, secret_of(context.tables.key, each.id), hooks.deliveries(each.id))
            for each in hooks.of(state.id)
        ],
        given_up=MOST_FAILURES,
        longest=LONGEST,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


@post("/c/{competition:str}/hooks/add", include_in_schema=False, sync_to_thread=True)
def add(
    request: AnyRequest, context: Around, competition: InPath, data: Posted
) -> Redirect | Template:
    """Register an address; it is told of what happens from now on."""
    state, visitor = _for_organisers(request, context, competition)
    hooks, url = context.house.side_tables.webhooks, str(data.get("url", "")).strip()
    try:
        if len(hooks.of(state.id)) >= MOST:
            raise Refused("hook.many", FEW, most=MOST)
        target_of(url, context.settings.webhooks.allow)
    except Refused as error:
        return _page(context, state, visitor, error)
    name = f"h-{context.token()[:16]}"
    hooks.add(Webhook(name, state.id, url, context.seconds(), state.version))
    return _back(state)


@post("/c/{competition:str}/hooks/remove", include_in_schema=False, sync_to_thread=True)
def remove(request: AnyRequest, context: Around, competition: InPath, data: Posted) -> Redirect:
    """Remove a webhook."""
    state, _ = _for_organisers(request, context, competition)
    context.house.side_tables.webhooks.remove(state.id, str(data.get("hook", ""))[:40])
    return _back(state)


@post("/c/{competition:str}/hooks/again", include_in_schema=False, sync_to_thread=True)
def again(request: AnyRequest, context: Around, competition: InPath, data: Posted) -> Redirect:
    """Try a webhook again now."""
    state, _ = _for_organisers(request, context, competition)
    context.house.side_tables.webhooks.again(state.id, str(data.get("hook", ""))[:40])
    return _back(state)


def _back(state: Competition) -> Redirect:
    return Redirect(f"/c/{state.id}/hooks", status_code=303)


ROUTES = [hooks_page, add, remove, again]
