"""What can be asked for: committees, conflicts, appeals, supplementary clauses."""

from qipan.desk.command import Command
from qipan.journal.state import Official
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.rules import RuleKey


class NameCommittee(Command, frozen=True, tag=True):
    """Name a committee and post it."""

    body: str
    members: tuple[Official, ...]
    despite: str = ""
    """Why fewer online members are accepted."""


class DeclareConflict(Command, frozen=True, tag=True):
    """Declare that an official is close to an entrant or a unit."""

    person: PersonId
    section: SectionId | None = None
    entrant: EntrantId | None = None
    unit: str = ""
    reason: str = ""


class LodgeAppeal(Command, frozen=True, tag=True):
    """Appeal in writing against what happened in a round."""

    section: SectionId
    entrant: EntrantId
    round: RoundNo
    text: str
    at: str
    """When it was handed in, local time."""
    board: BoardNo | None = None
    deposit: int = 0
    """Cents handed in with it."""


class AnswerAppeal(Command, frozen=True, tag=True):
    """Accept an appeal for hearing, or refuse it."""

    section: SectionId
    appeal: str
    accept: bool
    reason: str = ""


class WithdrawAppeal(Command, frozen=True, tag=True):
    """Take an appeal back, before it is accepted."""

    section: SectionId
    appeal: str


class DecideAppeal(Command, frozen=True, tag=True):
    """Decide an accepted appeal, with reasons."""

    section: SectionId
    appeal: str
    upheld: bool
    reasons: str
    members: tuple[PersonId, ...] = ()
    """Who decided; empty: the whole committee."""


class PostSupplement(Command, frozen=True, tag=True):
    """Put a clause in force that fills a gap."""

    number: str
    date: str
    text: dict[str, str]
    rules: tuple[RuleKey, ...] = ()
