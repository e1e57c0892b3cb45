"""Decisions on sections as a whole: another title, entrants who go over to another section.

A section is split by opening another one and moving some into it, and merged by moving everybody
out and calling it off. Both only before numbers are given: afterwards people have opponents.
"""

import msgspec

from qipan.desk.command import Command
from qipan.desk.competition import LONGEST, NAMED, OpenSection, open_section
from qipan.desk.entries import rules as by
from qipan.desk.entries.checks import EntryWish, faults
from qipan.desk.entries.commands import EnterEntrant
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, ListedCommand
from qipan.journal.competition import SectionOpened
from qipan.journal.entries import EntrantsMoved, SectionRenamed
from qipan.journal.events import CompetitionEvent
from qipan.journal.folding import fold
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, SectionId
from qipan.sections.lookup import entrant_of, event_of, section_before_closing, section_of

CHECKED = frozenset({by.QUOTA, by.QUOTA_OF_AFFILIATES, by.MOST, by.NEEDS, by.EXCLUDES, by.TEAM})
"""What is asked again of who goes over: the rest was asked when they entered."""


class RenameSection(Command, frozen=True, tag=True):
    """Give a section another title; its address stays."""

    section: SectionId
    title: str
    reason: str = ""


class MoveEntrants(Command, frozen=True, tag=True):
    """Move entrants to another section before numbers are given: to split or to merge."""

    section: SectionId
    to: SectionId
    entrants: tuple[EntrantId, ...] = ()
    """Empty: everybody."""
    reason: str = ""


class SplitSection(Command, frozen=True, tag=True):
    """Open a section like another one and move some of its entrants into it."""

    section: SectionId
    new: SectionId
    entrants: tuple[EntrantId, ...]
    title: str = ""
    reason: str = ""


def rename_section(state: Competition, command: RenameSection) -> list[CompetitionEvent]:
    """Rename. Raises Refused without a title, or if it is the same."""
    section = section_before_closing(state, command.section)
    title = command.title.strip()
    if not title or len(title) > LONGEST:
        raise Refused("title.missing", NAMED, id=section.id, longest=LONGEST)
    if title == section.title:
        raise Refused("section.same-title", NAMED, section=section.id, title=title)
    return [
        SectionRenamed(
            section=section.id, title=title, before=section.title, reason=command.reason.strip()
        )
    ]


def move_entrants(state: Competition, command: MoveEntrants) -> list[CompetitionEvent]:
    """Move entrants. Raises Refused once numbers are given, or if they may not enter there."""
    here, there = section_of(state, command.section), section_of(state, command.to)
    if here.id == there.id:
        raise Refused("section.same", by.MOVED, section=here.id)
    for section in (here, there):
        if section.order:
            raise Refused("section.numbered", by.MOVED, section=section.id)
    if not command.reason.strip():
        raise Refused("section.no-reason", by.MOVED, section=here.id)
    wanted = [entrant_of(here, who) for who in command.entrants] or list(here.entrants)
    if not wanted:
        raise Refused("section.nobody", by.MOVED, section=here.id)
    for who in wanted:
        _fits(state, there, here, who)
    ids = _fresh_ids(there, len(wanted))
    return [
        EntrantsMoved(
            section=here.id,
            to=there.id,
            moved=tuple(zip(wanted, ids, strict=True)),
            reason=command.reason.strip(),
        )
    ]


def split_section(state: Competition, command: SplitSection) -> list[CompetitionEvent]:
    """Split a section. Raises Refused as for opening a section and for moving entrants."""
    here = section_of(state, command.section)
    if not command.entrants:
        raise Refused("section.nobody", by.MOVED, section=here.id)
    title = command.title.strip() or f"{here.title} · {command.new}"
    wanted = OpenSection(section=command.new, title=title, under=here.under)
    open_section(state, wanted)  # raises what stands against the new section
    opened = SectionOpened(
        section=command.new, title=title, under=here.under, options=dict(here.options)
    )
    moved = MoveEntrants(
        section=here.id, to=command.new, entrants=command.entrants, reason=command.reason
    )
    return [opened, *move_entrants(fold([opened], state), moved)]


def _fits(state: Competition, there: Section, here: Section, who: EntrantId) -> None:
    """Raise Refused if somebody could not have entered the other section."""
    known = here.entrants[who]
    wish = EnterEntrant(
        section=there.id,
        entrant=EntrantId(""),
        people=known.people,
        rating=known.rating,
        unit=known.unit,
        tags=known.tags,
        roles=known.roles,
    )
    rules = event_of(state, there).entries
    open_ = msgspec.structs.replace(wish, late="moved")
    for fault in faults(EntryWish(state, there, rules, open_)):
        if fault.refusal.rule in CHECKED:
            raise fault


def _fresh_ids(there: Section, count: int) -> list[EntrantId]:
    start = next_entrant(there)
    return [EntrantId(f"e{number}") for number in range(start, start + count)]


def next_entrant(section: Section) -> int:
    """Give the number of the next entrant's id: after the last one ever given."""
    numbers = [int(who[1:]) for who in section.entrants if who[1:].isdecimal()]
    return max(numbers, default=0) + 1


DECISIONS: Decisions = {
    RenameSection: ListedCommand(rename_section, CHIEF_AND_ORGANISER),
    SplitSection: ListedCommand(split_section, CHIEF_AND_ORGANISER),
    MoveEntrants: ListedCommand(move_entrants, CHIEF_AND_ORGANISER),
}
