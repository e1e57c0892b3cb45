"""What can be asked about play-offs."""

from enum import StrEnum

from qipan.desk.command import Command
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId


class DrawPlayOff(Command, frozen=True, tag=True):
    """Draw seats, or the right to choose them, for the next game of a play-off."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    secret: bytes
    entropy: tuple[str, ...] = ()


class NominatePlayer(Command, frozen=True, tag=True):
    """Name who plays the next game of the play-off for a team."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    person: PersonId
    game: int | None = None
    """Number within the play-off that is meant; None: the next."""


class Chosen(StrEnum):
    """What somebody chooses."""

    FIRST = "first"
    SECOND = "second"


class ChooseSeat(Command, frozen=True, tag=True):
    """Note what the winner of a play-off game's lot chose: to move first or second."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    """Who chose: whom the lot named."""
    chosen: Chosen
    game: int | None = None
    """Number within the play-off that is meant; None: the next."""
