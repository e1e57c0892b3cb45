"""The official final report among the documents: pages, JSON, and TRF where one can carry it."""

from qipan.formats.documents.asked import ROUND
from qipan.formats.documents.material import Material, Wish
from qipan.formats.report import write_report
from qipan.kernel.errors import Refused


def write(material: Material, wish: Wish, ending: str) -> bytes:
    """Write the report. Raises Refused if there is none yet, and as its writers do."""
    if material.report is None:
        raise Refused("doc.no-round", ROUND)
    return write_report(material.report, f"report.{ending}", wish.language, wish.paper)
