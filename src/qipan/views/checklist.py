"""What to look at before entries close, a round is paired or made public, or places are approved.

Nothing here holds anything up by itself: it names who or what is open, so that nobody is paired
silently who is not there, and nothing is approved that somebody still disputes.
"""

from collections.abc import Iterable, Mapping

import msgspec

from qipan.desk.attendance import away, round_to_pair, undecided_absent
from qipan.desk.money import owed
from qipan.desk.results.signatures import open_disputes
from qipan.journal.people import Person
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId, PersonId
from qipan.rulebooks.schema import EventRules
from qipan.sections.lookup import event_of
from qipan.views.marks import marks_nobody_bears

CLOSING, PAIRING, APPROVING = "entries", "pairing", "closing"
"""The pages on which a list stands."""


class Check(msgspec.Struct, frozen=True):
    """One point of the list."""

    code: str
    """Its words are ``check.<code>``."""
    page: str
    """Where it is dealt with."""
    entrants: tuple[EntrantId, ...] = ()
    boards: tuple[int, ...] = ()
    count: int = 0
    fine: bool = True
    decides: bool = False
    """Whether it is decided of each of them whether they play."""
    decided: Mapping[EntrantId, bool] = {}
    """Who of them is paired all the same, and whether the game is forfeit."""


def checklist(
    state: Competition, section: Section, people: Mapping[PersonId, Person], page: str
) -> tuple[Check, ...]:
    """List the points of a page; none where the section is over or nobody is in it."""
    if section.approved is not None or section.cancelled or not section.entrants:
        return ()
    rules = event_of(state, section)
    if page == CLOSING:
        return () if section.closed else (*_entries(section, rules, people), _unpaid(section))
    if page == PAIRING:
        if not section.order or not _about_to_pair(section):
            return ()
        first = not any(found.published for found in section.rounds)
        entered = _entries(section, rules, people) if first else ()
        return (_away(section), *entered, _unpaid(section), *_open(section))
    return tuple(_open(section)) if page == APPROVING else ()


def _about_to_pair(section: Section) -> bool:
    current = section.current
    return current is None or not current.published or not current.missing


def _check(code: str, page: str, entrants: Iterable[EntrantId], *, decides: bool = False) -> Check:
    found = tuple(entrants)
    return Check(code, page, found, count=len(found), fine=not found, decides=decides)


def _away(section: Section) -> Check:
    """Who has not checked in, or did not come to the round before, and is not resting anyway.

    It is fine once it is said of each of them how they are paired; who they are stays listed.
    """
    found = () if section.contest is not None else tuple(away(section))  # online: each round
    number = round_to_pair(section)
    return Check(
        "not-here",
        "check-in",
        found,
        count=len(found),
        fine=not found,
        decides=True,
        decided={
            who: section.expected[number, who] for who in found if (number, who) in section.expected
        },
    )


def open_absent(section: Section) -> int:
    """Count those of whom it must be said whether they are paired; none in a contest online."""
    return 0 if section.contest is not None else len(undecided_absent(section))


def _entries(
    section: Section, rules: EventRules, people: Mapping[PersonId, Person]
) -> tuple[Check, ...]:
    active = [section.entrants[who] for who in section.active]
    found = []
    if rules.entries.unit_needed or any(each.unit for each in active):
        found.append(_check("no-unit", "entries", (each.id for each in active if not each.unit)))
    ages = rules.entries.age or rules.entries.young or rules.entries.groups
    if ages and not rules.entries.team:
        unborn = (
            each.id
            for each in active
            if each.people[0] in people and not people[each.people[0]].birth
        )
        found.append(_check("no-birth", "entries", unborn))
    unborne = len(marks_nobody_bears(section, rules))
    if unborne:
        found.append(Check("no-group", "entries", count=unborne, fine=False))
    return tuple(found)


def _unpaid(section: Section) -> Check:
    return _check("unpaid", "money", owed(section) if section.fees else ())


def _open(section: Section) -> Iterable[Check]:
    """What is disputed, reported or appealed and not settled."""
    appeals = sum(each.open for each in section.appeals.values())
    yield Check("appeals", "appeals", count=appeals, fine=not appeals)
    disputed = sorted({int(board) for _, board, _, _ in open_disputes(section)})
    yield Check(
        "disputes", "results", boards=tuple(disputed), count=len(disputed), fine=not disputed
    )
    current = section.current
    reported = sorted(map(int, current.reported)) if current is not None else []
    yield Check(
        "unconfirmed", "results", boards=tuple(reported), count=len(reported), fine=not reported
    )
