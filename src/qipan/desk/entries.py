"""Decisions on competitions, sections and entries."""

import re

from qipan.desk import commands as asked
from qipan.desk.access import CHIEF_AND_ORGANISER, STAFF, Decisions
from qipan.desk.found import APPROVED, entrant_of, event_of, section_of
from qipan.journal import events as happened
from qipan.journal.competition import Competition
from qipan.journal.events import CompetitionEvent
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.rulebooks import book_named

NEW = rule("desk.competition.new", "A competition is created once, under a name of its own.")
BY_BOOK = rule("desk.section.by-book", "A section is held under an event of the book.")
SECTION_NEW = rule("desk.section.new", "A section is opened once, under a name of its own.")
ONCE = rule("desk.entry.once", "A person enters a section once.")
ENTRIES_OPEN = rule("desk.entry.open", "Entries are taken until they are closed.")
MOST = rule("desk.entry.most", "A section takes no more entrants than the book allows.")
LEAST = rule("desk.entry.least", "A section needs at least as many entrants as the book says.")
WITHDRAW_ONCE = rule("desk.entry.withdraw", "An entrant withdraws once.")
NAMED = rule("desk.title", "Competitions and sections have a short id and a title.")
RATING = rule("desk.entry.rating", "A rating is a number from 0 to 9999.")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 200


def create_competition(
    state: Competition, command: asked.CreateCompetition
) -> list[CompetitionEvent]:
    """Create a competition. Raises Refused if it exists, Unknown if there is no such book."""
    if state.version:
        raise Refused("competition.exists", NEW, competition=command.competition)
    _named(command.competition, command.title)
    book_named(command.book)
    return [
        happened.CompetitionCreated(
            competition=command.competition,
            title=command.title,
            book=command.book,
            edition=command.edition,
        )
    ]


def open_section(state: Competition, command: asked.OpenSection) -> list[CompetitionEvent]:
    """Open a section. Raises Refused if it exists or the book has no such event."""
    if state.closed:
        raise Refused("competition.closed", APPROVED, competition=state.id)
    if command.section in state.sections:
        raise Refused("section.exists", SECTION_NEW, section=command.section)
    _named(command.section, command.title)
    events = book_named(state.book).event
    if command.under not in events:
        raise Refused(
            "section.no-such-event", BY_BOOK, event=command.under, book=state.book, known=[*events]
        )
    return [
        happened.SectionOpened(
            section=command.section,
            title=command.title,
            under=command.under,
            options=command.options,
        )
    ]


def _named(short: str, title: str) -> None:
    if not _ID.fullmatch(short) or len(short) > LONGEST:
        raise Refused("id.malformed", NAMED, id=short[:LONGEST])
    if not title.strip() or len(title) > LONGEST:
        raise Refused("title.missing", NAMED, id=short, longest=LONGEST)


def enter_entrant(state: Competition, command: asked.EnterEntrant) -> list[CompetitionEvent]:
    """Enter somebody. Raises Refused if entries are closed, it is full, or they are in already."""
    section = section_of(state, command.section)
    if section.closed:
        raise Refused("entry.closed", ENTRIES_OPEN, section=section.id)
    if command.entrant in section.entrants:
        raise Refused("entry.twice", ONCE, section=section.id, entrant=command.entrant)
    if command.namesake is not None and not command.another_person:
        raise Refused("entry.namesake", ONCE, section=section.id, entrant=command.namesake)
    most = event_of(state, section).entries.most
    if most is not None and section.active_count >= most:
        raise Refused("entry.full", MOST, section=section.id, most=most)
    if command.rating is not None and not 0 <= command.rating <= 9999:
        raise Refused("entry.rating", RATING, rating=command.rating)
    return [
        happened.EntrantEntered(
            section=section.id,
            entrant=command.entrant,
            people=command.people,
            rating=command.rating,
            unit=command.unit,
            tags=command.tags,
        )
    ]


def withdraw_entrant(state: Competition, command: asked.WithdrawEntrant) -> list[CompetitionEvent]:
    """Withdraw somebody. Raises Refused if they are not in or have withdrawn."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if section.entrants[entrant].withdrawn:
        raise Refused("entry.withdrawn", WITHDRAW_ONCE, section=section.id, entrant=entrant)
    return [happened.EntrantWithdrawn(section=section.id, entrant=entrant, reason=command.reason)]


def close_entries(state: Competition, command: asked.CloseEntries) -> list[CompetitionEvent]:
    """Close entries. Raises Refused if they are closed or too few."""
    section = section_of(state, command.section)
    if section.closed:
        raise Refused("entry.closed", ENTRIES_OPEN, section=section.id)
    least = event_of(state, section).entries.least
    entered = section.active_count
    if entered < least:
        raise Refused("entry.too-few", LEAST, section=section.id, entered=entered, least=least)
    return [happened.EntriesClosed(section=section.id)]


DECISIONS: Decisions = {
    asked.CreateCompetition: (create_competition, CHIEF_AND_ORGANISER),
    asked.OpenSection: (open_section, CHIEF_AND_ORGANISER),
    asked.EnterEntrant: (enter_entrant, STAFF),
    asked.WithdrawEntrant: (withdraw_entrant, STAFF),
    asked.CloseEntries: (close_entries, CHIEF_AND_ORGANISER),
}
