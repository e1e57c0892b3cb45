"""Documents to print and to pass on: lists, cards, slips, forms, certificates, the rulebook.

A document is a module of this folder with ``table`` (PDF, spreadsheet and CSV), ``pdf`` (pages of
its own), or both; ``write`` makes forms of its own. Everything is a pure function of ``Material``
and ``Wish``.
"""

from collections.abc import Callable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from qipan.formats.documents import (
    appeals_log,
    board_cards,
    certificates,
    cross_table,
    entry_list,
    final_report,
    ledger,
    line_up_forms,
    pairings_by_board,
    pairings_by_name,
    prize_list,
    record_sheets,
    result_form,
    result_slips,
    rulebook,
    scoresheets,
    standings,
    team_sheets,
)
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.table import DocumentTable, to_csv, to_pages, to_xlsx
from qipan.kernel.errors import Unknown

__all__ = ["DOCUMENTS", "MEDIA", "Document", "Ending", "Material", "Wish", "document", "make"]


class Ending(StrEnum):
    """How a document is written."""

    PDF = "pdf"
    HTML = "html"
    """A page for a browser to print."""
    XLSX = "xlsx"
    CSV = "csv"
    JSON = "json"
    TRF = "trf"
    TRF16 = "trf16"
    H9 = "h9"
    AGA = "aga"


PAGES = (Ending.PDF, Ending.HTML)
TABLES = (*PAGES, Ending.XLSX, Ending.CSV)
MEDIA = {
    Ending.PDF: "application/pdf",
    Ending.HTML: "text/html; charset=utf-8",
    Ending.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Ending.CSV: "text/csv",
    Ending.JSON: "application/json",
    Ending.TRF: "text/plain; charset=utf-8",
    Ending.TRF16: "text/plain; charset=utf-8",
    Ending.H9: "text/plain; charset=utf-8",
    Ending.AGA: "text/plain; charset=utf-8",
}


class Document(msgspec.Struct, frozen=True):
    """A document: how it is made, and who may have it."""

    name: str
    table: Callable[[Material, Wish], DocumentTable] | None = None
    pdf: Callable[[Material, Wish], bytes] | None = None
    write: Callable[[Material, Wish, str], bytes] | None = None
    """Makes it in other forms, see ``forms``."""
    forms: tuple[Ending, ...] = ()
    staff: bool = False
    """For the desk only."""
    needs: str = ""
    """What of the material it is about; without it, it is not offered."""
    of_round: bool = False
    """About one round."""
    after_round: bool = False
    """About how things stood after a round."""
    of_teams: bool = False
    """About teams."""
    of_deals: bool = False
    """About the scoresheets of card tables."""
    reports: bool = False
    """Made of the official final report, for which the whole journal is read."""
    blank: bool = False
    """Of use before any round is paired."""

    @property
    def endings(self) -> tuple[Ending, ...]:
        """List how it can be written."""
        if self.forms:
            return self.forms
        return PAGES if self.table is None else TABLES

    def fits(self, material: Material) -> bool:
        """Say whether the document can be made as things stand."""
        if self.of_teams and material.teams is None:
            return False
        if self.needs and not getattr(material, self.needs):
            return False
        if self.of_deals and not material.deals:
            return False
        return self.blank or bool(material.rounds)


DOCUMENTS: dict[str, Document] = {
    each.name: each
    for each in (
        Document("entries", table=entry_list.table, blank=True),
        Document("pairings", table=pairings_by_board.table, of_round=True),
        Document("pairings-by-name", table=pairings_by_name.table, of_round=True),
        Document("standings", table=standings.table, after_round=True),
        Document("cross-table", table=cross_table.table, after_round=True),
        Document(
            "team-sheets",
            table=team_sheets.table,
            pdf=team_sheets.pdf,
            of_teams=True,
            blank=True,
        ),
        Document("prizes", table=prize_list.table, needs="prizes", blank=True),
        Document("scoresheets", table=scoresheets.table, of_round=True, of_deals=True),
        Document("rulebook", table=rulebook.table, pdf=rulebook.pdf, blank=True),
        Document("board-cards", pdf=board_cards.pdf, staff=True, of_round=True),
        Document("result-slips", pdf=result_slips.pdf, staff=True, of_round=True),
        Document("record-sheets", pdf=record_sheets.pdf, staff=True, of_round=True, blank=True),
        Document("line-up-forms", pdf=line_up_forms.pdf, staff=True, of_teams=True, blank=True),
        Document("certificates", pdf=certificates.pdf, staff=True),
        Document("prize-receipts", pdf=prize_list.receipts, staff=True, needs="winners"),
        Document("fees", table=ledger.fees, staff=True, needs="fees", blank=True),
        Document("ledger", table=ledger.table, staff=True, needs="money", blank=True),
        Document("appeals", table=appeals_log.table, staff=True, blank=True),
        Document(
            "report",
            write=final_report.write,
            forms=(*PAGES, Ending.JSON, Ending.TRF, Ending.TRF16),
            staff=True,
            reports=True,
        ),
        Document(
            "result-form",
            table=result_form.table,
            pdf=result_form.pdf,
            staff=True,
            reports=True,
        ),
        Document(
            "rating-files",
            write=final_report.write,
            forms=(Ending.H9, Ending.AGA),
            staff=True,
            needs="plays_go",
            reports=True,
        ),
    )
}


def document(name: str) -> Document:
    """Find a document. Raises Unknown and lists what there is."""
    if name not in DOCUMENTS:
        raise Unknown("document", name, tuple(DOCUMENTS))
    return DOCUMENTS[name]


def make(name: str, ending: str, material: Material, wish: Wish) -> bytes:
    """Write a document.

    Raises Unknown for a document, ending or round there is none of; Refused for what cannot be
    made yet or for want of a font, Unavailable for a PDF where no typesetter is installed.
    """
    found = document(name)
    if ending not in found.endings:
        raise Unknown("document", f"{name}.{ending}", tuple(found.endings))
    if found.write is not None:
        return found.write(material, wish, ending)
    wish = replace(wish, for_browser=ending == Ending.HTML)
    if ending in PAGES and found.pdf is not None:
        return found.pdf(material, wish)
    if found.table is None:
        raise Unknown("document", f"{name}.{ending}", tuple(found.endings))
    table = found.table(material, wish)
    if ending in PAGES:
        return to_pages(table, material, wish)
    return to_csv(table, wish) if ending == Ending.CSV else to_xlsx(table, wish)
