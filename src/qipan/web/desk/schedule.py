"""The schedule: times of rounds, what the book finds in them, and who is touched by a move."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from qipan.desk.conduct.bans import name_key
from qipan.desk.schedule import affected, check_schedule, clashes
from qipan.desk.schedule.book_limits import BETWEEN
from qipan.desk.schedule.commands import ScheduleRound
from qipan.i18n.customs import moment, written, zone_name
from qipan.kernel.ids import PersonId, RoundNo
from qipan.kernel.moments import at_time
from qipan.sections.systems import rounds_planned
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words

MOST_ROUNDS = 40


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the times with the findings of the book."""
    state, section = place.state, place.found
    planned = rounds_planned(state, section) if len(section.order) > 1 else _stated(place)
    rounds = range(1, max(planned, len(section.rounds), *section.times, 1) + 1)
    moved = optional_number(place.query, "moved")
    touched = affected(state, section, RoundNo(moved)) if moved else ()
    names = {
        (each.id, who): person.name
        for each in state.sections.values()
        for who, person in place.office.names(each).items()
    }
    twice = [each for each in clashes(state, _same(place)) if section.id in each.sections]
    language = place.visitor.language
    zone = zone_name(section.contest.zone) if section.contest else ""

    def hall_time(at: str) -> str:
        """Write a time with its zone: the contest's, or that of the hall."""
        return f"{written(language, at)} {zone}" if zone else moment(language, at)

    return {
        "hall_time": hall_time,
        "rounds": list(rounds),
        "findings": [
            (fault, place.visitor.say(fault.code, **fault.facts), place.cite(fault.rule))
            for fault in check_schedule(state, section)
        ],
        "clashes": [
            (each, [names[(each.sections[0], one)] for one, _ in each.people]) for each in twice
        ],
        "moved": moved,
        "touched": touched,
        "chosen": optional_number(place.query, "round") or optional_number(place.form, "round"),
        "between": place.rules.schedule.between_minutes or place.rules.schedule.round_minutes,
        "between_clause": place.cite(BETWEEN),
    }


def _stated(place: DeskVisit) -> int:
    """Count the rounds the book states, before it is known who plays."""
    chosen = place.found.options.get("rounds")
    stages = place.rules.stage
    stated = sum(each.rounds or 1 for each in stages)
    first = stages[0].rounds or 0
    return stated - first + chosen if chosen in stages[0].choices else stated


def _same(place: DeskVisit) -> Any:
    """Take entries of one name and no different birth for one person."""
    sections = place.state.sections.values()
    members = [who for each in sections for one in each.entrants.values() for who in one.people]
    known = place.office.around.people.find(members)

    def same(person: PersonId) -> str:
        found = known.get(person)
        return f"{name_key(found.name)}/{found.birth}" if found else str(person)

    return same


async def set_time(place: DeskVisit) -> str:
    """Set the time of a round, or move it with a reason."""
    at = RoundNo(number(place.form, "round"))
    moved = at in place.found.times
    await place.carry_out(
        ScheduleRound(
            section=place.section,
            round=at,
            start=words(place.form, "start"),
            end=words(place.form, "end", ""),
            reason=words(place.form, "reason", ""),
            despite=words(place.form, "despite", ""),
        )
    )
    return f"schedule?moved={at}" if moved else "schedule"


async def fill(place: DeskVisit) -> None:
    """Set all rounds without a time, from a start and a distance; so many a day."""
    start = at_time(words(place.form, "start"))
    minutes = number(place.form, "minutes")
    a_day = max(1, number(place.form, "a-day", 1))
    count = min(number(place.form, "rounds"), MOST_ROUNDS)
    commands = []
    for at in range(1, count + 1):
        if at in place.found.times:
            continue
        day, step = divmod(at - 1, a_day)
        begins = start + timedelta(days=day, minutes=step * minutes)
        commands.append(
            ScheduleRound(
                section=place.section,
                round=RoundNo(at),
                start=begins.isoformat(timespec="minutes"),
            )
        )
    await place.carry_out_all(commands)


PAGE = DeskPage("schedule", 9, show, {"set": set_time, "fill": fill})
