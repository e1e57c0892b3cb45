"""How far a long piece of work is; when it is over, its answer."""

import asyncio
from copy import copy
from typing import Any

from litestar import Request, Response, get, post
from litestar.response import Redirect

from qipan.web.shared.context import Around, InPath
from qipan.web.shared.jobs import Doing, Job
from qipan.web.shared.progress_response import asker_of
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
UNSEEN = {"cache-control": "private, no-store"}


def _words(visitor: Visitor, job: Job) -> str:
    doing: Doing = job.doing
    seconds = int(asyncio.get_running_loop().time() - job.began)
    said = visitor.say(f"work.step.{doing.step}", n=doing.done, all=doing.total)
    return f"{said} · {visitor.say('work.seconds', n=seconds)}"


@get("/jobs/{job:str}", name="job", include_in_schema=False)
async def job_page(request: AnyRequest, context: Around, job: InPath) -> Response[Any]:
    """Show how far it is, or the answer. Raises what the work raised."""
    found = context.jobs.find(job, asker_of(request, context))
    if found.over:
        return copy(found.task.result())
    visitor = visitor_of(request, context)
    answer = page("organiser/work.html", visitor, job=found, words=_words(visitor, found))
    answer.headers.update(UNSEEN)
    return answer


@get("/jobs/{job:str}/state", name="job-state", include_in_schema=False)
async def job_state(request: AnyRequest, context: Around, job: InPath) -> Response[dict[str, Any]]:
    """Say how far it is, for the page that shows it."""
    found = context.jobs.find(job, asker_of(request, context))
    state = {
        "over": found.over,
        "done": found.doing.done,
        "total": found.doing.total,
        "words": _words(visitor_of(request, context), found),
    }
    return Response(state, headers=UNSEEN)


@post("/jobs/{job:str}/give-up", include_in_schema=False)
async def give_up(request: AnyRequest, context: Around, job: InPath) -> Redirect:
    """End what one asked for, where that is offered, and go back."""
    found = context.jobs.find(job, asker_of(request, context))
    if not found.over and found.back:
        context.jobs.give_up(found)
    return Redirect(found.back or f"/jobs/{found.name}", status_code=303)


ROUTES = [job_page, job_state, give_up]
