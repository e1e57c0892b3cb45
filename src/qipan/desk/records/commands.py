"""What can be asked for about game records."""

from qipan.desk.command import Command
from qipan.journal.state import KeptRecord
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId


class AttachPhoto(Command, frozen=True, tag=True):
    """Hand in a photograph of a record; the picture is kept already, under its hash."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    hash: str
    media: str
    size: int


class ShowPhoto(Command, frozen=True, tag=True):
    """Let everybody see a photograph of a record, because those at the board agree; or hide it."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    hash: str
    shown: bool = True
    agreed: bool = False
    """Everybody at the board agrees; nothing is shown without it."""
    guardians: bool = False
    """The guardians of minors agree too."""


class AttachRecord(Command, frozen=True, tag=True):
    """Attach the record of a game that was played at a board."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    record: KeptRecord
    game: int = 1
    """Number within the match, or the board of a team match."""
    playoff: bool = False
    foul: bool = False
    """The last move is the illegal one that lost the game."""
    reason: str = ""
    """Why it takes the place of the one that is there."""


class TypeRecord(Command, frozen=True, tag=True):
    """Type in the record of one's own game, as a player."""

    entrant: EntrantId
    record: AttachRecord


class SettleRecord(Command, frozen=True, tag=True):
    """Let a result stand although the record differs."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    reason: str
    game: int = 1
    playoff: bool = False
