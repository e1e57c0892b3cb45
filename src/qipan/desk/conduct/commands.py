"""What can be asked for to keep order."""

from enum import StrEnum

from qipan.desk.command import Command
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId


class PunishOffence(Command, frozen=True, tag=True):
    """Punish an offence the book names, by the next step of its ladder."""

    section: SectionId
    entrant: EntrantId
    offence: str
    round: RoundNo | None = None
    board: BoardNo | None = None
    choice: int | None = None
    """Which of the offence's choices, from 1, instead of the ladder."""
    seconds_left: int | None = None
    """On the offender's clock, where minutes are taken off."""
    note: str = ""
    by: PersonId | None = None
    """The official who uses discretion; one with a conflict of interest may not."""
    game: int | None = None
    """Number within the match, or the board of a team match; None: the first without a result."""
    person: PersonId | None = None
    """Who did it, of a team; None: whoever plays the board that is named."""
    captain: bool = False
    """Whether that person is the captain, who leads and does not play."""


class PunishGravely(Command, frozen=True, tag=True):
    """The same where it ends in exclusion, disqualification, a ban or a suspension."""

    section: SectionId
    entrant: EntrantId
    offence: str
    round: RoundNo | None = None
    board: BoardNo | None = None
    choice: int | None = None
    seconds_left: int | None = None
    until: str = ""
    """Last day of a ban or suspension; empty: until it is lifted."""
    note: str = ""
    by: PersonId | None = None
    game: int | None = None
    """Number within the match, or the board of a team match; None: the first without a result."""
    person: PersonId | None = None
    """Who did it, of a team; None: whoever plays the board that is named."""
    captain: bool = False
    """Whether that person is the captain, who leads and does not play."""


class LiftBan(Command, frozen=True, tag=True):
    """End a ban or suspension."""

    section: SectionId
    entrant: EntrantId
    reason: str
    person: PersonId | None = None
    """The member of a team whose ban ends; None: the entrant."""


class CheckRecord(Command, frozen=True, tag=True):
    """Say how many moves are missing on a scoresheet; illegible ones are missing."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    run: int
    """The longest run of missing moves."""
    total: int
    rule_lost: bool = True
    """Whether the arbiter rules the game lost where the book lets them."""
    game: int | None = None
    """Number within the match, or the board of a team match; None: the first without a result."""
    person: PersonId | None = None
    """Who did it, of a team; None: whoever plays the board that is named."""


class Annulment(StrEnum):
    """What becomes of an annulled result."""

    LOSES = "loses"
    """The entrant loses, the opponent wins."""
    BOTH_LOSE = "both-lose"
    VOID = "void"
    """Nobody has anything from it."""


class AnnulResults(Command, frozen=True, tag=True):
    """Annul results of an entrant, also of rounds long past."""

    section: SectionId
    entrant: EntrantId
    rounds: tuple[RoundNo, ...] = ()
    """Empty: all of them."""
    outcome: Annulment = Annulment.LOSES
    game: int | None = None
    """One game or board of the match; None: the whole match."""
    reason: str = ""


class RecordLateness(Command, frozen=True, tag=True):
    """Say how late somebody came."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    seconds: int
    game: int | None = None
    """The board of a team match; None: the first without a result."""


class ReplaceClock(Command, frozen=True, tag=True):
    """Replace a faulty clock by one with the times that are left."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    left: tuple[int, ...]
