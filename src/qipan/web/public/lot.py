"""A lot as a small public ceremony: commitment, draw, and how anybody checks it."""

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Template

from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Unknown
from qipan.kernel.lots import faults
from qipan.sections.places import pending_lots
from qipan.web.shared.addresses import code_for
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.reader_names import candidate_names
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import find_public_section
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Asked = Annotated[str, QueryParameter(name="lot", max_length=200)]


def _candidates(state: Competition, section: Section, lot: str) -> tuple[str, ...]:
    if lot in section.lots:
        return section.lots[lot].order
    if section.order and lot in (waiting := pending_lots(state, section)):
        return waiting[lot]
    return tuple(map(str, section.active))


@get(
    "/c/{competition:str}/{section:str}/lot",
    name="lot",
    sync_to_thread=True,
    include_in_schema=False,
)
def ceremony(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, lot: Asked
) -> Template:
    """Show a lot to the hall: what it is among, its commitment, and the draw once it is made."""
    state, found = find_public_section(context, competition, section)
    if lot not in found.commitments:
        raise Unknown("lot", lot, tuple(found.commitments))
    visitor = visitor_of(request, context)
    drawn = found.lots.get(lot)
    names = context.house.office.names(found)
    listed = candidate_names(names, visitor.language, _candidates(state, found, lot))
    return page(
        "public/lot.html",
        visitor,
        competition=state,
        section=found,
        lot=lot,
        commitment=found.commitments[lot],
        drawn=drawn,
        listed=listed,
        wrong=faults(drawn) if drawn else (),
        code=code_for(request, visitor, f"/c/{state.id}/{found.id}/lot?lot={lot}"),
    )


@get(
    "/c/{competition:str}/{section:str}/lot.json",
    name="lot-file",
    sync_to_thread=True,
    include_in_schema=False,
)
def lot_file(context: Around, competition: InPath, section: InPath, lot: Asked) -> Response[Any]:
    """Give a draw as the file that ``qipan lot verify`` reads. Raises Unknown before it is made."""
    _, found = find_public_section(context, competition, section)
    if lot not in found.lots:
        raise Unknown("draw", lot, tuple(found.lots))
    headers = {"content-disposition": 'attachment; filename="lot.json"'}
    return Response(found.lots[lot], media_type="application/json", headers=headers)


ROUTES = [ceremony, lot_file]
