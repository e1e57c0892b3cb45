"""Committees, conflicts of interest, appeals and supplementary clauses."""

from dataclasses import replace

from qipan.journal.event import Event, PrivateReasons, PublicFields
from qipan.journal.state import Appeal, Conflict, Official, Outcome, Supplement
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId


class CommitteeNamed(Event, frozen=True, tag="committee-named/1"):
    """A committee was named and posted; it replaces the one before."""

    body: str
    members: tuple[Official, ...]
    despite: str = ""
    """Why it was accepted although it is smaller than it should be."""


class ConflictDeclared(Conflict, Event, frozen=True, tag="conflict-declared/1"):
    """An official is close to an entrant or a unit."""


class AppealLodged(Event, frozen=True, tag="appeal-lodged/1"):
    """Somebody appealed in writing."""

    section: SectionId
    appeal: str
    entrant: EntrantId
    round: RoundNo
    board: BoardNo | None
    text: str
    at: str


class AppealAnswered(Event, frozen=True, tag="appeal-answered/1"):
    """The chief arbiter accepted or refused to have it heard, or it was withdrawn before that."""

    section: SectionId
    appeal: str
    outcome: Outcome
    reason: str = ""


class AppealDecided(Event, frozen=True, tag="appeal-decided/1"):
    """The committee decided, with reasons."""

    section: SectionId
    appeal: str
    outcome: Outcome
    reasons: str
    members: tuple[PersonId, ...]


class SupplementPosted(Supplement, Event, frozen=True, tag="supplement-posted/1"):
    """The committee filled a gap of the regulation; the clause is dated, posted and cited."""


Events = (
    CommitteeNamed
    | ConflictDeclared
    | AppealLodged
    | AppealAnswered
    | AppealDecided
    | SupplementPosted
)


def add_committee_named(draft: Draft, event: CommitteeNamed) -> None:
    """Keep the members of a body; who was named once stays known."""
    draft.state.committees[event.body] = event.members
    known = draft.state.officials
    known += [each.person for each in event.members if each.person not in known]


def add_conflict_declared(draft: Draft, event: ConflictDeclared) -> None:
    """Keep the conflict."""
    draft.state.conflicts.append(event)


def add_appeal_lodged(draft: Draft, event: AppealLodged) -> None:
    """Keep the appeal."""
    draft.section(event.section).appeals[event.appeal] = Appeal(
        event.appeal, event.entrant, event.round, event.board, event.text, event.at
    )


def add_appeal_answered(draft: Draft, event: AppealAnswered) -> None:
    """Keep the answer."""
    appeals = draft.section(event.section).appeals
    appeals[event.appeal] = replace(
        appeals[event.appeal], outcome=event.outcome, reasons=event.reason
    )


def add_appeal_decided(draft: Draft, event: AppealDecided) -> None:
    """Keep the decision."""
    appeals = draft.section(event.section).appeals
    appeals[event.appeal] = replace(
        appeals[event.appeal],
        outcome=event.outcome,
        reasons=event.reasons,
        members=event.members,
    )


def add_supplement_posted(draft: Draft, event: SupplementPosted) -> None:
    """Put the clause in force."""
    draft.state.supplements[event.number] = event


REDUCERS: Reducers = {
    CommitteeNamed: add_committee_named,
    ConflictDeclared: add_conflict_declared,
    AppealLodged: add_appeal_lodged,
    AppealAnswered: add_appeal_answered,
    AppealDecided: add_appeal_decided,
    SupplementPosted: add_supplement_posted,
}

PUBLIC: PublicFields = {
    SupplementPosted: ("number", "date", "text"),
}
PRIVATE: PrivateReasons = {
    CommitteeNamed: "names of persons",
    ConflictDeclared: "personal",
    AppealLodged: "between the parties and the committee",
    AppealAnswered: "between the parties and the committee",
    AppealDecided: "between the parties and the committee; results that follow are told",
}
