"""People who would have to be at two boards at once, and who is affected when a round moves."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import combinations

import msgspec

from qipan.journal.state import Competition, Section, Timed
from qipan.kernel.ids import EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.moments import at_time
from qipan.kernel.rules import rule
from qipan.sections.lookup import event_of

CLASH = rule("schedule.clash", "Nobody is paired in two places at the same time.")

Same = Callable[[PersonId], str]
"""Gives equal words for entries of one person in several sections."""


class Clash(msgspec.Struct, frozen=True):
    """Two rounds at the same time, and the people who are in both."""

    sections: tuple[SectionId, SectionId]
    rounds: tuple[RoundNo, RoundNo]
    people: tuple[tuple[EntrantId, EntrantId], ...]
    """The entrants of the same person, one of each section."""


def clashes(state: Competition, same: Same = str) -> tuple[Clash, ...]:
    """Find rounds that overlap and share people, section by section."""
    found = []
    for one, two in combinations(state.sections.values(), 2):
        shared = _shared(one, two, same)
        if not shared:
            continue
        for number, timed in sorted(one.times.items()):
            for other, also in sorted(two.times.items()):
                if _overlap(_span(state, one, timed), _span(state, two, also)):
                    people = tuple(
                        (a, b)
                        for a, b in shared
                        if _plays(one, number, a) and _plays(two, other, b)
                    )
                    if people:
                        found.append(Clash((one.id, two.id), (number, other), people))
    return tuple(found)


def affected(state: Competition, section: Section, number: RoundNo) -> tuple[EntrantId, ...]:
    """Give everybody whom a new time of a round touches: who plays in it, as far as is known."""
    del state
    return tuple(
        who
        for who in section.order or tuple(section.entrants)
        if not section.entrants[who].withdrawn and _plays(section, number, who)
    )


def _shared(one: Section, two: Section, same: Same) -> list[tuple[EntrantId, EntrantId]]:
    theirs: dict[str, EntrantId] = {}
    for entrant in two.entrants.values():
        if not entrant.withdrawn:
            theirs.update((same(person), entrant.id) for person in entrant.people)
    found = []
    for entrant in one.entrants.values():
        if entrant.withdrawn:
            continue
        others = dict.fromkeys(
            theirs[same(person)] for person in entrant.people if same(person) in theirs
        )
        found += [(entrant.id, other) for other in others]
    return found


def _plays(section: Section, number: RoundNo, who: EntrantId) -> bool:
    """Say whether somebody is at a board of a round; before it is paired, everybody may be."""
    if number > len(section.rounds):
        return True
    return any(who in table.seats for table in section.rounds[number - 1].tables)


def _span(state: Competition, section: Section, timed: Timed) -> tuple[datetime, datetime]:
    start = at_time(timed.start)
    if timed.end:
        return start, at_time(timed.end)
    return start, start + timedelta(minutes=event_of(state, section).schedule.round_minutes)


def _overlap(one: tuple[datetime, datetime], two: tuple[datetime, datetime]) -> bool:
    return one[0] < two[1] and two[0] < one[1]
