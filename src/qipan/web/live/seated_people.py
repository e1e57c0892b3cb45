"""Who sits at a table, as a reader reads it: names, units, ranks. Tables know only ids."""

from typing import Any

import msgspec

from qipan.i18n import say
from qipan.journal.live.table import Table
from qipan.journal.people import Person
from qipan.journal.state import Entrant
from qipan.kernel.ids import PersonId
from qipan.play.automatic_moves import GUEST
from qipan.sections.lookup import book_of
from qipan.web.api.lobbies import shown_as
from qipan.web.shared.context import Context
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import find_section

_NOBODY = {"bot": "ui.board.live.computer", "guest": "ui.board.live.guest"}
"""Occupants that are no persons, and the words for them."""


class SeatedPerson(msgspec.Struct, frozen=True):
    """Somebody on a seat, with what stands beside the name."""

    name: str
    own: str = ""
    """The name in its own script, where another one stands first."""
    unit: str = ""
    rank: str = ""
    bot: bool = False
    level: str = ""
    """How strong a computer plays, in words."""


def seated_people(context: Context, table: Table, language: str) -> list[SeatedPerson]:
    """Name everybody at a table, in the order of the seats."""
    occupants = table.opened.occupants
    # In open matching people have told the regulation who they are, not each other.
    asked = [
        PersonId(shown_as(who)) if {"lobby", "way"} & set(table.opened.origin) else PersonId(who)
        for who in occupants
    ]
    people = context.house.office.around.people.find(asked)
    known = {
        PersonId(who): people[as_]
        for who, as_ in zip(occupants, asked, strict=True)
        if as_ in people
    }
    found: dict[str, tuple[Person, Entrant | None]] = {
        str(who): (person, None) for who, person in known.items()
    }
    home, section_name = (table.opened.origin.get(key, "") for key in ("competition", "section"))
    if section_name:
        _, section = find_section(context, home, section_name)
        names = context.house.office.names(section)
        for entrant in section.entrants.values():
            for who in (str(entrant.id), *map(str, entrant.people)):
                person = known.get(PersonId(who)) or names[entrant.id]
                found[who] = (person, entrant)
    guest = str(table.opened.origin.get(GUEST, ""))
    return [
        SeatedPerson(guest, bot=True)
        if guest and seat in table.opened.bots
        else _computer(_seated(found.get(who), who, language), table.opened.level, language)
        if seat in table.opened.bots
        else _seated(found.get(who), who, language)
        for seat, who in enumerate(occupants)
    ]


def _computer(seated: SeatedPerson, level: int, language: str) -> SeatedPerson:
    """Say how strong a computer plays; a table of before there were levels does not."""
    told = say(language, f"ui.play.level.{level}") if level else ""
    return msgspec.structs.replace(seated, bot=True, level=told)


def _seated(found: tuple[Person, Entrant | None] | None, who: str, language: str) -> SeatedPerson:
    if found is None:
        return SeatedPerson(_unknown(who, language))
    person, entrant = found
    name = read(person, language)
    other = person.name if person.name != name else person.latin
    rated = entrant is not None and entrant.rating is not None
    rank = entrant.rank if entrant is not None else ""
    return SeatedPerson(
        name=name,
        own=other if other != name else "",
        unit=(entrant.unit or "") if entrant is not None else "",
        rank=rank or (str(entrant.rating) if rated and entrant is not None else ""),
    )


def _unknown(who: str, language: str) -> str:
    """Name somebody of whom nothing is known; an opaque id is nobody's name."""
    if who in _NOBODY:
        return say(language, _NOBODY[who])
    return say(language, "ui.board.live.guest") if who.startswith("p-") else who


def table_title(context: Context, table: Table) -> dict[str, Any]:
    """Say where a table belongs: the names of competition and section, round and board."""
    origin = table.opened.origin
    home, section_name = origin.get("competition", ""), origin.get("section", "")
    if not section_name:
        return {}
    state, section = find_section(context, home, section_name)
    return {
        "competition": state,
        "section": section,
        "book": book_of(state),
        "round": origin.get("round", ""),
        "board": origin.get("board", ""),
    }
