"""The events of a competition: what happened, in the past tense.

An event has a stable name and version (its tag). A change of meaning is a new version; old ones
are lifted on read (``lifting``). A correction is a new event, never an edit. No event holds a
name, a birth date or a phone number.
"""

from typing import Any

import msgspec

from qipan.journal.envelope import Fresh
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.lots import Draw
from qipan.kernel.results import Bye, How, Score
from qipan.kernel.rules import Facts, RuleKey


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Something that happened."""


class Cause(msgspec.Struct, frozen=True):
    """A rule and the facts it looked at."""

    rule: RuleKey
    facts: Facts = {}


class CompetitionCreated(Event, frozen=True, tag="competition-created/1"):
    """Somebody created a competition under a book."""

    competition: CompetitionId
    title: str
    book: str
    edition: str
    """SHA-256 of the book as it was; a later change of the book is noticed."""


class SectionOpened(Event, frozen=True, tag="section-opened/1"):
    """A section was opened for entries, under one of the book's events."""

    section: SectionId
    title: str
    under: str
    options: dict[str, Any] = {}


class EntrantEntered(Event, frozen=True, tag="entrant-entered/1"):
    """An entrant was accepted."""

    section: SectionId
    entrant: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()


class EntrantWithdrawn(Event, frozen=True, tag="entrant-withdrawn/1"):
    """An entrant left; games already played stand."""

    section: SectionId
    entrant: EntrantId
    reason: str = ""


class EntriesClosed(Event, frozen=True, tag="entries-closed/1"):
    """No more entries."""

    section: SectionId


class LotCommitted(Event, frozen=True, tag="lot-committed/1"):
    """The commitment to a lot's secret was published."""

    section: SectionId
    lot: str
    commitment: str


class LotDrawn(Event, frozen=True, tag="lot-drawn/1"):
    """A lot was drawn and its secret revealed."""

    section: SectionId
    lot: str
    draw: Draw


class NumbersAssigned(Event, frozen=True, tag="numbers-assigned/1"):
    """The entrants got their numbers: the first has number 1."""

    section: SectionId
    order: tuple[EntrantId, ...]
    cause: Cause


class Table(msgspec.Struct, frozen=True):
    """Who sits at a board of a round."""

    board: BoardNo
    seats: tuple[EntrantId, ...]
    causes: tuple[Cause, ...] = ()


class Resting(msgspec.Struct, frozen=True):
    """Who has no meeting in a round, and why."""

    entrant: EntrantId
    bye: Bye
    causes: tuple[Cause, ...] = ()


class RoundPaired(Event, frozen=True, tag="round-paired/1"):
    """A round was paired; not yet public."""

    section: SectionId
    round: RoundNo
    tables: tuple[Table, ...]
    resting: tuple[Resting, ...] = ()
    causes: tuple[Cause, ...] = ()


class RoundPublished(Event, frozen=True, tag="round-published/1"):
    """A paired round became public; results can be recorded."""

    section: SectionId
    round: RoundNo


class ResultRecorded(Event, frozen=True, tag="result-recorded/1"):
    """The arbiter accepted a result. A correction is a new event, never an edit."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None


class ResultCorrected(Event, frozen=True, tag="result-corrected/1"):
    """A recorded result was replaced; the old one stays visible."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None
    reason: str = ""


class StandingsApproved(Event, frozen=True, tag="standings-approved/1"):
    """The chief arbiter approved the final standings of a section."""

    section: SectionId
    places: tuple[tuple[EntrantId, int], ...]


class CompetitionClosed(Event, frozen=True, tag="competition-closed/1"):
    """Every section is approved; nothing changes any more."""


CompetitionEvent = (
    CompetitionCreated
    | SectionOpened
    | EntrantEntered
    | EntrantWithdrawn
    | EntriesClosed
    | LotCommitted
    | LotDrawn
    | NumbersAssigned
    | RoundPaired
    | RoundPublished
    | ResultRecorded
    | ResultCorrected
    | StandingsApproved
    | CompetitionClosed
)


def event_name(event: Event) -> str:
    """Give the stable name and version of an event."""
    return str(event.__struct_config__.tag)


def fresh(event: Event) -> Fresh:
    """Write an event for the log; equal events are equal bytes."""
    return Fresh(event_name(event), msgspec.json.encode(event, order="sorted").decode())
