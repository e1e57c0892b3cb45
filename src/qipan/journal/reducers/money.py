"""Adding events of money and prizes."""

from qipan.journal.events.money import MoneyPosted, PrizesAwarded
from qipan.journal.folding import Folding, Reducers


def posted(folding: Folding, event: MoneyPosted) -> None:
    """Add a line."""
    folding.section(event.section).postings.append(event.posting)


def awarded(folding: Folding, event: PrizesAwarded) -> None:
    """Keep the prizes."""
    folding.section(event.section).prizes = event.prizes


REDUCERS: Reducers = {MoneyPosted: posted, PrizesAwarded: awarded}
