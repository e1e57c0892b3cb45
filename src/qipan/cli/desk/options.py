"""``qipan options``, ``start-groups``, ``start-score``: what an organiser sets for a section."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from qipan.cli.house import DEFAULT, Data, SectionName, WorkedOn, at
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId

if TYPE_CHECKING:
    from qipan.views.start_groups import StartGroups, StartTried

OWN = "own"
"""What is said for the points of one's own rank or rating."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(options)
    app.command("start-groups")(show_start_groups)
    app.command("start-score")(set_start)


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
    from qipan.desk.options import ChangeOptions

    wanted: dict[str, Any] = dict(map(written_option, changes or ()))
    wanted |= dict.fromkeys(taken_back or ())
    with at(data, competition, section) as place:
        if wanted:
            place.do(ChangeOptions(section=place.id, options=wanted, reason=because))
        rows = _rows(place)
    if as_json:
        print_json({"section": place.id, "changed": sorted(wanted), "options": rows})
        return
    from qipan.i18n import citation_name

    columns = ("option", "name", "value", "may be", "clause", "until")
    shown = [
        (
            row["option"],
            row["name"],
            row["written"],
            row["expected"],
            citation_name("en", row["clause"]),
            row["until"] if row["may_change"] else f"{row['until']} (over)",
        )
        for row in rows
    ]
    print_table(place.section.title, columns, shown)


def _rows(place: WorkedOn) -> list[dict[str, Any]]:
    from qipan.desk.options import may_change
    from qipan.i18n.options import option_name
    from qipan.rulebooks.option_values import expected, written
    from qipan.rulebooks.options import clause_of, options_of
    from qipan.sections.lookup import book_under

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


# -- McMahon groups ----------------------------------------------------------------------------


def show_start_groups(
    competition: str,
    bar: Annotated[str, typer.Option(help="Try this bar: a rank, or a rating.")] = "",
    floor: Annotated[str, typer.Option(help="Try this floor.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show who starts on how many points; changes nothing (``qipan options --set bar=3d``)."""
    from qipan.views.start_groups import start_groups

    with at(data, competition, section) as place:
        found = start_groups(place.state, place.section, bar, floor)
        if as_json:
            print_json(found)
            return
        _print_groups(place, found)


def _print_groups(place: WorkedOn, found: StartGroups) -> None:
    names = place.names
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
    for each in found.by_hand:
        said = f"{names[each.entrant].name}: {each.points} by hand, not {each.own} ({each.reason})"
        console.print(said, markup=False)
    if found.unknown:
        listed = ", ".join(names[who].name for who in found.unknown)
        console.print(f"neither rank nor rating: {listed}", markup=False)


def set_start(
    competition: str,
    entrant: Annotated[str, typer.Argument(help="Name, number or id.")],
    start: Annotated[
        str, typer.Argument(help="Points, a rank that stands for them, or 'own' to go back.")
    ],
    because: Annotated[str, typer.Option(help="Why; the journal keeps it.")] = "",
    preview: Annotated[
        bool, typer.Option("--preview", help="Say what would change; write nothing.")
    ] = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Start somebody in a McMahon event on other points than their rank gives."""
    from qipan.desk.start_groups import SetStartScore
    from qipan.views.start_groups import start_score_tried

    with at(data, competition, section) as place:
        who = place.who(entrant)
        reason = because or ("–" if preview else "")
        command = SetStartScore(
            section=place.id, entrant=who, points=_points(place, start), reason=reason
        )
        tried = start_score_tried(place.state, command)
        if not preview:
            place.do(command)
        name = place.names[who].name
        if as_json:
            print_json(_told(tried, name, done=not preview))
            return
        verb = "would begin" if preview else "begins"
        console.print(f"{name} {verb} with {tried.after}, not {tried.before}", markup=False)
        for each in tried.places:
            old, new = each.before or "–", each.after or "–"
            console.print(f"  {_name(place, each.entrant)}: place {old} → {new}", markup=False)
        if preview:
            _print_groups(place, tried.groups)


def _name(place: WorkedOn, who: EntrantId) -> str:
    return place.names[who].name


def _told(tried: StartTried, name: str, *, done: bool) -> dict[str, object]:
    return {
        "entrant": tried.entrant,
        "name": name,
        "before": tried.before,
        "after": tried.after,
        "places": tried.places,
        "groups": tried.groups,
        "done": done,
    }


def _points(place: WorkedOn, text: str) -> int | None:
    """Read points, a rank, or that their own is to count. Raises BadInput or Refused."""
    from qipan.kernel.ranks import tidy_rank
    from qipan.sections.lookup import event_of
    from qipan.sections.start_scores import start_scores_of
    from qipan.sections.systems.mcmahon import START

    if text == OWN:
        return None
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    start = start_scores_of(event_of(place.state, place.section))
    if start is None:
        raise Refused("mcmahon.no-start", START, section=place.id)
    return start.of_level(tidy_rank(text))
