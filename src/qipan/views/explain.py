"""Why a place is as it is: the chain of keys, each with the clause of the book in force."""

import msgspec

from qipan.desk.appeals.supplements import cite_in_force
from qipan.journal.state import Competition
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw
from qipan.kernel.rules import RuleKey
from qipan.ranking import Standings
from qipan.rulebooks.schema import Text


class Explained(msgspec.Struct, frozen=True):
    """One key of the chain, with its clause."""

    key: str
    rule: RuleKey
    citation: str
    text: Text
    values: tuple[tuple[EntrantId, str], ...]
    """Who was level before this key, and what it says of them."""
    broke: bool
    draw: Draw | None = None


def explain_place(
    state: Competition,
    table: Standings,
    who: EntrantId,
    other: EntrantId | None = None,
    under: str = "",
) -> tuple[Explained, ...]:
    """Explain a place, or why one entrant is ahead of another. Raises Unknown.

    ``under`` is the event of the section: its own clauses are cited first.
    """
    chain = []
    for step in table.why(who, other):
        clause = cite_in_force(state, step.rule, under)
        values = tuple(
            (tied, value.shown) for tied, value in zip(step.tied, step.values, strict=True)
        )
        chain.append(
            Explained(
                step.key, step.rule, clause.citation, clause.text, values, step.broke, step.draw
            )
        )
    return tuple(chain)
