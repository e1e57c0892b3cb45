"""What commands on a stored competition share: the journal, the competition, the section."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from qipan.journal.competition import Competition, Section
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.wiring import House, data_from_environment, open_house

Data = Annotated[str, typer.Option("--data", envvar="QIPAN_DATA", help="Journal: a file or a URL.")]
SectionName = Annotated[
    str | None, typer.Option("--section", "-s", help="Section; not needed if there is one only.")
]
DEFAULT = data_from_environment()
ACTOR = "cli"


@contextmanager
def house(data: str, *, create: bool = False) -> Iterator[House]:
    """Open the journal for the length of a command."""
    found = open_house(data, create=create)
    try:
        yield found
    finally:
        found.close()


def section_of(found: House, competition: str, section: str | None) -> tuple[Competition, Section]:
    """Find a section by name, or the only one. Raises Unknown or BadInput."""
    state = found.office.state(CompetitionId(competition))
    names = tuple(state.sections)
    if section is None:
        if len(names) != 1:
            raise BadInput(f"name a section: {', '.join(names) or 'there is none yet'}")
        section = names[0]
    if section not in names:
        raise Unknown("section", section, names)
    return state, state.sections[SectionId(section)]


def entrant_of(found: House, section: Section, text: str) -> EntrantId:
    """Find an entrant by id, number or name. Raises Unknown or BadInput if several fit."""
    if text in section.entrants:
        return EntrantId(text)
    if text.isascii() and text.isdigit() and 0 < int(text[:6]) <= len(section.order):
        return section.order[int(text) - 1]
    names = found.office.names(section)
    fitting = [who for who, person in names.items() if text in (person.name, person.latin)]
    if not fitting:
        wanted = text.casefold()
        fitting = [who for who, person in names.items() if wanted in person.name.casefold()]
    if len(fitting) > 1:
        raise BadInput(f"{text!r} fits {', '.join(names[who].name for who in fitting[:9])}")
    if not fitting:
        raise Unknown("entrant", text)
    return fitting[0]
