"""What is kept of a guest: to take along as a file, and to have forgotten.

Who has an account finds both on its page.
"""

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.response import Redirect

from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import EntrantId
from qipan.office.registration import ENTERED, OPEN_STATES
from qipan.store.visitors.registrations import Registration
from qipan.web.account.own_data import OWN_WISH
from qipan.web.shared.context import Around, Context
from qipan.web.shared.guests import GUEST, guest_holder
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.section_context import find_section

AnyRequest = Request[Any, Any, Any]


@get("/play/mine.json", include_in_schema=False, sync_to_thread=True)
def export(request: AnyRequest, context: Around) -> Response[bytes]:
    """Give a guest everything that is kept under the token of their browser."""
    require_rate("review", address_of(request))
    holder, side = guest_holder(request), context.house.side_tables
    found = {
        "tables": side.visitor_seats.of(f"guest:{holder}") if holder else [],
        "registrations": [
            {**msgspec.structs.asdict(each), "content": msgspec.json.decode(each.content)}
            for each in side.registrations.of_holder("", (holder,))
            if not each.account
        ],
        "told": [
            {"competition": each.competition, "section": each.section, "way": each.way}
            for each in side.reaches.of_owner([f"guest:{holder}"] if holder else [])
        ],
    }
    headers = {
        "content-disposition": 'attachment; filename="qipan-guest.json"',
        "cache-control": "no-store",
    }
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


@post("/play/forget", include_in_schema=False, sync_to_thread=True)
def forget(request: AnyRequest, context: Around) -> Redirect:
    """Forget a guest: seats, forms and wishes. Raises Refused while they are entered somewhere."""
    holder, side = guest_holder(request), context.house.side_tables
    answer = Redirect("/play", status_code=303)
    if not holder:
        return answer
    mine = [each for each in side.registrations.of_holder("", (holder,)) if not each.account]
    for each in mine:
        if _is_open(context, each):
            where = f"/c/{each.competition}/{each.section}/register"
            raise Refused("account.guest-entered", OWN_WISH, where=where)
    side.visitor_seats.forget(f"guest:{holder}")
    side.reaches.forget(f"guest:{holder}")
    side.registrations.forget(holder=holder)
    answer.delete_cookie(GUEST)
    return answer


def _is_open(context: Context, form: Registration) -> bool:
    """Say whether a form still asks for a place, or its entrant still plays."""
    if form.state != ENTERED:
        return form.state in OPEN_STATES
    try:
        _, section = find_section(context, form.competition, form.section)
    except Unknown:
        return False
    entrant = section.entrants.get(EntrantId(form.entrant))
    return entrant is not None and not entrant.withdrawn and section.approved is None


ROUTES = [export, forget]
