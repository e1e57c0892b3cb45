"""Events of discipline: penalties, annulments, lateness, clocks, boards, signatures."""

from enum import StrEnum

import msgspec

from qipan.journal.event import Cause, Event
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.results import How, Score


class PenaltyKind(StrEnum):
    """What a penalty is. Warnings and points are counted apart."""

    WARNING = "warning"
    TECHNICAL_FOUL = "technical-foul"
    CONDUCT_FOUL = "conduct-foul"
    FINE = "fine"
    POINTS = "points"
    GAME_POINTS = "game-points"
    LEVELS = "levels"
    CLOCK = "clock-minutes"
    LOST = "lost"
    EXCLUSION = "exclusion"
    DISQUALIFICATION = "disqualification"
    BAN = "ban"
    SUSPENSION = "suspension"


class Penalty(msgspec.Struct, frozen=True):
    """One penalty: how much of it, and for a ban until when."""

    kind: PenaltyKind
    amount: int = 1
    """Cents of a fine, units of points, else a count."""
    until: str = ""
    """Last day of a ban or suspension, ISO; empty: until it is lifted."""


class PenaltyImposed(Event, frozen=True, tag="penalty-imposed/1"):
    """An arbiter punished an offence."""

    section: SectionId
    entrant: EntrantId
    offence: str
    penalties: tuple[Penalty, ...]
    cause: Cause
    clause: str = ""
    """The clause of the book that names the offence."""
    round: RoundNo | None = None
    board: BoardNo | None = None
    note: str = ""


class BanLifted(Event, frozen=True, tag="ban-lifted/1"):
    """A ban or suspension ended early."""

    section: SectionId
    entrant: EntrantId
    reason: str


class ResultsAnnulled(Event, frozen=True, tag="results-annulled/1"):
    """Results of an entrant were annulled; the corrections follow. Old pairings stay."""

    section: SectionId
    entrant: EntrantId
    boards: tuple[tuple[RoundNo, BoardNo], ...]
    cause: Cause
    reason: str


class GameCorrected(Event, frozen=True, tag="game-corrected/1"):
    """One game of a match was replaced; the match result follows as a correction."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    score: Score
    how: How
    reason: str
    playoff: bool = False
    """A game of the play-off: who wins the match by it follows, or that it goes on."""


class LatenessRecorded(Event, frozen=True, tag="lateness-recorded/1"):
    """Somebody came late; what it cost."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    seconds: int
    deducted: int = 0
    """Seconds taken off the clock."""
    lost: bool = False


class ClockReplaced(Event, frozen=True, tag="clock-replaced/1"):
    """A faulty clock was replaced; missed increments are not added back."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    left: tuple[int, ...]
    """Seconds left, seat by seat, as they were on the faulty clock."""


class BoardsMoved(Event, frozen=True, tag="boards-moved/1"):
    """Tables got other board numbers; who meets whom stays."""

    section: SectionId
    round: RoundNo
    numbers: tuple[tuple[BoardNo, BoardNo], ...]
    """Old and new number of each table that moves."""


class ResultSigned(Event, frozen=True, tag="result-signed/1"):
    """An entrant signed a result as it stood."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    person: PersonId | None = None


Events = (
    PenaltyImposed
    | BanLifted
    | ResultsAnnulled
    | GameCorrected
    | LatenessRecorded
    | ClockReplaced
    | BoardsMoved
    | ResultSigned
)
