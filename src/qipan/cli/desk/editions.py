"""``qipan edition``: the edition of the book a section is held under, and moving to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data, SectionName, at
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId

if TYPE_CHECKING:
    from qipan.views.editions import EditionDifference

app = typer.Typer(help="The edition of the book that a section is held under.")


def register(root: typer.Typer) -> None:
    """Add ``qipan edition``."""
    root.add_typer(app, name="edition")


@app.command()
def show(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Show the edition a section is held under, and what today's would change."""
    from qipan.office.edition_adoption import preview
    from qipan.rulebooks.editions import is_known

    with at(data, competition, section) as place:
        edition = place.section.edition or place.state.edition
        current = edition == place.office.current_edition(place.state.book)
        found = preview(place.office, place.home, place.id) if not current else None
        names = {who: person.name for who, person in place.names.items()}
    if as_json:
        told = {"section": place.id, "book": place.state.book, "edition": edition}
        known = {"current": current, "known": is_known(edition)}
        print_json({**told, **known, "differences": msgspec.to_builtins(found)})
        return
    today = "today's" if current else "not today's"
    console.print(f"{place.state.book}, edition {edition[:8]} ({today})", markup=False)
    if found is not None:
        _show(found, names)


@app.command("adopt")
def adopt_today(
    competition: str,
    because: Annotated[str, typer.Option("--because", help="Why the section is moved.")] = "",
    preview_only: Annotated[
        bool, typer.Option("--preview", help="Say what would change, and change nothing.")
    ] = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Move a section to today's edition of its book; needs a reason."""
    from qipan.office.edition_adoption import adopt, preview

    if not because and not preview_only:
        raise BadInput("say why", where="--because")
    with at(data, competition, section) as place:
        found = preview(place.office, place.home, place.id)
        names = {who: person.name for who, person in place.names.items()}
        if not preview_only:
            adopt(place.office, place.home, place.id, "cli", because)
    if as_json:
        done = {"section": place.id, "adopted": not preview_only}
        print_json({**done, "differences": msgspec.to_builtins(found)})
        return
    _show(found, names)
    if not preview_only:
        console.print(f"{place.id}: held under today's edition from now on", markup=False)


def _show(found: EditionDifference, names: Mapping[EntrantId, str]) -> None:
    for each in found.clauses:
        old, new = (text.get("en", "") if text else "–" for text in (each.before, each.after))
        console.print(f"{each.citation}: {old} → {new}", markup=False)
    for rule in found.rules:
        console.print(f"{rule.path}: {rule.before or '–'} → {rule.after or '–'}", markup=False)
    rows = [
        (names.get(each.entrant, each.entrant), each.before, each.after) for each in found.places
    ]
    if rows:
        print_table("places", ("name", "before", "after"), rows)
    else:
        console.print("no place changes")
