"""Which entrant of a section a visitor is: by the card their phone took, or by their account.

An account plays under an opaque id that is also the id of the person entered.
"""

from collections.abc import Mapping
from typing import cast

from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId, PersonId, SectionId
from qipan.web.player.phones import Own, all_own, card_of, holds, own_person
from qipan.web.shared.context import Context
from qipan.web.shared.visitor import Visitor


def entrant_of(
    context: Context, visitor: Visitor, state: Competition, section: Section
) -> EntrantId | None:
    """Find which entrant is asking; None if it is none of this section."""
    for taken in visitor.phone:
        who = EntrantId(taken.card.entrant)
        if who in section.entrants and holds(visitor, card_of(state, section, who)):
            return who
    if visitor.account is None:
        return None
    person = own_person(context, visitor)
    places = _by_person(context, state) if person is not None else {}
    for name, who in places.get(person or PersonId(""), ()):
        if name == section.id:
            return who
    return None


def entries_of(
    context: Context, person: PersonId
) -> list[tuple[Competition, SectionId, EntrantId]]:
    """Find a person in every competition."""
    return [
        (state, section, who)
        for state in context.house.office.readable()
        for section, who in _by_person(context, state).get(person, ())
    ]


def everybody_own(context: Context, visitor: Visitor) -> list[Own]:
    """List the players that a visitor is: by the cards of the phone, and by the account."""
    found = all_own(context, visitor)
    person = own_person(context, visitor)
    there = {each.path for each in found}
    for state, name, who in entries_of(context, person) if person else ():
        mine = Own(state, state.sections[name], who)
        if mine.path not in there:
            found.append(mine)
    return found


def _by_person(
    context: Context, state: Competition
) -> Mapping[PersonId, list[tuple[SectionId, EntrantId]]]:
    """List where everybody of a competition is entered; made once for each of its versions."""

    def make() -> _Places:
        found: _Places = {}
        for section in state.sections.values():
            for entrant in section.entrants.values():
                for person in entrant.people:
                    found.setdefault(person, []).append((section.id, entrant.id))
        return found

    key = ("by-person", state.id)
    return cast("_Places", context.kept.views.get(key, state.version, make))


_Places = dict[PersonId, list[tuple[SectionId, EntrantId]]]
