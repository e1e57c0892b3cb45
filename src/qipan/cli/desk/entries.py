"""``qipan entries import``: a list of entries from a spreadsheet or csv file."""

from pathlib import Path
from typing import Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, house, section_of
from qipan.cli.output import WRONG, AsJson, console, print_json, print_table
from qipan.cli.progress import progress
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId

Repeated = list[str] | None


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Lists of entries.", no_args_is_help=True)
    group.callback()(lambda: None)
    group.command("import")(import_file)
    group.command("columns")(show_columns)
    group.command("template")(write_template)
    app.add_typer(group, name="entries")


ListFile = Annotated[
    Path, typer.Argument(help="xlsx, xls, ods, csv, text or a tournament report (TRF).")
]
SheetName = Annotated[str, typer.Option("--sheet", help="The sheet to read; else the best one.")]
HeadingRow = Annotated[
    int | None, typer.Option("--heading-row", min=0, help="The row of the headings; 0: none.")
]
Uses = Annotated[
    Repeated,
    typer.Option("--map", help="HEADING=use or B=use; an empty use leaves the column out."),
]
MonthFirst = Annotated[bool, typer.Option("--month-first", help="3/5/1990 is 5 March.")]
Fill = Annotated[
    Repeated, typer.Option("--fill", help="Empty cells mean the one above: unit, team, section.")
]
Only = Annotated[str, typer.Option("--only", help="Take the rows of this section of the list.")]


def import_file(
    competition: str,
    file: ListFile,
    section: SectionName = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen.")] = False,
    sheet: SheetName = "",
    heading_row: HeadingRow = None,
    uses: Uses = None,
    month_first: MonthFirst = False,
    fill: Fill = None,
    only: Only = "",
    fix: Annotated[
        Repeated, typer.Option("--fix", help="C5=value: what a cell should have been.")
    ] = None,
    same: Annotated[
        list[int] | None, typer.Option("--same", help="A row that is somebody who is in already.")
    ] = None,
    against: Annotated[
        str, typer.Option("--list", help="Hold the rows against this rating list.")
    ] = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Import entries from a file; say who was added, corrected, unchanged, blocked or unreadable.

    Columns are known by their headings in four languages, or as --map says; others are left out.
    Ends with 1 if a row was blocked or a cell could not be read.
    """
    from qipan.formats.lists.asked import asked_columns
    from qipan.formats.lists.mapping import checked, likeness
    from qipan.formats.lists.reading import read_list, with_repairs
    from qipan.formats.lists.said import SaidColumns, said_mapping
    from qipan.formats.lists.sheets import read_sheets
    from qipan.i18n import say
    from qipan.office.entry_import import import_entries
    from qipan.sections.lookup import event_of

    content = _content(file)
    with house(data) as found:
        state, place = section_of(found, competition, section)
        asked = asked_columns(event_of(state, place), place.title)
        read = read_sheets(content, file.name, sheet, likeness)
        said = SaidColumns(heading_row, uses or (), month_first, fill or (), only)
        mapping = said_mapping(read.chosen, asked, said, file.name)
        repaired = with_repairs(read.chosen, dict(map(_pair, fix or ())))
        listed = read_list(repaired, checked(mapping, asked, file.name), asked)
        rows = [(row.line, row.newcomer) for row in listed.listed]
        at = (CompetitionId(competition), place.id)
        lists = found.side_tables.rating_lists
        with progress("importing entries"):
            report = import_entries(
                found.office,
                at,
                ACTOR,
                rows,
                dry_run=dry_run,
                same=frozenset(same or ()),
                against=(lists, lists.head(against)) if against else None,
            )
    if as_json:
        print_json(
            {
                "report": report,
                "failed": listed.failed,
                "left_out": listed.left_out,
                "unused": listed.unused,
                "mapping": mapping,
            }
        )
    else:
        counts = {
            "added": report.added,
            "updated": report.updated,
            "unchanged": report.unchanged,
            "blocked": report.blocked,
            "failed": listed.failed,
        }
        verb = "would be" if dry_run else "were"
        words = ", ".join(f"{len(each)} {name}" for name, each in counts.items())
        console.print(f"{verb}: {words}", markup=False)
        why = [
            (b.line, b.name, f"{say('en', b.code, b.facts)} [{b.citation}]") for b in report.blocked
        ]
        if why:
            print_table("Blocked", ("row", "name", "why"), why)
        if listed.failed:
            cells = [
                (each.cell, each.value, say("en", each.code, each.facts)) for each in listed.failed
            ]
            print_table("Not readable", ("cell", "value", "why"), cells)
        if listed.left_out:
            left = [(x.line, x.name, say("en", x.code, x.facts)) for x in listed.left_out]
            print_table("Left out", ("row", "name", "why"), left)
        for each in report.doubles:
            words = f"row {each.line}: {each.name} is in already ({each.known}; here {each.given})"
            console.print(f"{words}; --same {each.line} if it is one person", markup=False)
        for doubt in report.doubts:
            console.print(f"  ? {say('en', doubt.code, doubt.facts)}", markup=False)
        if listed.unused:
            console.print(f"columns left out: {', '.join(listed.unused)}", markup=False)
    if report.blocked or listed.failed:
        raise typer.Exit(WRONG)


def show_columns(
    competition: str,
    file: ListFile,
    section: SectionName = None,
    sheet: SheetName = "",
    heading_row: HeadingRow = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show which column of a file would be used as what; change nothing."""
    from qipan.formats.lists.asked import asked_columns
    from qipan.formats.lists.mapping import likeness
    from qipan.formats.lists.packed import column_letters
    from qipan.formats.lists.said import SaidColumns, said_mapping
    from qipan.formats.lists.sheets import read_sheets
    from qipan.sections.lookup import event_of

    with house(data) as found:
        state, place = section_of(found, competition, section)
        asked = asked_columns(event_of(state, place), place.title)
    read = read_sheets(_content(file), file.name, sheet, likeness)
    mapping = said_mapping(read.chosen, asked, SaidColumns(heading_row), file.name)
    if as_json:
        print_json({"sheets": read.names, "mapping": mapping})
        return
    row = read.chosen.rows[mapping.heading - 1] if mapping.heading else ()
    lines = [
        (column_letters(at), row[at] if at < len(row) else "", use or "left out")
        for at, use in enumerate(mapping.columns)
    ]
    print_table(f"Row {mapping.heading} of {read.chosen.name or file.name}",
                ("column", "heading", "used as"), lines)  # fmt: skip


def write_template(
    competition: str,
    file: Annotated[Path, typer.Argument(help="The .xlsx file to write.")],
    section: SectionName = None,
    language: Annotated[str, typer.Option("--language")] = "en",
    data: Data = DEFAULT,
) -> None:
    """Write an empty list with the columns that the event needs."""
    from qipan.formats.lists.asked import asked_columns
    from qipan.formats.lists.template import template
    from qipan.sections.lookup import event_of
    from qipan.views.entry_fields import needed_columns

    with house(data) as found:
        state, place = section_of(found, competition, section)
        rules = event_of(state, place)
    needed = [each.field for each in needed_columns(rules)]
    fields = list(dict.fromkeys([*needed, "unit", "birth", "rating"]))
    content = template(language, place.title, fields, asked_columns(rules, place.title))
    try:
        file.write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=str(file)) from error
    console.print(f"wrote {file}", markup=False)


def _pair(text: str) -> tuple[str, str]:
    left, sign, right = text.partition("=")
    if not left or not sign:
        raise BadInput(f"{text[:40]!r} is not of the form C5=value", where="--fix")
    return left, right


def _content(file: Path) -> bytes:
    from qipan.formats.entry_list import MOST_BYTES

    try:
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
