"""``qipan rate``: what an event does to everybody's rating, game by game."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from qipan.cli.house import DEFAULT, Data, SectionName, at
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.table import crosstable_of
from qipan.kernel.crosstable import Crosstable, Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.kernel.ranks import rating_of_grade
from qipan.ranking.ratings import (
    FIDE_2024,
    Egf,
    Elo,
    EventChange,
    FirstRating,
    Glicko2,
    KBand,
    Rated,
    rate_event,
)
from qipan.ranking.ratings.event import Method

GRADE = "grade"
"""The mark of somebody's rank in a McMahon field."""


class Way(StrEnum):
    """How to rate."""

    FIDE = "fide"
    ELO = "elo"
    EGF = "egf"
    GLICKO_2 = "glicko-2"


@dataclass(frozen=True)
class Event:
    """An event to rate."""

    table: Crosstable
    names: Mapping[EntrantId, str]
    ages: Mapping[EntrantId, int]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(rate)


def rate(
    source: Annotated[str, typer.Argument(help="A competition, or a tournament report (TRF).")],
    method: Annotated[Way, typer.Option(help="How to rate.")] = Way.FIDE,
    k: Annotated[int, typer.Option(min=1, max=100, help="K, for elo.")] = 20,
    first: Annotated[
        int | None, typer.Option(min=100, max=4000, help="Rating of newcomers, for elo and egf.")
    ] = None,
    games: Annotated[bool, typer.Option(help="Show every game.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write every game to .csv or .xlsx.")
    ] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Rate an event and show each player's change, or each game's; nothing is stored."""
    path = Path(source)
    event = _of_file(path) if path.is_file() else _of_section(source, section, data)
    players = {
        entry.id: Rated(_before(entry, method), age=event.ages.get(entry.id))
        for entry in event.table.entries
    }
    changes = rate_event(event.table, players, _method(method, k, first))
    if out is not None:
        _write(out, event, changes)
    elif as_json:
        print_json([_plain(event, each) for each in changes])
    elif games:
        columns = ("name", "round", "opponent", "score", "expected", "change")
        print_table(method.value, columns, _games(event, changes))
    else:
        print_table(
            method.value, ("name", "before", "games", "change", "after"), _rows(event, changes)
        )
    if out is not None:
        console.print(f"{sum(len(each.games) for each in changes)} lines in {out}", markup=False)


def _before(entry: Entry, way: Way) -> Fraction | None:
    """Give the rating somebody begins with; in Go the rank stands in for one that is not known."""
    if entry.rating is not None:
        return Fraction(entry.rating)
    grade = entry.marks.get(GRADE)
    return Fraction(rating_of_grade(grade)) if grade is not None and way is Way.EGF else None


def _method(way: Way, k: int, first: int | None) -> Method:
    if way is Way.FIDE:
        return FIDE_2024
    if way is Way.ELO:
        return Elo((KBand(k),), first=None if first is None else FirstRating(fixed=first))
    if way is Way.EGF:
        return Egf(None if first is None else Fraction(first))
    return Glicko2()


def _of_file(path: Path) -> Event:
    try:
        report = read_trf(decode(path.read_bytes()), path.name)
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(path)) from error
    names = {EntrantId(str(each.number)): each.name for each in report.players}
    return Event(crosstable_of(report), names, {})


def _of_section(competition: str, section: str | None, data: str) -> Event:
    from qipan.office.newcomers import year_of_birth
    from qipan.sections.lookup import event_of
    from qipan.sections.places import crosstable

    with at(data, competition, section) as place:
        rules = event_of(place.state, place.section)
        if rules.line_ups is not None or rules.stage[0].seats != 2:
            raise BadInput("only games of two people are rated", where=place.id)
        people = place.names
        year = place.section.options.get("year") or place.office.around.now().year
        table = crosstable(place.state, place.section)
    born = {who: year_of_birth(person) for who, person in people.items()}
    ages = {who: int(year) - each for who, each in born.items() if each is not None}
    return Event(table, {who: person.name for who, person in people.items()}, ages)


def _shown(value: Fraction | None, places: int = 0) -> str:
    """Write a fraction with so many decimals."""
    if value is None:
        return "–"
    scaled = round(value * 10**places)
    if not places:
        return str(scaled)
    sign, digits = "-" if scaled < 0 else "", str(abs(scaled)).zfill(places + 1)
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def _change(each: EventChange) -> Fraction | None:
    before, after = each.before.rating, each.after.rating
    return None if before is None or after is None else after - before


def _rows(event: Event, changes: tuple[EventChange, ...]) -> list[tuple[str, ...]]:
    return [
        (
            event.names[each.entrant],
            _shown(each.before.rating),
            str(len(each.games)),
            _shown(_change(each), 1),
            _shown(each.after.rating),
        )
        for each in changes
    ]


def _games(event: Event, changes: tuple[EventChange, ...]) -> list[tuple[str, ...]]:
    return [
        (
            event.names[each.entrant],
            str(game.round),
            event.names[game.opponent],
            _shown(game.score, 1),
            _shown(game.expected, 2),
            _shown(game.change, 2),
        )
        for each in changes
        for game in each.games
    ]


def _plain(event: Event, each: EventChange) -> dict[str, Any]:
    return {
        "entrant": each.entrant,
        "name": event.names[each.entrant],
        "before": _shown(each.before.rating),
        "after": _shown(each.after.rating),
        "change": _shown(_change(each), 2),
        "games": [
            {
                "round": game.round,
                "opponent": game.opponent,
                "score": _shown(game.score, 1),
                "expected": _shown(game.expected, 4),
                "change": _shown(game.change, 4),
            }
            for game in each.games
        ],
    }


def _write(out: Path, event: Event, changes: tuple[EventChange, ...]) -> None:
    ending = out.suffix.lower()
    if ending not in (".csv", ".xlsx"):
        raise BadInput("a rated event is written as .csv or .xlsx", where=str(out))
    from qipan.formats.documents.material import Wish
    from qipan.formats.documents.table import Column, ColumnKind, DocumentTable, to_csv, to_xlsx

    table = DocumentTable(
        title="ratings",
        columns=(
            Column("name"),
            Column("round", ColumnKind.NUMBER),
            Column("opponent"),
            Column("score", ColumnKind.NUMBER),
            Column("expected", ColumnKind.NUMBER),
            Column("change", ColumnKind.NUMBER),
        ),
        rows=tuple(_games(event, changes)),
    )
    write = to_csv if ending == ".csv" else to_xlsx
    out.write_bytes(write(table, Wish("en")))
