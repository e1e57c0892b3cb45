"""What can be asked about results."""

from qipan.desk.command import Command
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.results import How, Score


class RecordResult(Command, frozen=True, tag=True):
    """Record a result."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    first: EntrantId | None = None
    """Who moved first in fact; the score is then first mover – second mover."""


class ClearResult(Command, frozen=True, tag=True):
    """Take the result of a board away, so that it has none; the old one stays visible."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    reason: str
    game: int | None = None
    """One game of the match, or the board of a team match; None: the whole board."""


class MoveResult(Command, frozen=True, tag=True):
    """Move a result to the board it belongs to; two that have one exchange them."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    to: BoardNo
    reason: str


class TakeBackReport(Command, frozen=True, tag=True):
    """Take one's own report back, before the opponent or an arbiter has confirmed it."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId


class CorrectResult(Command, frozen=True, tag=True):
    """Replace a recorded result, with a reason."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    reason: str = ""
    game: int | None = None
    """One game of the match, or the board of a team match, in game points; None: the match."""
    first: EntrantId | None = None
    """Who moved first in fact; the score is then first mover – second mover."""


class RecordGame(Command, frozen=True, tag=True):
    """Record one game of a match that has several, or of a play-off."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    """In the order of the table's seats."""
    game: int | None = None
    """Number within the match, or the board of a team match; None: the first without a result."""
    first: EntrantId | None = None
    """Who moved first; None: as the book seats them."""
    how: How = How.PLAYED
    seconds: tuple[int, ...] = ()


class RecordCount(Command, frozen=True, tag=True):
    """Record a board of Go by its count; komi and fines are taken off here."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    black: EntrantId
    """Who had Black."""
    points: tuple[str, ...]
    """What Black and White have on the board, before komi and fines."""
    game: int | None = None
    """The board of a team match; None: the first without a result."""
    photo: str = ""
    """Fingerprint of the photograph; empty: the last one that was handed in at the board."""


class RecordNigiri(Command, frozen=True, tag=True):
    """Record who has Black, by a hidden handful and a guess of odd or even."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    hides: EntrantId
    """The stronger side, or the senior."""
    hidden: int
    """White stones in the hand."""
    guess: int
    """1: odd, 2: even."""
    game: int | None = None
    """The board of a team match; None: the first without a result."""


class DrawNigiri(Command, frozen=True, tag=True):
    """Draw who has Black by a committed lot, where nobody holds stones and guesses."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    hides: EntrantId
    """The stronger side, or the senior."""
    game: int | None = None
    """The board of a team match; None: the first without a result."""
    secret: bytes = b""
    entropy: tuple[str, ...] = ()


class ReportResult(Command, frozen=True, tag=True):
    """Report one's own result."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    """Who reports."""
    score: Score


class SignResult(Command, frozen=True, tag=True):
    """Sign a result."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId


class DisputeResult(Command, frozen=True, tag=True):
    """Say that a recorded result is wrong."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    reason: str = ""
