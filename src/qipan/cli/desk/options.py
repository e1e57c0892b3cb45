"""``qipan options`` and ``start-groups``: the options of a section, and a McMahon bar tried out."""

from typing import Annotated, Any

import typer

from qipan.cli.house import DEFAULT, Data, SectionName, WorkedOn, at
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.desk.options import ChangeOptions, may_change
from qipan.i18n.options import option_name
from qipan.kernel.errors import BadInput
from qipan.rulebooks.option_values import expected, written
from qipan.rulebooks.options import clause_of, options_of
from qipan.sections.lookup import book_under
from qipan.views.start_groups import start_groups


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(options)
    app.command("start-groups")(show_start_groups)


def options(
    competition: str,
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="Change an option: NAME=VALUE; repeatable.")
    ] = None,
    taken_back: Annotated[
        list[str] | None, typer.Option("--unset", help="Take an option back to the book's value.")
    ] = None,
    because: Annotated[str, typer.Option(help="Why it is changed.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List the options of a section with their values, or change some."""
    wanted: dict[str, Any] = dict(map(written_option, changes or ()))
    wanted |= dict.fromkeys(taken_back or ())
    with at(data, competition, section) as place:
        if wanted:
            place.do(ChangeOptions(section=place.id, options=wanted, reason=because))
        rows = _rows(place)
    if as_json:
        print_json({"section": place.id, "changed": sorted(wanted), "options": rows})
        return
    columns = ("option", "name", "value", "may be", "clause", "until")
    shown = [
        (
            row["option"],
            row["name"],
            row["written"],
            row["expected"],
            row["clause"],
            row["until"] if row["may_change"] else f"{row['until']} (over)",
        )
        for row in rows
    ]
    print_table(place.section.title, columns, shown)


def _rows(place: WorkedOn) -> list[dict[str, Any]]:
    book = book_under(place.state, place.section)
    known, stored = options_of(book, place.section.under), place.section.options
    return [
        {
            "option": name,
            "name": option_name("en", option),
            "kind": option.kind.value,
            "value": stored.get(name, option.default),
            "written": written(option, stored.get(name, option.default)),
            "set": name in stored,
            "expected": expected(option),
            "clause": clause_of(book, place.section.under, option).citation,
            "until": option.until.value,
            "may_change": may_change(place.section, option),
        }
        for name, option in known.items()
    ]


def written_option(text: str) -> tuple[str, str]:
    """Read ``name=value``; what the value means is for the option to say. Raises BadInput."""
    name, given, value = text.partition("=")
    if not given or not name.strip():
        raise BadInput(f"not an option: {text[:40]!r} (try period=1)", where="--set")
    return name.strip(), value.strip()


def show_start_groups(
    competition: str,
    bar: Annotated[str, typer.Option(help="Try this bar: a rank, or a rating.")] = "",
    floor: Annotated[str, typer.Option(help="Try this floor.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show who begins with how many points; nothing changes (``qipan options --set bar=3d``)."""
    with at(data, competition, section) as place:
        found = start_groups(place.state, place.section, bar, floor)
        names = place.names
    if as_json:
        print_json(found)
        return
    rows = [
        (
            each.points,
            " – ".join(each.ranks) + (" (bar)" if each.at_bar else ""),
            len(each.entrants),
            ", ".join(names[who].name for who in each.entrants[:8]),
        )
        for each in found.groups
    ]
    columns = ("points", "ranks", "players", "who")
    print_table(f"bar {found.bar}, floor {found.floor}", columns, rows)
    if found.unknown:
        listed = ", ".join(names[who].name for who in found.unknown)
        console.print(f"neither rank nor rating: {listed}", markup=False)
