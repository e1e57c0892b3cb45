"""The official final report in files: pages, JSON, TRF where one can carry it, h9, AGA for Go."""

from collections.abc import Callable
from pathlib import Path

from qipan.formats.report.aga import write_aga
from qipan.formats.report.h9 import write_h9
from qipan.formats.report.json import write_json
from qipan.formats.report.pdf import write_pdf, write_printable
from qipan.formats.report.trf import write_report_trf
from qipan.formats.trf.write import Dialect
from qipan.kernel.errors import Unknown
from qipan.views.report import Report

Writer = Callable[[Report, str], bytes]
TRF = {".trf": Dialect.TRF26, ".trf16": Dialect.TRF16}
WRITERS: dict[str, Writer] = {
    ".pdf": write_pdf,
    ".html": write_printable,
    ".json": lambda report, language: write_json(report),
    ".trf": lambda report, language: write_report_trf(report),
    ".h9": lambda report, language: write_h9(report),
    ".aga": lambda report, language: write_aga(report),
    ".trf16": lambda report, language: write_report_trf(report, Dialect.TRF16),
}


def write_report(
    report: Report, name: str, language: str = "en", paper: str = "a4", dutch: str = ""
) -> bytes:
    """Write a report as the ending of a file name asks. Raises Unknown, or as the writer does.

    ``dutch`` is what a TRF calls the Dutch system of 2026, where a reader knows one name only.
    """
    ending = Path(name).suffix.lower()
    if ending not in WRITERS:
        raise Unknown("form of report", ending or name, tuple(WRITERS))
    if ending == ".pdf":
        return write_pdf(report, language, paper)
    if ending == ".html":
        return write_printable(report, language, paper)
    if dutch and ending in TRF:
        return write_report_trf(report, TRF[ending], dutch)
    return WRITERS[ending](report, language)


__all__ = ["WRITERS", "write_report"]
