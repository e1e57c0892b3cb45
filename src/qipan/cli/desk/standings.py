"""``qipan standings`` and ``qipan simulate``: tables, and why they are as they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data, SectionName, entrant_of, house, section_of
from qipan.cli.output import (
    AsJson,
    console,
    errors,
    exit_code,
    print_json,
    print_table,
)
from qipan.cli.progress import progress
from qipan.i18n import LANGUAGES
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.operating_system import give_memory_back, peak_megabytes

if TYPE_CHECKING:
    from qipan.i18n.why import Sentence
    from qipan.sections.systems import Place, Places
    from qipan.simulation.event import FinalTable
    from qipan.simulation.tally import Incidents
    from qipan.views.explain import Explained, PlaceReason

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
    language: Annotated[str, typer.Option(help=f"One of: {', '.join(LANGUAGES)}.")] = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show the standings of a section, or explain somebody's place."""
    from qipan.i18n import say
    from qipan.i18n.keys import name_key
    from qipan.i18n.why import place_sentence
    from qipan.sections.lookup import event_of
    from qipan.sections.places import places
    from qipan.views.explain import explain_place
    from qipan.views.section import team_name
    from qipan.web.shared.reader_names import read

    if language not in LANGUAGES:
        raise Unknown("language", language, LANGUAGES)
    with house(data) as found:
        state, place = section_of(found, competition, section)
        placed, rules = places(state, place), event_of(state, place)
        people = found.office.names(place)
        names = {who: person.name for who, person in people.items()}
        if why:
            if len(why) > 2:
                raise BadInput("--why takes one or two entrants", where="--why")
            asked = [entrant_of(found, place, each) for each in why]
            reason = explain_place(state, place, placed, *asked)
            known = {
                who: read(team_name(rules, place.entrants[who]) or person, language)
                for who, person in people.items()
            }
            sentence = place_sentence(language, reason, known)
            if as_json:
                steps = [
                    msgspec.structs.replace(each, sentence=str(sentence)) for each in reason.steps
                ]
                print_json(msgspec.to_builtins(steps))
            else:
                _show_why(reason, sentence, known, language)
            return
        pending = [list(tied) for tied in placed.waiting]
    if as_json:
        rows = [_row(placed, each, names) for each in placed.rows]
        print_json({"section": place.id, "pending_lots": pending, "rows": rows})
        return
    grouped = any(row.group for row in placed.rows)
    keys = [name_key(language, key) for key in placed.order]
    if not placed.rows:
        console.print(f"{place.title}: nobody has entered yet", markup=False)
        return
    own = ("ui.place", *(("ui.group",) if grouped else ()), "ui.name")
    head = (*(say(language, code) for code in own), *keys)
    print_table(place.title, head, [_line(placed, each, names, grouped) for each in placed.rows])
    for tied in pending:
        between = ", ".join(names.get(EntrantId(who), who) for who in tied)
        console.print(f"a lot is needed between {between}", markup=False)


def _row(placed: Places, each: Place, names: Mapping[EntrantId, str]) -> dict[str, Any]:
    """Write a line for programs; what gave the place, where it was not a key."""
    values = placed.table(each.entrant).row(each.entrant).values
    row: dict[str, Any] = {
        "place": each.place,
        "entrant": each.entrant,
        "name": names[each.entrant],
        "keys": {value.key: value.shown for value in values},
    }
    if each.cause is not None:
        row["rule"] = each.cause.rule
    if each.group:
        row["group"] = each.group
    return row


def _line(
    placed: Places, each: Place, names: Mapping[EntrantId, str], grouped: bool
) -> tuple[Any, ...]:
    from qipan.views.section import halves

    values = placed.table(each.entrant).row(each.entrant).values
    group = (each.group,) if grouped else ()
    shown = (halves(value.shown) for value in values)
    return ("–" if each.place is None else each.place, *group, names[each.entrant], *shown)


def said(reason: PlaceReason, sentence: str) -> list[Explained]:
    """Give the steps with the sentence beside each."""
    return [msgspec.structs.replace(step, sentence=sentence) for step in reason.steps]


def _show_why(
    reason: PlaceReason, sentence: Sentence, names: Mapping[EntrantId, str], language: str
) -> None:
    """Print the sentence, then what each key says, who is asked about marked."""
    from qipan.i18n import local, say
    from qipan.i18n.why import key_in_words
    from qipan.views.section import halves

    console.print(str(sentence), markup=False, highlight=False)
    for row, values in reason.evidence:
        keys = (key_in_words(language, key) for key in reason.keys)
        told = ", ".join(
            f"{key} {halves(value) or '–'}" for key, value in zip(keys, values, strict=True)
        )
        mark = "→" if row.entrant == reason.who else " "
        name = names[row.entrant]
        console.print(f"{mark} {row.place}. {name}: {told}", markup=False, highlight=False)
    clause = say(language, "why.house") if not reason.citation else reason.citation
    if reason.clause:
        words = local(reason.clause, language)
        console.print(f"{clause}: {words}", markup=False, highlight=False)


def simulate(
    book: str,
    event: str,
    entries: Annotated[int, typer.Option(min=2, max=MOST_ENTRIES, help="How many enter.")] = 12,
    seed: Annotated[int, typer.Option(help="Same seed, same event.")] = 1,
    report: Annotated[
        Path | None, typer.Option(help="Write the final report: FILE.pdf, .html, .trf or .json.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a whole event with random results and print the final table."""
    from qipan.i18n import say
    from qipan.i18n.keys import name_key
    from qipan.rulebooks import book_named

    if event not in book_named(book).event:
        raise Unknown(f"event of {book}", event, tuple(book_named(book).event))
    from qipan.simulation.field_size import check_field

    try:
        check_field(book, event, entries)
    except Refused as error:
        errors.print(f"error: {say('en', error.code, error.refusal.facts)}", markup=False)
        raise typer.Exit(exit_code(error)) from None
    final = _played(book, event, entries, seed, report)
    peak = peak_megabytes()
    if peak is not None:
        errors.print(f"peak memory {peak} MB", markup=False)
    if as_json:
        print_json(final)
        return
    rows = [(line.place, line.entrant, *line.values.values()) for line in final.lines]
    keys = tuple(final.lines[0].values) if final.lines else ()
    head = ("Place", "Name", *(name_key("en", key) for key in keys))
    print_table(f"{book} {event}, seed {seed}", head, rows)
    for each in final.refused:
        console.print(f"not admitted: {each.name} ({each.citation})", markup=False)
    console.print(f"incidents: {incidents_in_words(final.incidents)}", markup=False)
    console.print(f"journal {final.journal}", markup=False)


def _played(book: str, event: str, entries: int, seed: int, report: Path | None) -> FinalTable:
    """Play a whole event; what it took is let go of before its table is written."""
    from qipan.cli.desk.report import write_to
    from qipan.office.reports import make_report
    from qipan.simulation.event import HOME
    from qipan.simulation.event import simulate as play_event
    from qipan.wiring import collect_seldom, simulated_office

    collect_seldom()
    give_memory_back()
    office = simulated_office(seed)
    with progress("playing rounds") as tell:
        final = play_event(office, book, event, entries=entries, seed=seed, progress=tell)
    if report is not None:
        write_to(report, make_report(office, HOME, SectionId(event)), "en")
    return final


INCIDENTS = {
    "fouls": ("foul", "fouls"),
    "ruled_lost": ("game ruled lost", "games ruled lost"),
    "late": ("late arrival", "late arrivals"),
    "absent": ("absence", "absences"),
    "withdrawals": ("withdrawal", "withdrawals"),
    "unverified": ("unverified entry removed", "unverified entries removed"),
    "appeals": ("appeal", "appeals"),
    "protests": ("protest", "protests"),
    "annulments": ("annulment", "annulments"),
    "disqualifications": ("disqualification", "disqualifications"),
    "put_right": ("later correction", "later corrections"),
    "laid_by_hand": ("round paired by hand", "rounds paired by hand"),
}


def incidents_in_words(counted: Incidents) -> str:
    """Say what happened beside the games: “6 fouls, 1 protest”."""
    found = msgspec.structs.asdict(counted).items()
    told = [f"{count} {INCIDENTS[kind][count != 1]}" for kind, count in found if count]
    return ", ".join(told) or "none"
