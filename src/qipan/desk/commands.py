"""What can be asked for, in the imperative. A command carries all that a decision needs.

Dice, clock and personal data stay outside: a lot's secret, a new id, a namesake found among the
people entered arrive as fields.
"""

from typing import Any

import msgspec

from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.results import How, Score


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """Something somebody asks for."""


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


class EnterEntrant(Command, frozen=True, tag=True):
    """Enter somebody."""

    section: SectionId
    entrant: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    namesake: EntrantId | None = None
    """Somebody of the same name who is in already; looked up by the office."""
    another_person: bool = False
    """The namesake was looked at and is somebody else."""


class WithdrawEntrant(Command, frozen=True, tag=True):
    """Take somebody out of the rounds to come."""

    section: SectionId
    entrant: EntrantId
    reason: str = ""


class CloseEntries(Command, frozen=True, tag=True):
    """Take no more entries."""

    section: SectionId


class CommitLot(Command, frozen=True, tag=True):
    """Publish the commitment to a lot."""

    section: SectionId
    lot: str
    commitment: str


class DrawNumbers(Command, frozen=True, tag=True):
    """Give the entrants their numbers as the book says, by rating or by the committed lot."""

    section: SectionId
    secret: bytes = b""
    entropy: tuple[str, ...] = ()


class DrawTie(Command, frozen=True, tag=True):
    """Separate entrants whom every other key leaves level, by the committed lot."""

    section: SectionId
    lot: str
    secret: bytes
    entropy: tuple[str, ...] = ()


class PairRound(Command, frozen=True, tag=True):
    """Pair the next round."""

    section: SectionId


class PublishRound(Command, frozen=True, tag=True):
    """Make the paired round public."""

    section: SectionId
    round: RoundNo


class RecordResult(Command, frozen=True, tag=True):
    """Record a result."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED


class CorrectResult(Command, frozen=True, tag=True):
    """Replace a recorded result, with a reason."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    reason: str = ""


class ApproveStandings(Command, frozen=True, tag=True):
    """Approve the final standings of a section."""

    section: SectionId


class CloseCompetition(Command, frozen=True, tag=True):
    """Close the competition."""
