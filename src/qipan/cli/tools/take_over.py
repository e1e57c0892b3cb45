"""``qipan take-over``: go on with an event that began under another program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, house, section_of
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.cli.progress import progress
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId

if TYPE_CHECKING:
    from qipan.office.take_over.event import TakenReport


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("take-over")(take_over_file)
    app.command("copy-entrants")(copy_people)


def take_over_file(
    file: Annotated[Path, typer.Argument(help="TRF, OpenGotha XML, or a cross table.")],
    competition: Annotated[str, typer.Option("--as", help="Short id of the competition.")],
    title: Annotated[str, typer.Option(help="Title people read; else as in the file.")] = "",
    book: Annotated[str, typer.Option(help="Rulebook; without it one is made of the file.")] = "",
    event: Annotated[str, typer.Option(help="Event of the book.")] = "",
    section: Annotated[str, typer.Option("--section", "-s", help="Short id of the section.")] = "",
    game: Annotated[str, typer.Option(help="The game, where no book is named.")] = "",
    number: Annotated[
        int, typer.Option("--round", "-r", min=0, help="Take it after this round; else all.")
    ] = 0,
    rounds: Annotated[int, typer.Option(min=0, max=99, help="Rounds in all, if not said.")] = 0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be taken.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Continue a competition from another program's file; says what was and was not taken."""
    from qipan.office.take_over.event import TakeOverAsked, take_over
    from qipan.store import is_postgres, path_of
    from qipan.wiring import simulated_office

    asked = TakeOverAsked(
        competition=competition,
        title=title,
        book=book,
        event=event,
        section=section,
        game=game,
        round=number,
        rounds=rounds,
    )
    content = _content(file)
    new = not is_postgres(data) and not path_of(data).exists()
    if new:  # nothing is refused after there is a file
        with progress("playing the rounds again"):
            office = simulated_office(0)
            report = take_over(office, ACTOR, content, file.name, asked, dry_run=True)
    if not (new and dry_run):
        with house(data, create=not dry_run) as found:
            office = found.office
            with progress("playing the rounds again"):
                report = take_over(office, ACTOR, content, file.name, asked, dry_run=dry_run)
    if as_json:
        print_json(report)
    else:
        _show(report)


def _show(report: TakenReport) -> None:
    from qipan.i18n import say

    verb = "would be taken over" if report.dry_run else "taken over"
    what = "teams" if report.teams else "players"
    console.print(
        f"{report.competition}/{report.section}: {verb} after round {report.rounds} of "
        f"{report.planned}, {report.entrants} {what}",
        markup=False,
    )
    for each in report.taken:
        console.print(f"  + {say('en', each.code, each.facts)}", markup=False)
    for each in report.not_taken:
        console.print(f"  ! {say('en', each.code, each.facts)}", markup=False)
    if report.away:
        words = say("en", "take-over.away", {"names": ", ".join(report.away[:20])})
        console.print(f"  ? {words}", markup=False)
    rows = [(x.number, x.name, x.unit, x.rating or "", x.points) for x in report.lines]
    print_table(report.title, ("no", "name", "unit", "rating", "points"), rows)
    console.print(f"source {report.source}", markup=False)


def copy_people(
    competition: str,
    source: Annotated[str, typer.Option("--from", help="The competition they played in.")],
    source_section: Annotated[str | None, typer.Option("--from-section")] = None,
    section: SectionName = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Enter the people of another competition; the book checks each like any entry."""
    from qipan.i18n import say
    from qipan.office.take_over.entrants import copy_entrants

    with house(data) as found:
        _, old = section_of(found, source, source_section)
        _, place = section_of(found, competition, section)
        report = copy_entrants(
            found.office,
            (CompetitionId(source), old.id),
            (CompetitionId(competition), place.id),
            ACTOR,
            dry_run=dry_run,
        )
    if as_json:
        print_json(report)
        return
    verb = "would be" if dry_run else "were"
    console.print(
        f"{verb}: {len(report.added)} added, {len(report.updated)} updated, "
        f"{len(report.unchanged)} unchanged, {len(report.blocked)} blocked",
        markup=False,
    )
    for each in report.blocked:
        why = say("en", each.code, each.facts)
        console.print(f"  {each.name}: {why} [{each.citation}]", markup=False)


def _content(file: Path) -> bytes:
    from qipan.formats.lists.faults import MOST_BYTES

    try:
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
