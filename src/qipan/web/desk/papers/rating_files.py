"""Files for the rating sites of Go, to download at the desk."""

from typing import Any

from litestar import Request, Response, get

from qipan.formats.report import write_report
from qipan.formats.report.go_checks import FORMS
from qipan.kernel.errors import Unknown
from qipan.office.reports import make_report
from qipan.web.desk.page import DeskVisit
from qipan.web.desk.routes import require_staff
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]


@get(
    "/c/{competition:str}/{section:str}/rating-file/{form:str}",
    name="rating-file",
    include_in_schema=False,
    sync_to_thread=True,
)
def rating_file(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, form: InPath
) -> Response[bytes]:
    """Give the results as a rating site reads them: for the staff, since it holds their ids."""
    place = DeskVisit(context, visitor_of(request, context), (competition, section), {})
    require_staff(place)
    if form not in FORMS:
        raise Unknown("rating file", form[:20], FORMS)
    report = make_report(place.office, place.home, place.section)
    content = write_report(report, f"x.{form}")
    kept = f'attachment; filename="{place.home}-{place.section}.{form}"'
    headers = {"content-disposition": kept, "cache-control": "private, no-store"}
    return Response(content, media_type="text/plain; charset=utf-8", headers=headers)


ROUTES = [rating_file]
