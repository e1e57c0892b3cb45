"""Money and prizes."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import SectionId
from qipan.ranking.ledger import Posting
from qipan.ranking.prizes import Prize


class MoneyPosted(Event, frozen=True, tag="money-posted/1"):
    """A line was added to the ledger of a section."""

    section: SectionId
    posting: Posting


class PrizesAwarded(Event, frozen=True, tag="prizes-awarded/1"):
    """The prizes of a section were given out; the postings follow."""

    section: SectionId
    on: str
    prizes: tuple[Prize, ...]


Events = MoneyPosted | PrizesAwarded


def add_money_posted(draft: Draft, event: MoneyPosted) -> None:
    """Add a line."""
    draft.section(event.section).postings.append(event.posting)


def add_prizes_awarded(draft: Draft, event: PrizesAwarded) -> None:
    """Keep the prizes."""
    draft.section(event.section).prizes = event.prizes


REDUCERS: Reducers = {
    MoneyPosted: add_money_posted,
    PrizesAwarded: add_prizes_awarded,
}

PRIVATE: PrivateReasons = {
    MoneyPosted: "money is between an entrant and the organiser",
    PrizesAwarded: "money; the page of prizes shows them",
}
