"""``qipan standings`` and ``qipan simulate``: tables, and why they are as they are."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from qipan.cli.desk.report import write_to
from qipan.cli.house import DEFAULT, Data, SectionName, entrant_of, house, section_of
from qipan.cli.output import AsJson, console, errors, exit_code, print_json, print_table
from qipan.i18n import say
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import SectionId
from qipan.office.reports import make_report
from qipan.rulebooks import book_named
from qipan.sections.places import standings as ranked
from qipan.simulation.event import HOME
from qipan.simulation.event import simulate as play_event
from qipan.simulation.field_size import check_field
from qipan.views.explain import Explained, explain_place
from qipan.wiring import collect_seldom, peak_megabytes, simulated_office

MOST_ENTRIES = 1_000_000


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(standings)
    app.command()(simulate)


def standings(
    competition: str,
    section: SectionName = None,
    why: Annotated[
        list[str] | None,
        typer.Option(help="Explain a place; give two to ask why one is ahead of the other."),
    ] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show the standings of a section, or explain a place key by key with its clause."""
    with house(data) as found:
        state, place = section_of(found, competition, section)
        table = ranked(state, place)
        names = {who: person.name for who, person in found.office.names(place).items()}
        if why:
            if len(why) > 2:
                raise BadInput("--why takes one or two entrants", where="--why")
            asked = [entrant_of(found, place, each) for each in why]
            other = asked[1] if len(asked) > 1 else None
            steps = explain_place(state, table, asked[0], other, place.under)
            _show_why(steps, names, as_json)
            return
        rows = [
            (row.place, names[row.entrant], *(value.shown for value in row.values))
            for row in table.rows
        ]
        pending = [list(each.tied) for each in table.pending_lots]
    if as_json:
        print_json(
            {
                "section": place.id,
                "pending_lots": pending,
                "rows": [
                    {
                        "place": row.place,
                        "entrant": row.entrant,
                        "name": names[row.entrant],
                        "keys": {value.key: value.shown for value in row.values},
                    }
                    for row in table.rows
                ],
            }
        )
        return
    print_table(place.title, ("place", "name", *table.order), rows)
    for tied in pending:
        console.print(f"a lot is needed between {', '.join(names[who] for who in tied)}")


def _show_why(steps: tuple[Explained, ...], names: dict[Any, str], as_json: bool) -> None:
    if as_json:
        print_json(msgspec.to_builtins(steps))
        return
    for step in steps:
        values = ", ".join(f"{names.get(who, who)} {shown}" for who, shown in step.values)
        mark = "decides" if step.broke else "still level"
        console.print(f"{step.key}: {values} → {mark}  ({step.citation})", markup=False)


def simulate(
    book: str,
    event: str,
    entries: Annotated[int, typer.Option(min=2, max=MOST_ENTRIES, help="How many enter.")] = 12,
    seed: Annotated[int, typer.Option(help="Same seed, same event.")] = 1,
    report: Annotated[
        Path | None, typer.Option(help="Write the final report: FILE.pdf, .trf or .json.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a whole event with random results and print the final table."""
    if event not in book_named(book).event:
        raise Unknown(f"event of {book}", event, tuple(book_named(book).event))
    try:
        check_field(book, event, entries)
    except Refused as error:
        errors.print(f"error: {say('en', error.code, error.refusal.facts)}", markup=False)
        raise typer.Exit(exit_code(error)) from None
    collect_seldom()
    columns = (TextColumn("rounds"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task("rounds", total=None)
        office = simulated_office(seed)
        final = play_event(
            office,
            book,
            event,
            entries=entries,
            seed=seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if report is not None:
        write_to(report, make_report(office, HOME, SectionId(event)), "en")
    errors.print(f"peak memory {peak_megabytes()} MB", markup=False)
    if as_json:
        print_json(final)
        return
    rows = [(line.place, line.entrant, *line.values.values()) for line in final.lines]
    keys = tuple(final.lines[0].values) if final.lines else ()
    print_table(f"{book} {event}, seed {seed}", ("place", "name", *keys), rows)
    for each in final.refused:
        console.print(f"not admitted: {each.name} ({each.citation})", markup=False)
    counted = msgspec.structs.asdict(final.incidents).items()
    happened = ", ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in counted if count)
    console.print(f"on the way: {happened or 'nothing'}", markup=False)
    console.print(f"journal {final.journal}", markup=False)
