"""The report as a PDF, set by typst. Names in any script need a font for it; none: a clear no."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import typst

from qipan.i18n import local, say
from qipan.i18n.customs import money, universal
from qipan.i18n.keys import name_key
from qipan.i18n.prizes import goods_name
from qipan.kernel.errors import BadInput, Unavailable
from qipan.views.report import Report

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
    "annulled",
    "appeals",
    "approved-at",
    "board",
    "clause",
    "corrected",
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
    "went-on",
)


@cache
def families() -> frozenset[str]:
    """Give the names of all fonts that can be used."""
    return frozenset(typst.Fonts().families())


def scripts_of(text: str) -> set[str]:
    """Name the scripts of a text that need a font of their own."""
    found = set()
    for character in set(text):
        code = ord(character)
        for script, ranges in SCRIPTS.items():
            if any(first <= code <= last for first, last in ranges):
                found.add(script)
    return found


def fonts_for(text: str, known: frozenset[str] | None = None) -> list[str]:
    """Choose fonts for a text. Raises Unavailable and names the fonts that are missing."""
    known = families() if known is None else known
    chosen = [next((font for font in FONTS["Latin"] if font in known), "Libertinus Serif")]
    missing = []
    for script in sorted(scripts_of(text)):
        font = next((font for font in FONTS[script] if font in known), None)
        if font is None:
            missing.append(script)
        else:
            chosen.append(font)
    if missing:
        wanted = ", ".join(f"{script}: {FONTS[script][0]}" for script in missing)
        raise Unavailable("fonts for the report", f"install a font for {wanted}")
    return chosen


def write_pdf(report: Report, language: str = "en") -> bytes:
    """Set the report. Raises Unavailable if a font is missing."""
    content = _content(report, language)
    text = msgspec.json.encode(content).decode()
    content["fonts"] = fonts_for(text)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "report.typ").write_bytes(TEMPLATE.read_bytes())
        (root / "report.json").write_bytes(msgspec.json.encode(content, order="sorted"))
        try:
            made: Any = typst.compile(root / "report.typ", root=root, format="pdf", timestamp=0)
        except typst.TypstError as error:
            raise BadInput(f"the report cannot be set: {error}", where=report.section) from error
    return bytes(made)


def _content(report: Report, language: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(report)
    found["language"] = language
    found["event"] = local(report.event, language)
    found["book"] = local(report.book, language)
    found["keys"] = [name_key(language, key) for key in report.keys]
    found["supplements"] = [
        {"number": each.number, "date": each.date, "text": local(each.text, language)}
        for each in report.supplements
    ]
    found["approved_at"] = universal(language, report.approved_at)
    found["derived"] = {
        _named(language, "ui.derived", name): rows for name, rows in found["derived"].items()
    }
    for prize in found["prizes"]:
        prize["table"] = _named(language, "ui.prize-list", prize["table"])
        prize["money"] = money(language, prize["money"])
        prize["goods"] = [goods_name(language, each) for each in prize["goods"]]
    for appeal in found["appeals"]:
        appeal["outcome"] = _named(language, "doc.outcome", appeal["outcome"])
    found["labels"] = {label: say(language, f"report.{label}") for label in LABELS}
    return found


def _named(language: str, kind: str, word: str) -> str:
    """Name a word of a book; what has no name keeps it."""
    code = f"{kind}.{word}"
    name = say(language, code)
    return word if name == code else name
