"""``qipan schedule``: times of rounds, checked against the book, and clashes of people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, house, section_of
from qipan.cli.output import WRONG, AsJson, console, print_json, print_table
from qipan.kernel.ids import CompetitionId, PersonId, RoundNo

if TYPE_CHECKING:
    from qipan.journal.state import Competition
    from qipan.wiring import House


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Times of rounds.", no_args_is_help=True)
    group.command("set")(set_time)
    group.command()(check)
    group.command()(show)
    app.add_typer(group, name="schedule")


def set_time(
    competition: str,
    number: Annotated[int, typer.Argument(help="Round.")],
    start: Annotated[str, typer.Argument(help="Start, e.g. 2026-03-01T14:00.")],
    end: Annotated[str, typer.Option(help="End.")] = "",
    reason: Annotated[str, typer.Option(help="Why it is moved.")] = "",
    despite: Annotated[str, typer.Option(help="Why it is set against the book.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Set or move the time of a round; moving says who is affected."""
    from qipan.desk.schedule import affected
    from qipan.desk.schedule.commands import ScheduleRound

    with house(data) as found:
        _, place = section_of(found, competition, section)
        moved = RoundNo(number) in place.times
        command = ScheduleRound(
            section=place.id,
            round=RoundNo(number),
            start=start,
            end=end,
            reason=reason,
            despite=despite,
        )
        state = found.office.carry_out(CompetitionId(competition), ACTOR, command)
        after = state.sections[place.id]
        names = found.office.names(after)
        touched = affected(state, after, RoundNo(number)) if moved else ()
    if as_json:
        print_json({"round": number, "start": start, "moved": moved, "affected": list(touched)})
        return
    from qipan.i18n.customs import written

    console.print(f"round {number}: {written('en', start)}", markup=False)
    if touched:
        listed = ", ".join(names[who].name for who in touched)
        console.print(f"affected ({len(touched)}): {listed}", markup=False)


def check(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Check the times of all sections, or one, and find people needed in two places at once."""
    from qipan.desk.appeals.supplements import cite_in_force
    from qipan.desk.schedule import check_schedule, clashes
    from qipan.i18n import say

    with house(data) as found:
        state = found.office.state(CompetitionId(competition))
        if section is not None:
            section_of(found, competition, section)
        wanted = [each for each in state.sections.values() if section in (None, each.id)]
        faults = [(each, fault) for each in wanted for fault in check_schedule(state, each)]
        same = _same(found, state)
        twice = [each for each in clashes(state, same) if section in (None, *each.sections)]
        names = {
            (each.id, who): person.name
            for each in state.sections.values()
            for who, person in found.office.names(each).items()
        }
    if as_json:
        print_json(
            {
                "faults": [
                    {"section": place.id, **msgspec.to_builtins(fault)} for place, fault in faults
                ],
                "clashes": msgspec.to_builtins(twice),
            }
        )
    else:
        for place, fault in faults:
            clause = cite_in_force(state, fault.rule, place.under).citation
            console.print(
                f"{place.id}: {say('en', fault.code, fault.facts)} ({clause})", markup=False
            )
        for clash in twice:
            one, two = clash.sections
            people = ", ".join(names[(one, a)] for a, _ in clash.people)
            console.print(
                f"{one} round {clash.rounds[0]} and {two} round {clash.rounds[1]} "
                f"are at the same time for {people}",
                markup=False,
            )
        if not faults and not twice:
            console.print("nothing to object to", markup=False)
    if faults or twice:
        raise typer.Exit(WRONG)


def show(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Show the times of a section."""
    with house(data) as found:
        _, place = section_of(found, competition, section)
    rows = [
        (number, timed.start, timed.end, place.ended.get(number, ""))
        for number, timed in sorted(place.times.items())
    ]
    if as_json:
        keys = ("round", "start", "end", "ended")
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
    else:
        from qipan.i18n.customs import written

        shown = [(number, *(written("en", each) for each in times)) for number, *times in rows]
        print_table(place.title, ("round", "start", "end", "ended"), shown)


class _Same:
    """Takes entries with one name, and no different births, for one person."""

    def __init__(self, known: dict[PersonId, str]) -> None:
        self._known = known

    def __call__(self, person: PersonId) -> str:
        return self._known.get(person, person)


def _same(found: House, state: Competition) -> _Same:
    from qipan.desk.conduct.bans import name_key
    from qipan.journal.people import ERASED

    members = [
        person
        for section in state.sections.values()
        for entrant in section.entrants.values()
        for person in entrant.people
    ]
    people = found.office.around.people.find(members)
    words = {
        who: f"{name_key(person.name)}/{person.birth}"
        for who, person in people.items()
        if person != ERASED
    }
    return _Same(words)
