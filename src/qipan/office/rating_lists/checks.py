"""Comparing who entered with each other and with a rating list."""

import msgspec

from qipan.desk.rating_lists import RatingListHead, RatingLists
from qipan.journal.state import Section
from qipan.office.office import Office
from qipan.views.persons.list_doubts import Doubt, Entry, against_list, doubles, entries_of

CANDIDATES = 200
"""So many players of a list are looked at for each word of a name."""


class ListCheck(msgspec.Struct, frozen=True):
    """What was found."""

    doubts: tuple[Doubt, ...]
    looked_at: int
    list: RatingListHead | None = None


def check_entries(
    office: Office, section: Section, lists: RatingLists, head: RatingListHead | None
) -> ListCheck:
    """Find who may be in twice and, with a list, who is not as on it."""
    who = [person for entrant in section.entrants.values() for person in entrant.people]
    entries = entries_of(section, office.around.people.find(who))
    return check_people(entries, lists, head)


def check_people(
    entries: list[Entry], lists: RatingLists, head: RatingListHead | None
) -> ListCheck:
    """Find doubts about entries that need not be stored yet."""
    found = list(doubles(entries))
    if head is not None:
        by_id = lists.with_ids(head, [each.person.licence for each in entries])
        names = [each.person.name for each in entries if each.person.licence not in by_id]
        sharing = lists.sharing(head, names, CANDIDATES)
        found += against_list(entries, by_id, sharing)
    return ListCheck(tuple(found), len(entries), head)
