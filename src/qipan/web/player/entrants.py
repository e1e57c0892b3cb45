"""Which entrant of a section a visitor is: by the card their phone took, or by their account.

An account plays under an opaque id that is also the id of the person entered.
"""

from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId
from qipan.play.seats import opaque_id
from qipan.web.player.phones import card_of, holds
from qipan.web.shared.context import Context
from qipan.web.shared.visitor import Visitor


def entrant_of(
    context: Context, visitor: Visitor, state: Competition, section: Section
) -> EntrantId | None:
    """Find which entrant is asking; None if it is none of this section."""
    for taken in visitor.phone:
        who = EntrantId(taken.card.entrant)
        if who in section.entrants and holds(visitor, card_of(state, section, who)):
            return who
    if visitor.account is None:
        return None
    person = opaque_id(context.tables.key, visitor.account.name)
    for entrant in section.entrants.values():
        if person in entrant.people:
            return entrant.id
    return None
