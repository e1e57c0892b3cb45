"""Adding events of money and prizes."""

from qipan.journal.folding import Folding, Reducers
from qipan.journal.money import MoneyPosted, PrizesAwarded


def posted(folding: Folding, event: MoneyPosted) -> None:
    """Add a line."""
    folding.section(event.section).postings.append(event.posting)


def awarded(folding: Folding, event: PrizesAwarded) -> None:
    """Keep the prizes."""
    folding.section(event.section).prizes = event.prizes


REDUCERS: Reducers = {MoneyPosted: posted, PrizesAwarded: awarded}
