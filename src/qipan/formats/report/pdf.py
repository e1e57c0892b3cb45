"""The report as a PDF, set by typst. Names in any script need a font for it; none: a clear no."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import typst

from qipan.desk.report import Report
from qipan.i18n import local, say
from qipan.i18n.keys import name_key
from qipan.kernel.errors import BadInput, Unavailable

TEMPLATE = Path(__file__).parent / "report.typ"
SCRIPTS = {
    "Chinese": ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF)),
    "Thai": ((0x0E00, 0x0E7F),),
}
FONTS = {
    "Latin": ("Noto Sans", "Libertinus Serif"),
    "Chinese": ("Noto Sans CJK SC", "Noto Serif CJK SC", "Source Han Sans SC", "SimSun"),
    "Thai": ("Noto Sans Thai", "Noto Serif Thai", "Noto Looped Thai", "Garuda"),
}
LABELS = (
    "appeals",
    "approved-at",
    "clause",
    "derived",
    "disqualified",
    "draft",
    "due-days",
    "events",
    "final-report",
    "goods",
    "journal",
    "lots",
    "money",
    "name",
    "number",
    "offence",
    "official",
    "outcome",
    "penalties",
    "place",
    "prizes",
    "rating",
    "reasons",
    "round",
    "rounds",
    "signature",
    "supplements",
    "table",
    "titles",
    "total",
    "unit",
)
