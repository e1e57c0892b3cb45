"""Adding events of committees, appeals and supplementary clauses."""

from dataclasses import replace

from qipan.journal.appeals import (
    AppealAnswered,
    AppealDecided,
    AppealLodged,
    CommitteeNamed,
    ConflictDeclared,
    SupplementPosted,
)
from qipan.journal.folding import Folding, Reducers
from qipan.journal.state import Appeal


def named(folding: Folding, event: CommitteeNamed) -> None:
    """Keep the members of a body."""
    folding.state.committees[event.body] = event.members


def declared(folding: Folding, event: ConflictDeclared) -> None:
    """Keep the conflict."""
    folding.state.conflicts.append(event)


def lodged(folding: Folding, event: AppealLodged) -> None:
    """Keep the appeal."""
    folding.section(event.section).appeals[event.appeal] = Appeal(
        event.appeal, event.entrant, event.round, event.board, event.text, event.at
    )


def answered(folding: Folding, event: AppealAnswered) -> None:
    """Keep the answer."""
    appeals = folding.section(event.section).appeals
    appeals[event.appeal] = replace(
        appeals[event.appeal], outcome=event.outcome, reasons=event.reason
    )


def decided(folding: Folding, event: AppealDecided) -> None:
    """Keep the decision."""
    appeals = folding.section(event.section).appeals
    appeals[event.appeal] = replace(
        appeals[event.appeal],
        outcome=event.outcome,
        reasons=event.reasons,
        members=event.members,
    )


def posted(folding: Folding, event: SupplementPosted) -> None:
    """Put the clause in force."""
    folding.state.supplements[event.number] = event


REDUCERS: Reducers = {
    CommitteeNamed: named,
    ConflictDeclared: declared,
    AppealLodged: lodged,
    AppealAnswered: answered,
    AppealDecided: decided,
    SupplementPosted: posted,
}
