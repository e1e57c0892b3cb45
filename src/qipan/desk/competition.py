"""Decisions on opening competitions and sections."""

import re
from typing import Any

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, Fill, ListedCommand, Through
from qipan.journal.competition import CompetitionCreated, SectionOpened
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.rules import rule
from qipan.rulebooks import editions
from qipan.rulebooks.option_values import read_settings
from qipan.rulebooks.options import options_of
from qipan.sections.lookup import APPROVED, book_of

NEW = rule("desk.competition.new", "A competition is created once, under an id of its own.")
BY_BOOK = rule("desk.section.by-book", "A section is held under an event of the regulation.")
SECTION_NEW = rule("desk.section.new", "A section is opened once, under an id of its own.")
NAMED = rule("desk.title", "Competitions and sections have a short id and a title.")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 200
LONGEST_TRAVELLING = 120
"""Of the short id of a competition that other data has a copy of."""


class CreateCompetition(Command, frozen=True, tag=True):
    """Create a competition under a book."""

    competition: CompetitionId
    title: str
    book: str
    edition: str


class OpenSection(Command, frozen=True, tag=True):
    """Open a section under one of the book's events."""

    section: SectionId
    title: str
    under: str
    options: dict[str, Any] = {}
    """As people write them; see ``qipan book options``."""


def require_name(name: str) -> None:
    """Raise Refused unless a competition can have this short id."""
    if len(name) > LONGEST_TRAVELLING or not _ID.fullmatch(name):
        raise Refused("id.malformed", NAMED, id=name)


def create_competition(state: Competition, command: CreateCompetition) -> list[CompetitionEvent]:
    """Create a competition. Raises Refused if it exists, Unknown if there is no such book."""
    if state.version:
        raise Refused("competition.exists", NEW, competition=command.competition)
    _named(command.competition, command.title)
    if editions.book_of(command.book, command.edition).id != command.book:
        raise Unknown("rulebook", command.book)
    return [
        CompetitionCreated(
            competition=command.competition,
            title=command.title,
            book=command.book,
            edition=command.edition,
        )
    ]


def open_section(state: Competition, command: OpenSection) -> list[CompetitionEvent]:
    """Open a section. Raises Refused if it exists, or the book has no such event or option."""
    if state.closed:
        raise Refused("competition.closed", APPROVED, competition=state.id)
    if command.section in state.sections:
        raise Refused("section.exists", SECTION_NEW, section=command.section)
    _named(command.section, command.title)
    book = book_of(state)
    events = book.event
    if command.under not in events:
        raise Refused(
            "section.no-such-event", BY_BOOK, event=command.under, book=state.book, known=[*events]
        )
    options = read_settings(events[command.under], options_of(book, command.under), command.options)
    return [
        SectionOpened(
            section=command.section,
            title=command.title,
            under=command.under,
            options=options,
        )
    ]


def _named(short: str, title: str) -> None:
    if not _ID.fullmatch(short) or len(short) > LONGEST:
        raise Refused("id.malformed", NAMED, id=short[:LONGEST])
    if not title.strip() or len(title) > LONGEST:
        raise Refused("title.missing", NAMED, id=short, longest=LONGEST)


DECISIONS: Decisions = {
    CreateCompetition: ListedCommand(
        create_competition,
        CHIEF_AND_ORGANISER,
        filled={"competition": Fill.ADDRESS, "edition": Fill.EDITION},
        through=Through("new", "the edition of the book is looked up"),
    ),
    OpenSection: ListedCommand(open_section, CHIEF_AND_ORGANISER),
}
