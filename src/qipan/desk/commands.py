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
    roles: tuple[str, ...] = ()
    """The parts of a team's people, in the same order."""
    birth_years: tuple[int | None, ...] = ()
    """In the order of the people; looked up by the office and kept by nobody."""
    dan: int | None = None
    licensed: bool = True
    """Has a rating account."""
    represented: str | None = None
    """The unit the same person stood for earlier this year; looked up by the office."""
    today: str = ""
    """The date, as ISO; empty where no deadline matters."""
    qualified: str = ""
    """Where they qualified, as competition/section/place; looked up by the office."""


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
    """Pair the next round; with the secret of its committed lot where the system needs one."""

    section: SectionId
    secret: bytes = b""
    entropy: tuple[str, ...] = ()
    special: tuple[tuple[EntrantId, EntrantId], ...] = ()
    """Pairs set for the first round, where the book allows it."""


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


class RecordGame(Command, frozen=True, tag=True):
    """Record one game of a match that has several, or of a play-off."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    """In the order of the table's seats."""
    game: int | None = None
    """Number within the match, or the board of a team match; None: the next."""
    first: EntrantId | None = None
    """Who moved first; None: as the book seats them."""
    how: How = How.PLAYED
    seconds: tuple[int, ...] = ()


class DrawPlayOff(Command, frozen=True, tag=True):
    """Draw seats, or the right to choose them, for the next game of a play-off."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    secret: bytes
    entropy: tuple[str, ...] = ()


class HandInLineUp(Command, frozen=True, tag=True):
    """Hand in a team's line-up for a round, board by board."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    people: tuple[PersonId, ...]
    minutes_before: int | None = None
    """How long before the round it comes, where the time is known."""


class ApproveStandings(Command, frozen=True, tag=True):
    """Approve the final standings of a section."""

    section: SectionId


class CloseCompetition(Command, frozen=True, tag=True):
    """Close the competition."""
