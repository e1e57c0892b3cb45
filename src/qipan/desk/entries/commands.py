"""What can be asked for around entries."""

import msgspec

from qipan.desk.command import Command
from qipan.kernel.ids import EntrantId, PersonId, SectionId


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
    """Has a rating account; of a team, everybody has."""
    unlicensed: int = 1
    """How many have none, where not everybody has."""
    represented: str | None = None
    """What the same person stood for earlier this year: a unit, or its state if that is another
    one than now; looked up by the office."""
    today: str = ""
    """The date, as ISO; empty where no deadline matters."""
    qualified: str = ""
    """Where they qualified, as competition/section/place; looked up by the office."""
    late: str = ""
    """Why they are let in after entries were closed; empty: they come in time."""
    called: str = ""
    """The name of a team that has one besides its unit's."""
    rank: str = ""
    """Kyu or dan, as people write it: ``5k``, ``3 dan``, ``三段``."""


class WithdrawEntrant(Command, frozen=True, tag=True):
    """Take somebody out of the rounds to come."""

    section: SectionId
    entrant: EntrantId
    reason: str = ""


class ReturnEntrant(Command, frozen=True, tag=True):
    """Let somebody who withdrew play again, from the next round on."""

    section: SectionId
    entrant: EntrantId
    reason: str


class ReplaceMember(Command, frozen=True, tag=True):
    """Let somebody else play for a member of a team or pair who is lost."""

    section: SectionId
    entrant: EntrantId
    left: PersonId
    person: PersonId
    reason: str


class CloseEntries(Command, frozen=True, tag=True):
    """Take no more entries."""

    section: SectionId


class ReopenEntries(Command, frozen=True, tag=True):
    """Take entries again, before the numbers are given."""

    section: SectionId
    reason: str


class RegisterUnit(Command, frozen=True, tag=True):
    """Say what kind of member a unit is, and whether it has paid its dues."""

    unit: str
    kind: str
    dues_paid: bool = False
    state: str = ""
    """The state it belongs to, where units of one state count together."""


class DeclareParticipation(Command, frozen=True, tag=True):
    """Say that a unit takes part."""

    section: SectionId
    unit: str
    today: str = ""


class AmendEntrant(Command, frozen=True, tag=True):
    """Put an entry right; judged as if they entered anew."""

    entry: EnterEntrant
    reason: str = ""


class AmendPerson(Command, frozen=True, tag=True):
    """Put right what is known of a person; the journal keeps ids only."""

    section: SectionId
    entrant: EntrantId
    person: PersonId
    before: PersonId
    """Under which what was known is kept."""
    after: PersonId
    """Under which what is known now is kept."""


class OverrideEntry(Command, frozen=True, tag=True):
    """Enter somebody against a rule that the book lets one set aside."""

    entry: EnterEntrant
    reason: str


class OpenEntries(Command, frozen=True, tag=True):
    """Open entry to all, since too few came in time."""

    section: SectionId
    today: str = ""


class CancelSection(Command, frozen=True, tag=True):
    """Cancel a section that too few entered, or that the organiser calls off for a reason."""

    section: SectionId
    today: str = ""
    reason: str = ""


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
