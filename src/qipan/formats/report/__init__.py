"""The official final report in files: PDF, JSON, and TRF where a TRF can carry it."""

from collections.abc import Callable
from pathlib import Path

from qipan.formats.report.json import write_json
from qipan.formats.report.pdf import write_pdf
from qipan.formats.report.trf import write_report_trf
from qipan.kernel.errors import Unknown
from qipan.views.report import Report

Writer = Callable[[Report, str], bytes]
WRITERS: dict[str, Writer] = {
    ".pdf": write_pdf,
    ".json": lambda report, language: write_json(report),
    ".trf": lambda report, language: write_report_trf(report),
}


def write_report(report: Report, name: str, language: str = "en", paper: str = "a4") -> bytes:
    """Write a report as the ending of a file name asks. Raises Unknown, or as the writer does."""
    ending = Path(name).suffix.lower()
    if ending not in WRITERS:
        raise Unknown("form of report", ending or name, tuple(WRITERS))
    if ending == ".pdf":
        return write_pdf(report, language, paper)
    return WRITERS[ending](report, language)


__all__ = ["WRITERS", "write_report"]
