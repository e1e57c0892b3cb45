"""Documents of a section: the page that lists them, and each as a file."""

import re
from typing import Annotated, Any, cast

from litestar import Request, Response, get
from litestar.concurrency import sync_to_thread
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.desk.roles import MAY, STAFF
from qipan.formats.documents import DOCUMENTS, MEDIA, Document, Ending, Wish, document, make
from qipan.formats.printable import security_policy
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused, Unknown
from qipan.office.document_material import Occasion, after_round, material_of
from qipan.web.player.phones import card_of, card_path
from qipan.web.shared.addresses import is_reachable, site_address
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.jobs import Doing
from qipan.web.shared.progress_response import answered
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import find_section_for
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
AskedRound = Annotated[int, QueryParameter(name="round", ge=0, le=9999)]
AskedPlaces = Annotated[int, QueryParameter(name="top", ge=1, le=999)]
AskedPaper = Annotated[str, QueryParameter(name="paper", max_length=10)]
CARDS = "board-cards"
Offered = tuple[list[Document], list[int]]
"""Documents that can be made, and the rounds there are."""
_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")


@get(
    "/c/{competition:str}/{section:str}/documents",
    name="documents",
    sync_to_thread=True,
    include_in_schema=False,
)
def documents_page(
    request: AnyRequest, context: Around, competition: InPath, section: InPath
) -> Template:
    """List the documents that can be made now, for whoever asks."""
    visitor = visitor_of(request, context)
    state, found = find_section_for(visitor, context, competition, section)
    staff = visitor.role_in(competition) in STAFF
    listed, rounds = offered(context, state, found, staff)
    return page(
        "public/documents.html",
        visitor,
        competition=state,
        section=found,
        staff=staff,
        public=[each for each in listed if not each.staff],
        desk=[each for each in listed if each.staff] if staff else [],
        rounds=rounds,
    )


@get(
    "/c/{competition:str}/{section:str}/documents/{file:str}",
    name="document",
    include_in_schema=False,
)
async def document_file(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    file: InPath,
    number: AskedRound = 0,
    top: AskedPlaces = 3,
    paper: AskedPaper = "a4",
) -> Response[Any]:
    """Give a document as a file; slips, cards, forms and certificates to the staff only."""

    async def work(doing: Doing) -> Response[Any]:
        wish = Wish(visitor_of(request, context).language, number, top, paper)
        asked = (competition, section, file)
        return await sync_to_thread(_made, request, context, asked, wish, doing)

    return await answered(request, context, "document", work)


def _made(
    request: AnyRequest, context: Context, asked: tuple[str, str, str], wish: Wish, doing: Doing
) -> Response[bytes]:
    """Make a document. Raises Unknown, or Refused if it is not for the visitor."""
    competition, section, file = asked
    visitor = visitor_of(request, context)
    state, found = find_section_for(visitor, context, competition, section)
    role = visitor.role_in(competition)
    name, _, ending = file.rpartition(".")
    wanted = document(name)
    if ending not in wanted.endings:
        raise Unknown("document", file, tuple(f"{name}.{each}" for each in wanted.endings))
    if wanted.staff and role not in STAFF:
        raise Refused("access.denied", MAY, role=role, command=f"document {name}")
    reachable = is_reachable(request)
    address = f"{site_address(request)}/c/{competition}/{section}" if reachable else ""
    carded = name == CARDS and role in STAFF and reachable
    cards = _cards(request, context, state, found) if carded else {}
    record = _record(context, competition, section, wish.round)
    occasion = Occasion(role in STAFF, address, context.now(), cards, wanted.reports, record)
    if wanted.after_round and wish.round:
        state, found = after_round(state, found, wish.round)
    material = material_of(context.house.office, state, found, occasion)
    doing.at("set")
    content = make(name, ending, material, wish)
    kept = _PLAIN.sub("-", f"{competition}-{section}-{name}.{ending}")
    headers = {
        "content-disposition": f'inline; filename="{kept}"',
        "cache-control": "private, no-cache",
    }
    if ending == Ending.HTML:
        headers["content-security-policy"] = security_policy(content)
    return Response(content, media_type=MEDIA[Ending(ending)], headers=headers)


def _record(context: Context, competition: str, section: str, number: int | None) -> str:
    """Give the fingerprint that stands on the papers of a section, or of one of its rounds."""
    checkpoints = context.house.checkpoints
    if checkpoints is None:
        return ""
    checkpoints.make_due()
    return checkpoints.printed(competition, section, number or 0)


def offered(context: Context, state: Competition, section: Section, staff: bool) -> Offered:
    """Say what can be made now and of which rounds; worked out once for a version."""

    def work_out() -> Offered:
        material = material_of(context.house.office, state, section, Occasion(staff))
        listed = [each for each in DOCUMENTS.values() if each.fits(material)]
        return listed, [each.number for each in material.rounds]

    # No name is in it, so that the version alone tells whether it is still true.
    key = (state.id, section.id, "documents", staff)
    return cast("Offered", context.kept.views.get(key, (state.version, state.withheld), work_out))


def _cards(
    request: AnyRequest, context: Context, state: Competition, section: Section
) -> dict[str, str]:
    """Give the addresses with which players sign in, to be printed on the board cards."""
    base = site_address(request)
    return {who: base + card_path(context, card_of(state, section, who)) for who in section.active}


ROUTES = [documents_page, document_file]
