"""A competition at a glance: games, days, place, how far it is, and what is next.

Read by the first page; a card is made from the state and the day alone.
"""

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum

import msgspec

from qipan.journal.state import Competition, Section
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.moments import at_time
from qipan.rulebooks.schema import Text
from qipan.sections.lookup import event_of
from qipan.sections.systems import rounds_planned
from qipan.sections.titles import titles_of


class Phase(StrEnum):
    """Whether it is going on."""

    UNDER_WAY = "under-way"
    COMING = "coming"
    PAST = "past"


class CardSection(msgspec.Struct, frozen=True):
    """How far one section is."""

    id: SectionId
    titles: Text
    entrants: int
    round: int
    planned: int
    results: int
    boards: int
    live: bool
    """Whether boards of a public round wait for a result."""


class NextRound(msgspec.Struct, frozen=True, order=True):
    """When a round begins, by the wall of its hall."""

    start: datetime
    competition: CompetitionId
    section: SectionId
    title: str
    """Of the competition."""
    round: int
    zone: str
    """Of an online contest; empty: the hall's own."""


class CompetitionCard(msgspec.Struct, frozen=True):
    """What the card of a competition says."""

    id: CompetitionId
    title: str
    games: tuple[str, ...]
    starts: str
    ends: str
    place: str
    phase: Phase
    open_entries: SectionId | None
    """A section that takes entries."""
    sections: tuple[CardSection, ...]
    coming: tuple[NextRound, ...]
    """Rounds that have a time and no pairing yet."""

    @property
    def entrants(self) -> int:
        """Count everybody."""
        return sum(each.entrants for each in self.sections)

    @property
    def current(self) -> CardSection | None:
        """Give the section that tells how far it is: one that is played now, else the furthest."""
        played = [each for each in self.sections if each.round]
        return max(played, key=lambda each: (each.live, each.round), default=None)


def card_of(state: Competition, today: date) -> CompetitionCard:
    """Make the card of a competition."""
    sections = [each for each in state.sections.values() if not each.cancelled]
    told = state.particulars
    games = dict.fromkeys(event_of(state, each).game for each in sections)
    open_ = next((each.id for each in sections if not each.closed), None)
    return CompetitionCard(
        id=state.id,
        title=state.title,
        games=tuple(games),
        starts=told.starts if told else "",
        ends=told.ends if told else "",
        place=told.place if told else "",
        phase=_phase(state, sections, today),
        open_entries=None if state.closed else open_,
        sections=tuple(_section(state, each) for each in sections),
        coming=tuple(sorted(_coming(state, sections))),
    )


def _phase(state: Competition, sections: Sequence[Section], today: date) -> Phase:
    if state.closed or (sections and all(each.approved is not None for each in sections)):
        return Phase.PAST
    if any(each.rounds for each in sections):
        return Phase.UNDER_WAY
    starts = state.particulars.starts if state.particulars else ""
    begun = bool(starts) and date.fromisoformat(starts) <= today
    return Phase.UNDER_WAY if begun and any(each.closed for each in sections) else Phase.COMING


def _section(state: Competition, section: Section) -> CardSection:
    current = section.current if section.current and section.current.published else None
    shown = current or (section.rounds[-2] if len(section.rounds) > 1 else None)
    number = int(shown.number) if shown else 0
    boards = len(shown.tables) if shown else 0
    results = boards - len(shown.missing) if shown else 0
    return CardSection(
        id=section.id,
        titles=titles_of(state, section),
        entrants=section.active_count,
        round=number,
        planned=max(number, rounds_planned(state, section)) if len(section.order) > 1 else number,
        results=results,
        boards=boards,
        live=bool(shown and shown.missing) and section.approved is None,
    )


def section_glances(state: Competition) -> list[CardSection]:
    """Say of every section how far it is, also of one that was cancelled."""
    return [_section(state, each) for each in state.sections.values()]


def _coming(state: Competition, sections: Sequence[Section]) -> list[NextRound]:
    return [
        NextRound(
            start=at_time(each.start),
            competition=state.id,
            section=section.id,
            title=state.title,
            round=int(number),
            zone=section.contest.zone if section.contest else "",
        )
        for section in sections
        for number, each in section.times.items()
        if number > len(section.rounds) and section.approved is None and not state.closed
    ]
