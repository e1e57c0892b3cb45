"""The report as a PDF, set by typst. Names in any script need a font for it; none: a clear no."""

import re
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from qipan.formats.papers import CSS_PAPERS, PAPERS
from qipan.formats.printable import printable
from qipan.formats.typesetter import fonts, typesetter
from qipan.i18n import local, say
from qipan.i18n.customs import date_of, money, universal
from qipan.i18n.keys import name_key
from qipan.i18n.lots import lot_name
from qipan.i18n.names import shown
from qipan.i18n.prizes import goods_name
from qipan.i18n.sides import sides_of_game
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Unavailable
from qipan.views.report import Report
from qipan.views.section import halves

BETWEEN_MEMBERS = " / "
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
    "matches",
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
    "round-by-round",
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
    return frozenset(fonts().families())


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


def write_pdf(report: Report, language: str = "en", paper: str = "a4") -> bytes:
    """Set the report. Raises Unavailable if a font is missing."""
    content = _content(report, language)
    content["paper"] = PAPERS.get(paper, "a4")
    text = msgspec.json.encode(content).decode()
    content["fonts"] = fonts_for(text)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "report.typ").write_bytes(TEMPLATE.read_bytes())
        (root / "report.json").write_bytes(msgspec.json.encode(content, order="sorted"))
        try:
            made: Any = typesetter().compile(
                root / "report.typ", root=root, font_paths=fonts(), format="pdf", timestamp=0
            )
        except typesetter().TypstError as error:
            raise BadInput(f"the report cannot be set: {error}", where=report.section) from error
    return bytes(made)


def write_printable(report: Report, language: str = "en", paper: str = "a4") -> bytes:
    """Write the same report as a page for a browser to print."""
    content = _content(report, language) | {"size": CSS_PAPERS.get(paper, "A4")}
    return printable("report", language, content)


def _content(report: Report, language: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(report)
    names = ReaderNames(report, language)
    found["language"] = language
    found["event"] = local(report.event, language)
    found["book"] = local(report.book, language)
    used = [at for at in range(len(report.keys)) if says_something(report, at)]
    found["keys"] = [name_key(language, report.keys[at]) for at in used]
    found["supplements"] = [
        {"number": each.number, "date": each.date, "text": local(each.text, language)}
        for each in report.supplements
    ]
    found["approved_at"] = universal(language, report.approved_at)
    found["approved_by"] = report.approved_by.removeprefix("account:")
    found["derived"] = {
        _named(language, "ui.derived", name): rows for name, rows in found["derived"].items()
    }
    sides = sides_of(report.game, language)
    for line, said in zip(found["lines"], report.lines, strict=True):
        line["name"] = names.of(said.name, said.latin)
        line["members"] = ""
        if said.unit and said.name.count(BETWEEN_MEMBERS) > 1:
            # A team goes by its unit, with everybody of it below.
            line["name"] = {"main": said.unit, "other": ""}
            line["members"] = names.members(said.name, said.latin)
        line["rounds"] = [round_cell(cell, sides, language) for cell in said.rounds]
        line["values"] = [halves(each) for each in _chosen(said.values, used)]
    for prize in found["prizes"]:
        prize["table"] = _named(language, "ui.prize-list", prize["table"])
        prize["money"] = money(language, prize["money"])
        prize["goods"] = [goods_name(language, each) for each in prize["goods"]]
    for penalty in found["penalties"]:
        penalty["offence"] = _named(language, "desk.offence", penalty["offence"])
        penalty["penalties"] = [
            say(language, f"desk.penalty.{kind}", {"amount": halves(amount) or "1", "until": ""})
            for kind, amount in penalty["penalties"]
        ]
    for appeal in found["appeals"]:
        appeal["outcome"] = _named(language, "doc.outcome", appeal["outcome"])
    for each in (*found["prizes"], *found["penalties"], *found["annulled"], *found["appeals"]):
        each["name"] = names.of(each["name"])
    for rows in found["derived"].values():
        for each in rows:
            each["name"], each["total"] = names.of(each["name"]), halves(each["total"])
    for each in found["corrected"]:
        each["names"] = [names.of(name)["main"] for name in each["names"]]
        each["before"], each["after"] = halves(each["before"]), halves(each["after"])
    for match in found["matches"]:
        match["teams"] = [names.of(name)["main"] for name in match["teams"]]
        for board in match["boards"]:
            board["players"] = [names.of(name)["main"] for name in board["players"]]
    found["titles"] = [[names.of(name), title] for name, title in report.titles]
    found["disqualified"] = [names.of(name)["main"] for name in report.disqualified]
    found["lots"] = [
        {"lot": lot_name(language, each.lot), "commitment": each.commitment} for each in report.lots
    ]
    found["particulars"] = _particulars(report, language)
    found["legend"] = _legend(report, sides, language)
    found["labels"] = {label: say(language, f"report.{label}") for label in LABELS}
    return found


def _particulars(report: Report, language: str) -> list[list[str]]:
    """List what the competition says of itself, each with its heading."""
    said = report.particulars
    if said is None:
        return []
    days = [date_of(language, day) for day in dict.fromkeys((said.starts, said.ends)) if day]
    lines = [
        ("when", " – ".join(days)),
        ("place", said.place),
        ("organisers", said.organisers),
        ("hosts", said.hosts),
        ("supporters", said.supporters),
        ("federation", said.federation),
        ("rate", said.rate_of_play),
        ("contact", said.contact),
    ]
    found = [[say(language, f"ui.particulars.{name}"), text] for name, text in lines if text]
    officials = say(language, "ui.particulars.officials")
    return [*found, *([each.role or officials, each.name] for each in said.officials)]


def says_something(report: Report, at: int) -> bool:
    """Say whether a key has a value for anybody; one that nobody came to is not printed."""
    return any(
        value not in ("", "–") for line in report.lines for value in line.values[at : at + 1]
    )


def _chosen(values: Sequence[str], used: Sequence[int]) -> list[str]:
    return [values[at] if at < len(values) else "" for at in used]


class ReaderNames:
    """Names of the report in both forms, the reader's first."""

    def __init__(self, report: Report, language: str) -> None:
        self.latin, self.language = report.latin, language

    def of(self, name: str, latin: str | None = None) -> dict[str, str]:
        """Give both forms of a name."""
        known = self.latin.get(name, "") if latin is None else latin
        both = shown(Person(name=name, latin=known), self.language)
        return {"main": both.main, "other": both.other}

    def members(self, name: str, latin: str) -> str:
        """List the members of a team, each in both forms."""
        own = name.split(BETWEEN_MEMBERS)
        letters = latin.split(BETWEEN_MEMBERS)
        pairs = zip(own, letters if len(letters) == len(own) else [""] * len(own), strict=True)
        both = (shown(Person(name=one, latin=other), self.language).both for one, other in pairs)
        return " · ".join(both)


def sides_of(game: str, language: str) -> tuple[str, str]:
    """Name the two sides of a game, as in the game: Red and Black, or Black and White."""
    first, second = sides_of_game(language, game, {})
    return first.word, second.word


_CELL = re.compile(r"(\d+)([wb])([^f]*)(f?)")


def round_cell(cell: str, sides: tuple[str, str], language: str) -> str:
    """Write a round of a player in words: against whom, with which side, with what result."""
    if cell == "bye":
        return say(language, "report.bye")
    found = _CELL.fullmatch(cell)
    if found is None:
        return cell
    side = sides["wb".index(found[2])][:1]
    forfeit = say(language, "report.forfeit-mark") if found[4] else ""
    return f"{found[1]} {side} {halves(found[3])}{forfeit}".strip()


def _legend(report: Report, sides: tuple[str, str], language: str) -> str:
    if not any(_CELL.fullmatch(cell) for line in report.lines for cell in line.rounds):
        return ""
    first, second = sides
    facts = {
        "first": first, "second": second, "one": first[:1], "two": second[:1],
        "forfeit": say(language, "report.forfeit-mark"),
    }  # fmt: skip
    return say(language, "report.legend", facts)


def _named(language: str, kind: str, word: str) -> str:
    """Name a word of a book; what has no name keeps it."""
    code = f"{kind}.{word}"
    name = say(language, code)
    return word if name == code else name
