"""``qipan entries import``: a list of entries from a spreadsheet or csv file."""

from pathlib import Path
from typing import Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, house, section_of
from qipan.cli.output import WRONG, AsJson, console, print_json, print_table
from qipan.formats.entry_list import MOST_BYTES, read_entry_list
from qipan.i18n import say
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId
from qipan.office.entry_import import import_entries


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Lists of entries.", no_args_is_help=True)
    group.callback()(lambda: None)
    group.command("import")(import_file)
    app.add_typer(group, name="entries")


def import_file(
    competition: str,
    file: Annotated[
        Path, typer.Argument(help="A .xlsx or .csv file; the first row names columns.")
    ],
    section: SectionName = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Take entries from a file; report who was added, put right, unchanged, blocked or unreadable.

    Ends with 1 if a row was blocked or a cell could not be read.
    """
    listed = read_entry_list(_content(file), file.name)
    rows = [(row.line, row.newcomer) for row in listed.listed]
    with house(data) as found:
        _, place = section_of(found, competition, section)
        at = (CompetitionId(competition), place.id)
        report = import_entries(found.office, at, ACTOR, rows, dry_run=dry_run)
    if as_json:
        print_json({"report": report, "failed": listed.failed})
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
    if report.blocked or listed.failed:
        raise typer.Exit(WRONG)


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
