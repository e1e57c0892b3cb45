"""Which entrant of a section a visitor is: by account, or by the personal link of an entry.

An account plays under an opaque id that is also the id of the person entered; a personal link is
given out by the organiser and is kept in a cookie for that section alone.
"""

import base64
import hmac
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie

from qipan.journal.competition import Competition, Section
from qipan.kernel.ids import EntrantId
from qipan.play.seats import opaque
from qipan.web.context import Context
from qipan.web.visitor import visitor_of

COOKIE = "qipan_entrant"
COOKIE_SECONDS = 90 * 24 * 3600
AnyRequest = Request[Any, Any, Any]


def entrant_key(key: bytes, state: Competition, section: Section, who: EntrantId) -> str:
    """Make the word that proves an entrant: nobody can guess it, and nothing is stored for it."""
    message = f"entrant/{state.id}/{section.id}/{who}".encode()
    proof = base64.urlsafe_b64encode(hmac.digest(key, message, "sha256")[:18]).decode()
    return f"{who}.{proof}"


def entrant_in(context: Context, state: Competition, section: Section, word: str) -> str | None:
    """Find the entrant that a word proves; None if it proves nobody."""
    who = EntrantId(word.partition(".")[0])
    if who not in section.entrants or len(word) > 100 or not word.isascii():
        return None
    right = entrant_key(context.tables.key, state, section, who)
    return who if hmac.compare_digest(word, right) else None


def entrant_of_request(
    request: AnyRequest, context: Context, state: Competition, section: Section
) -> EntrantId | None:
    """Find which entrant is asking: by the cookie of a personal link, else by the account."""
    kept = request.cookies.get(COOKIE, "")
    found = entrant_in(context, state, section, kept) if kept else None
    if found is not None:
        return EntrantId(found)
    account = visitor_of(request, context).account
    if account is None:
        return None
    person = opaque(context.tables.key, account.name)
    for entrant in section.entrants.values():
        if person in entrant.people:
            return entrant.id
    return None


def entrant_cookie(word: str, path: str, *, secure: bool) -> Cookie:
    """Make the cookie of a personal link: for the pages of its section, not for scripts."""
    return Cookie(
        key=COOKIE,
        value=word,
        httponly=True,
        samesite="lax",
        secure=secure,
        max_age=COOKIE_SECONDS,
        path=path,
    )
