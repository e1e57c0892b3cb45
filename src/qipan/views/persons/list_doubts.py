"""Doubts about who entered: twice the same, a slip in a name, another rank than on the list.

Nothing here changes an entry: whoever looks decides. A doubt names the entrant, what speaks for it,
and the player on the list who is probably meant.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import msgspec

from qipan.desk.rating_lists import ListedPlayer
from qipan.journal.people import Person
from qipan.journal.state import Entrant, Section
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.ranks import grade_of
from qipan.kernel.rules import Facts
from qipan.kernel.spelling.likeness import alike
from qipan.kernel.spelling.name_words import folded, name_key

BEGINNING = 3
MOST_MEANT = 3
"""So many players of a list are offered for one name."""


class Doubt(msgspec.Struct, frozen=True):
    """Something about an entry that may be wrong."""

    entrant: EntrantId
    code: str
    """``doubt.…``: a sentence of the catalogue."""
    facts: Facts = {}
    meant: tuple[ListedPlayer, ...] = ()
    """Who on the list is probably meant, the likeliest first."""
    other: EntrantId | None = None
    """The other entry of the same person."""


class Entry(msgspec.Struct, frozen=True):
    """An entry as it is looked at."""

    id: EntrantId
    person: Person
    rank: str = ""
    rating: int | None = None


def entries_of(section: Section, people: Mapping[PersonId, Person]) -> list[Entry]:
    """Give the entries of single people that can be looked at; who withdrew is left out."""
    return [
        Entry(each.id, people[each.people[0]], each.rank, each.rating)
        for each in section.entrants.values()
        if _single(each) and each.people[0] in people
    ]


def _single(entrant: Entrant) -> bool:
    return len(entrant.people) == 1 and not entrant.withdrawn


def doubles(entries: Iterable[Entry]) -> Iterator[Doubt]:
    """Find people who may be in twice: by their number, their name, or a name with a slip."""
    known = list(entries)
    near: dict[str, list[int]] = {}
    for at, each in enumerate(known):
        words = {*folded(each.person.name).split(), *folded(each.person.latin).split()}
        keys = {word[:BEGINNING] for word in words}
        keys |= {f"#{each.person.licence}"} if each.person.licence else set()
        for key in keys:
            near.setdefault(key, []).append(at)
    pairs = {pair for found in near.values() for pair in combinations(found, 2)}
    for one, other in sorted(pairs):
        code = _same(known[one].person, known[other].person)
        if code:
            facts: Facts = {"name": known[one].person.name, "other": known[other].person.name}
            yield Doubt(known[other].id, code, facts, other=known[one].id)


def _same(one: Person, other: Person) -> str:
    if one.licence and other.licence:
        return "doubt.same-id" if one.licence == other.licence else ""
    if one.birth and other.birth and one.birth[:4] != other.birth[:4]:
        return ""
    names = [
        (mine, theirs) for mine in (one.name, one.latin) for theirs in (other.name, other.latin)
    ]
    named = [(mine, theirs) for mine, theirs in names if mine and theirs]
    if any(name_key(mine) == name_key(theirs) for mine, theirs in named):
        return "doubt.same-name"
    return "doubt.alike" if any(alike(mine, theirs) for mine, theirs in named) else ""


def against_list(
    entries: Iterable[Entry],
    by_id: Mapping[str, ListedPlayer],
    sharing: Mapping[str, list[ListedPlayer]],
) -> Iterator[Doubt]:
    """Compare entries with a list: by their number, else by their name."""
    for each in entries:
        listed = by_id.get(each.person.licence) if each.person.licence else None
        if listed is not None:
            yield from _unlike(each, listed)
        else:
            yield from _not_found(each, sharing.get(each.person.name, []))


def _unlike(entry: Entry, listed: ListedPlayer) -> Iterator[Doubt]:
    facts: Facts = {"id": listed.id, "listed": listed.name, "name": entry.person.name}
    names = [entry.person.name, entry.person.latin]
    theirs = [listed.name, listed.latin]
    if not any(alike(mine, each) for mine in names if mine for each in theirs if each):
        yield Doubt(entry.id, "doubt.other-name", facts, (listed,))
    if entry.rank and listed.rank and _grade(entry.rank) != _grade(listed.rank):
        said: Facts = {**facts, "rank": entry.rank, "list_rank": listed.rank}
        yield Doubt(entry.id, "doubt.rank", said, (listed,))
    if entry.rating is not None and listed.rating is not None and entry.rating != listed.rating:
        said = {**facts, "rating": entry.rating, "list_rating": listed.rating}
        yield Doubt(entry.id, "doubt.rating", said, (listed,))


def _not_found(entry: Entry, near: list[ListedPlayer]) -> Iterator[Doubt]:
    person = entry.person
    facts: Facts = {"name": person.name}
    if person.licence:
        facts = {**facts, "id": person.licence}
    mine = [name_key(name) for name in (person.name, person.latin) if name]
    same = [each for each in near if {name_key(each.name), name_key(each.latin)} & set(mine)]
    if person.birth:
        same = [each for each in same if each.birth[:4] in ("", person.birth[:4])]
    if len(same) == 1:
        code = "doubt.other-id" if person.licence else "doubt.has-id"
        yield Doubt(entry.id, code, {**facts, "listed": same[0].id}, (same[0],))
        if not person.licence:
            yield from (x for x in _unlike(entry, same[0]) if x.code == "doubt.rank")
    elif same:
        yield Doubt(entry.id, "doubt.several", {**facts, "n": len(same)}, tuple(same[:MOST_MEANT]))
    else:
        meant = [each for each in near if alike(each.name, person.name)][:MOST_MEANT]
        if meant:
            said: Facts = {**facts, "listed": meant[0].name}
            yield Doubt(entry.id, "doubt.did-you-mean", said, tuple(meant))
        else:
            yield Doubt(
                entry.id, "doubt.unknown-id" if person.licence else "doubt.not-listed", facts
            )


def _grade(rank: str) -> int | None:
    try:
        return grade_of(rank)
    except BadInput:
        return None
