"""What can be asked for around entries."""

import msgspec

from qipan.desk.commands import Command, EnterEntrant
from qipan.kernel.ids import EntrantId, PersonId, SectionId


class RegisterUnit(Command, frozen=True, tag=True):
    """Say what kind of member a unit is, and whether it has paid its dues."""

    unit: str
    kind: str
    dues_paid: bool = False


class DeclareParticipation(Command, frozen=True, tag=True):
    """Say that a unit takes part."""

    section: SectionId
    unit: str
    today: str = ""


class AmendEntrant(Command, frozen=True, tag=True):
    """Put an entry right; judged as if they entered anew."""

    entry: EnterEntrant


class OverrideEntry(Command, frozen=True, tag=True):
    """Enter somebody against a rule that the book lets one set aside."""

    entry: EnterEntrant
    reason: str


class OpenEntries(Command, frozen=True, tag=True):
    """Open entry to all, since too few came in time."""

    section: SectionId
    today: str = ""


class CancelSection(Command, frozen=True, tag=True):
    """Cancel a section that too few entered."""

    section: SectionId
    today: str = ""


class VerifyIdentity(Command, frozen=True, tag=True):
    """Confirm that an entrant proved their real name."""

    section: SectionId
    entrant: EntrantId
    now: str = ""
    """ISO date and time."""


class DropUnverified(Command, frozen=True, tag=True):
    """Take out everybody who did not prove their name in time."""

    section: SectionId
    now: str


class Attendance(msgspec.Struct, frozen=True):
    """How many rounds of an event somebody played."""

    event: str
    played: int
    rounds: int


class Candidate(msgspec.Struct, frozen=True):
    """Somebody on a rating list."""

    person: PersonId
    rating: int
    active: bool = True
    attendance: tuple[Attendance, ...] = ()


class InvitePlayers(Command, frozen=True, tag=True):
    """Make the list of those invited from a rating list."""

    section: SectionId
    candidates: tuple[Candidate, ...]
