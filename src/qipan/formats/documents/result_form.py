"""The form on which a federation is told the results: cross table, titles, who signs for it.

The bodies of xiangqi (the Malaysian, Asian and World federations) publish no blank form. What their
regulations ask of a result is here: everybody with federation and title, every round with opponent
and side, points and tie-breaks in their order, titles earned, what was not played, and the arbiters
with a line to sign on. The same rows go into a spreadsheet.
"""

from qipan.formats.documents.asked import ROUND
from qipan.formats.documents.material import Material, Person, Wish
from qipan.formats.documents.printing import pages
from qipan.formats.documents.table import (
    Cell,
    Column,
    ColumnKind,
    DocumentTable,
    pdf_parts,
)
from qipan.formats.report.pdf import round_cell, says_something, sides_of
from qipan.i18n import say
from qipan.i18n.keys import name_key
from qipan.i18n.names import shown
from qipan.kernel.errors import Refused
from qipan.views.report import Report, ReportLine
from qipan.views.report_sheet import ReportSheet, SheetLine
from qipan.views.section import halves

MOST_SIGN = 6
WIDEST = 14
"""Columns that fit beside a name of thirty letters."""
WHO = (0, 1, 2)
"""Place, number and name."""
FORFEITS = frozenset("+-")
PLAYED = frozenset("1=0")


def table(material: Material, wish: Wish) -> DocumentTable:
    """Give the rows of the form. Raises Refused if there is no report yet."""
    report, sheet = _report(material)
    words = wish.language
    known = {line.number: line for line in sheet.lines}
    titles = dict(report.titles)
    used = [at for at in range(len(report.keys)) if says_something(report, at)]
    return DocumentTable(
        title=say(words, "doc.title.result-form"),
        columns=(
            Column(say(words, "report.place"), ColumnKind.NUMBER),
            Column(say(words, "report.number"), ColumnKind.NUMBER),
            Column(say(words, "report.name"), ColumnKind.NAME),
            Column(say(words, "doc.form.federation")),
            Column(say(words, "report.unit")),
            Column(say(words, "ui.title")),
            Column(say(words, "doc.form.licence")),
            Column(say(words, "doc.form.born")),
            *(Column(str(at + 1), ColumnKind.MARK) for at in range(report.rounds)),
            *(Column(name_key(words, report.keys[at]), ColumnKind.NUMBER) for at in used),
            Column(say(words, "doc.form.earned")),
        ),
        rows=tuple(
            (
                *_row(line, known[line.number], report, words),
                *(halves(line.values[at]) if at < len(line.values) else "" for at in used),
                titles.get(line.name, ""),
            )
            for line in report.lines
        ),
        note=summary(report, sheet, words),
    )


def _report(material: Material) -> tuple[Report, ReportSheet]:
    report = material.report
    if report is None or report.sheet is None:
        raise Refused("doc.no-round", ROUND)
    return report, report.sheet


def _row(line: ReportLine, known: SheetLine, report: Report, words: str) -> tuple[Cell, ...]:
    sides = sides_of(report.game, words)
    rounds = [round_cell(cell, sides, words) for cell in line.rounds]
    one = known.people[0] if len(known.people) == 1 else None
    return (
        "–" if line.place is None else str(line.place),
        str(line.number),
        Person(line.name, line.latin),
        one.federation if one else "",
        "" if line.unit in (line.name, one.federation if one else "") else line.unit,
        one.title if one else "",
        one.licence if one else "",
        one.birth[:4] if one else "",
        *rounds[: report.rounds],
        *[""] * (report.rounds - len(rounds)),
    )


def summary(report: Report, sheet: ReportSheet, language: str) -> str:
    """Count in one sentence who took part, and what was played and what was not."""
    cells = [cell.sign for line in sheet.lines for cell in line.cells if cell.opponent]
    facts = {
        "n": len(sheet.lines),
        "units": len({line.unit for line in sheet.lines if line.unit}),
        "rounds": report.rounds,
        "played": sum(sign in PLAYED for sign in cells) // 2,
        "forfeits": sum(sign in FORFEITS for sign in cells) // 2,
    }
    return say(language, "doc.form.summary", facts)


def pdf(material: Material, wish: Wish) -> bytes:
    """Set the form: the table, titles and penalties below, lines to sign. Raises as ``table``."""
    report, _ = _report(material)
    words = wish.language
    made = table(material, wish)
    state = "official" if report.official else "draft"
    return pages(
        "resultform",
        material,
        wish,
        title=made.title,
        note=made.note,
        state=say(words, f"report.{state}"),
        official=report.official,
        regulation=f"{report.citation} · {say(words, 'report.journal')} {report.journal}",
        parts=[part for each in _halves(made) for part in pdf_parts(each, words)],
        titles_heading=say(words, "report.titles"),
        titles=[[_both(report, name, words), title] for name, title in report.titles],
        disqualified_heading=say(words, "report.disqualified"),
        disqualified=[_both(report, name, words)["main"] for name in report.disqualified],
        signers=signers(material, words),
        signature=say(words, "doc.signature"),
        date=say(words, "doc.date"),
    )


def _halves(made: DocumentTable) -> list[DocumentTable]:
    """Part a table that is too wide for names: figures first, then round by round."""
    marks = [at for at, each in enumerate(made.columns) if each.kind is ColumnKind.MARK]
    if len(made.columns) <= WIDEST:
        return [made]
    figures = [at for at in range(len(made.columns)) if at not in marks]
    return [_chosen(made, figures), _chosen(made, [*WHO, *marks])]


def _chosen(made: DocumentTable, columns: list[int]) -> DocumentTable:
    return DocumentTable(
        made.title,
        tuple(made.columns[at] for at in columns),
        tuple(tuple(row[at] for at in columns) for row in made.rows),
    )


def _both(report: Report, name: str, language: str) -> dict[str, str]:
    both = shown(Person(name, report.latin.get(name, "")), language)
    return {"main": both.main, "other": both.other}


def signers(material: Material, language: str) -> list[list[str]]:
    """Name who signs: the officials that the competition names, else the offices that must."""
    said = material.particulars
    named = [[each.role, each.name] for each in said.officials[:MOST_SIGN]] if said else []
    blank = [[say(language, f"doc.{office}"), ""] for office in ("chief-arbiter", "form.arbiter")]
    organiser = [say(language, "doc.form.organiser"), said.organisers if said else ""]
    return [*(named or blank), organiser]
