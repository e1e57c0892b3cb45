"""Taking ratings and ranks of entrants from a newer list: one act, which can be taken back.

Who is known by a number is found by it. A name alone changes nobody's rating: of those the check
tells (``checks``), and whoever looks takes the number over first.
"""

import msgspec

from qipan.desk.entries.commands import AmendEntrant
from qipan.desk.rating_lists import ListedPlayer, RatingListHead, RatingLists
from qipan.journal.state import Competition, Entrant, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.kernel.rules import rule
from qipan.office.office import Office
from qipan.office.repairs.amendments import Amendment, amend, amendment_commands
from qipan.sections.lookup import section_of

REFRESH = rule("entry.from-list", "Ratings are taken from the list of a federation before round 1.")


class ListChange(msgspec.Struct, frozen=True):
    """What a list changes of an entry."""

    entrant: EntrantId
    name: str
    id: str
    rating: int | None
    new_rating: int | None
    rank: str
    new_rank: str


class Refreshed(msgspec.Struct, frozen=True):
    """What came of taking ratings from a list."""

    list: RatingListHead
    changed: tuple[ListChange, ...]
    unchanged: int
    without_number: tuple[str, ...]
    """Names of those who have no number, or one that is not on the list."""
    dry_run: bool = False


def refresh_ratings(
    office: Office,
    at: tuple[CompetitionId, SectionId],
    actor: str,
    lists: RatingLists,
    head: RatingListHead,
    *,
    expected: int | None = None,
    dry_run: bool = False,
) -> Refreshed:
    """Give everybody the rating and rank of a list, in one act. Raises Refused after round 1."""
    state = office.state(at[0])
    office.require_held(state)
    section = section_of(state, at[1])
    if section.rounds:
        raise Refused("entry.list-too-late", REFRESH, section=section.id)
    people = office.around.people.find(
        [each.people[0] for each in section.entrants.values() if len(each.people) == 1]
    )
    single = [each for each in section.entrants.values() if each.people[0] in people]
    by_id = lists.with_ids(head, [people[each.people[0]].licence for each in single])
    changes: list[ListChange] = []
    unknown: list[str] = []
    same = 0
    for each in single:
        person = people[each.people[0]]
        listed = by_id.get(person.licence)
        if listed is None:
            unknown.append(person.name)
        elif (change := _change(each, person.name, listed)) is not None:
            changes.append(change)
        else:
            same += 1
    if changes and not dry_run:
        reason = f"{head.name} {head.date}"
        commands = [_command(office, state, section, each, reason) for each in changes]
        office.carry_out_all(at[0], actor, commands, expected)
    return Refreshed(head, tuple(changes), same, tuple(unknown), dry_run)


def _change(entrant: Entrant, name: str, listed: ListedPlayer) -> ListChange | None:
    rating = entrant.rating if listed.rating is None else max(listed.rating, 0)
    rank = listed.rank or entrant.rank
    if (rating, rank) == (entrant.rating, entrant.rank):
        return None
    return ListChange(entrant.id, name, listed.id, entrant.rating, rating, entrant.rank, rank)


def _command(
    office: Office, state: Competition, section: Section, change: ListChange, reason: str
) -> AmendEntrant:
    wanted = Amendment(rating=change.new_rating, rank=change.new_rank, reason=reason)
    found = amendment_commands(office, state, (section.id, change.entrant), wanted)
    (command,) = found.commands
    assert isinstance(command, AmendEntrant)  # nothing of the person changes
    return command


def take_from_list(
    office: Office,
    at: tuple[CompetitionId, SectionId, EntrantId],
    actor: str,
    listed: ListedPlayer,
    head: RatingListHead,
    expected: int | None = None,
) -> Competition:
    """Give an entry the number, rating and rank of a player on a list. Raises Refused."""
    home, section, entrant = at
    state = office.state(home)
    known = section_of(state, section).entrants.get(entrant)
    rating = known.rating if known is not None and listed.rating is None else listed.rating
    wanted = Amendment(
        licence=listed.id,
        rating=None if rating is None else max(rating, 0),
        rank=listed.rank or (known.rank if known is not None else ""),
        reason=f"{head.name} {head.date}",
    )
    return amend(office, home, (section, entrant), actor, wanted, expected)
