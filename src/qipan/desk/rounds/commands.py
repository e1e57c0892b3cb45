"""What can be asked about rounds."""

from qipan.desk.command import Command
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId


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


class SetHandicap(Command, frozen=True, tag=True):
    """Let a game of Go be played with another handicap; the first seat is given the stones."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    handicap: int
    """Stones; 1 is the first move without komi, 0 an even game."""
    komi: str | None = None
    """What White is given; None: ½ with a handicap, and without one what the event says."""
    reason: str = ""


class MoveBoards(Command, frozen=True, tag=True):
    """Give tables of a round other board numbers."""

    section: SectionId
    round: RoundNo
    numbers: tuple[tuple[BoardNo, BoardNo], ...]
    """Old and new number."""
