"""Answering what may take a while: at once if it is soon done, with a page of progress if not.

A browser is sent to ``/jobs/<job>``, which shows how far it is and, when it is over, the answer
itself: a file, a page, or the same refusal as without waiting. Programs, which do not ask for a
page, wait. Only the browser that asked, signed in as it was, may look.
"""

import asyncio
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.response import Redirect

from qipan.web.shared.context import Context
from qipan.web.shared.jobs import Answer, Doing, Work
from qipan.web.shared.visitor import LONGEST_TOKEN, visitor_of

AnyRequest = Request[Any, Any, Any]
COOKIE = "qipan_work"


def asker_of(request: AnyRequest, context: Context, browser: str = "") -> str:
    """Name who asks: the browser, and as whom it is signed in; nobody without a cookie."""
    known = browser or request.cookies.get(COOKIE, "")[:LONGEST_TOKEN]
    return f"{known} {visitor_of(request, context).actor}" if known else ""


async def answered(
    request: AnyRequest, context: Context, kind: str, work: Work, *, back: str = ""
) -> Answer:
    """Do the work; give its answer, or the way to its progress if it takes a while.

    With a way ``back`` whoever waits may give it up.

    Raises what the work raises, and Refused if too much is under way already.
    """
    patience = context.jobs.patience
    if patience is None or "text/html" not in request.headers.get("accept", ""):
        return await work(Doing(kind))
    browser = request.cookies.get(COOKIE, "")[:LONGEST_TOKEN] or context.token()
    asker = asker_of(request, context, browser)
    job = context.jobs.begin(context.token(), asker, kind, work, back)
    await asyncio.wait({job.task}, timeout=patience)
    if job.over:
        context.jobs.drop(job)
        return job.task.result()
    return Redirect(f"/jobs/{job.name}", status_code=303, cookies=[_cookie(request, browser)])


def _cookie(request: AnyRequest, browser: str) -> Cookie:
    secure = request.url.scheme == "https"
    return Cookie(key=COOKIE, value=browser, httponly=True, samesite="lax", secure=secure, path="/")
