"""Adding events of entries."""

from dataclasses import replace

from qipan.journal.competition import Entrant
from qipan.journal.events.entries import EntrantEntered, EntrantWithdrawn, EntriesClosed
from qipan.journal.folding import Folding, Reducers


def entered(folding: Folding, event: EntrantEntered) -> None:
    """Add an entrant."""
    folding.section(event.section).entrants[event.entrant] = Entrant(
        event.entrant, event.people, event.rating, event.unit, event.tags
    )


def withdrawn(folding: Folding, event: EntrantWithdrawn) -> None:
    """Mark an entrant as gone."""
    section = folding.section(event.section)
    rounds = sum(each.published for each in section.rounds)
    known = section.entrants[event.entrant]
    section.entrants[event.entrant] = replace(known, withdrawn=True, after=rounds)
    section.gone += 1


def closed(folding: Folding, event: EntriesClosed) -> None:
    """Take no more."""
    folding.section(event.section).closed = True


REDUCERS: Reducers = {EntrantEntered: entered, EntrantWithdrawn: withdrawn, EntriesClosed: closed}
