"""The state of a competition: what its events add up to.

``fold`` is pure from the outside: it returns a new state and leaves the one given alone. Inside,
it copies each part once and then changes its own copy, so that folding a hundred thousand results
does not copy a round a hundred thousand times. No clock, no dice.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from qipan.journal import events as happened
from qipan.journal.events import CompetitionEvent, Resting, Table
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.lots import Draw
from qipan.kernel.results import Result

NOBODY = CompetitionId("")


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part in a section."""

    id: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    withdrawn: bool = False
    after: int = 0
    """How many rounds were published when they withdrew."""


@dataclass
class Round:
    """A round: who meets whom, and what came of it."""

    number: RoundNo
    tables: tuple[Table, ...]
    resting: tuple[Resting, ...]
    causes: tuple[happened.Cause, ...] = ()
    published: bool = False
    results: dict[BoardNo, Result] = field(default_factory=dict)
    corrected: dict[BoardNo, list[Result]] = field(default_factory=dict)
    """Results that were replaced, oldest first."""

    @property
    def missing(self) -> list[BoardNo]:
        """List the boards without a result."""
        return [table.board for table in self.tables if table.board not in self.results]

    def table(self, board: BoardNo) -> Table | None:
        """Find the table of a board."""
        if 0 < board <= len(self.tables) and self.tables[board - 1].board == board:
            return self.tables[board - 1]
        return next((table for table in self.tables if table.board == board), None)


@dataclass
class Section:
    """One section of a competition."""

    id: SectionId
    title: str
    under: str
    options: dict[str, Any]
    entrants: dict[EntrantId, Entrant] = field(default_factory=dict)
    closed: bool = False
    commitments: dict[str, str] = field(default_factory=dict)
    lots: dict[str, Draw] = field(default_factory=dict)
    order: tuple[EntrantId, ...] = ()
    numbered: happened.Cause | None = None
    rounds: list[Round] = field(default_factory=list)
    approved: tuple[tuple[EntrantId, int], ...] | None = None

    @property
    def active(self) -> list[EntrantId]:
        """List who has not withdrawn, in order of entry."""
        return [each.id for each in self.entrants.values() if not each.withdrawn]

    @property
    def current(self) -> Round | None:
        """Give the latest round, if any."""
        return self.rounds[-1] if self.rounds else None


@dataclass
class Competition:
    """A competition with its sections."""

    id: CompetitionId = NOBODY
    title: str = ""
    book: str = ""
    edition: str = ""
    sections: dict[SectionId, Section] = field(default_factory=dict)
    closed: bool = False
    version: int = 0


def fold(events: Iterable[CompetitionEvent], start: Competition | None = None) -> Competition:
    """Add events to a state and give the new state; the one given is left as it was."""
    folding = Folding(start or Competition())
    for event in events:
        folding.add(event)
    return folding.state


class Folding:
    """A state being built: copies a section or a round the first time it is changed."""

    def __init__(self, start: Competition) -> None:
        self.state = replace(start, sections=dict(start.sections))
        self._own: set[SectionId] = set()
        self._own_rounds: set[tuple[SectionId, RoundNo]] = set()

    def _section(self, name: SectionId) -> Section:
        if name not in self._own:
            old = self.state.sections[name]
            self.state.sections[name] = replace(
                old,
                entrants=dict(old.entrants),
                commitments=dict(old.commitments),
                lots=dict(old.lots),
                rounds=list(old.rounds),
            )
            self._own.add(name)
        return self.state.sections[name]

    def _round(self, name: SectionId, number: RoundNo) -> Round:
        section = self._section(name)
        old = section.rounds[number - 1]
        if (name, number) not in self._own_rounds:
            corrected = {board: list(found) for board, found in old.corrected.items()}
            section.rounds[number - 1] = replace(
                old, results=dict(old.results), corrected=corrected
            )
            self._own_rounds.add((name, number))
        return section.rounds[number - 1]

    def add(self, event: CompetitionEvent) -> None:
        """Add one event."""
        self.state.version += 1
        match event:
            case happened.CompetitionCreated():
                self.state.id, self.state.title = event.competition, event.title
                self.state.book, self.state.edition = event.book, event.edition
            case happened.SectionOpened():
                self.state.sections[event.section] = Section(
                    event.section, event.title, event.under, dict(event.options)
                )
                self._own.add(event.section)
            case happened.CompetitionClosed():
                self.state.closed = True
            case (
                happened.RoundPaired()
                | happened.RoundPublished()
                | happened.ResultRecorded()
                | happened.ResultCorrected()
            ):
                self._add_to_round(event)
            case _:
                self._add_to_section(event)

    def _add_to_round(
        self,
        event: happened.RoundPaired
        | happened.RoundPublished
        | happened.ResultRecorded
        | happened.ResultCorrected,
    ) -> None:
        match event:
            case happened.RoundPaired():
                section = self._section(event.section)
                paired = Round(event.round, event.tables, event.resting, event.causes)
                section.rounds[event.round - 1 :] = [paired]
                self._own_rounds.add((event.section, event.round))
            case happened.RoundPublished():
                self._round(event.section, event.round).published = True
            case happened.ResultRecorded():
                result = Result(event.score, event.how, event.rule)
                self._round(event.section, event.round).results[event.board] = result
            case happened.ResultCorrected():
                found = self._round(event.section, event.round)
                found.corrected.setdefault(event.board, []).append(found.results[event.board])
                found.results[event.board] = Result(event.score, event.how, event.rule)
            case _:
                assert_never(event)

    def _add_to_section(
        self,
        event: happened.EntrantEntered
        | happened.EntrantWithdrawn
        | happened.EntriesClosed
        | happened.LotCommitted
        | happened.LotDrawn
        | happened.NumbersAssigned
        | happened.StandingsApproved,
    ) -> None:
        section = self._section(event.section)
        match event:
            case happened.EntrantEntered():
                section.entrants[event.entrant] = Entrant(
                    event.entrant, event.people, event.rating, event.unit, event.tags
                )
            case happened.EntrantWithdrawn():
                rounds = sum(each.published for each in section.rounds)
                section.entrants[event.entrant] = replace(
                    section.entrants[event.entrant], withdrawn=True, after=rounds
                )
            case happened.EntriesClosed():
                section.closed = True
            case happened.LotCommitted():
                section.commitments[event.lot] = event.commitment
            case happened.LotDrawn():
                section.lots[event.lot] = event.draw
            case happened.NumbersAssigned():
                section.order, section.numbered = event.order, event.cause
            case happened.StandingsApproved():
                section.approved = event.places
            case _:
                assert_never(event)
