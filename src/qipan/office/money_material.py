"""Money, prizes and appeals of a section, gathered for printing."""

from collections.abc import Iterator, Mapping

from qipan.desk.money import prizes_of
from qipan.formats.documents.material import (
    AppealLine,
    FeeLine,
    MoneyLine,
    Participant,
    Person,
    PrizeGiven,
)
from qipan.journal.people import ERASED
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, PersonId
from qipan.office.clerk import Clerk
from qipan.ranking.ledger import Reason
from qipan.ranking.prizes import Prize
from qipan.rulebooks.schema.money import cents
from qipan.sections.lookup import event_of

Entries = Mapping[EntrantId, Participant]


class MoneyMaterial:
    """Reads what a section says of money."""

    def __init__(self, office: Clerk, state: Competition, section: Section) -> None:
        """Keep where to look."""
        self.office, self.state, self.section = office, state, section
        self.terms = event_of(state, section).prizes

    @property
    def currency(self) -> str:
        """Name the currency of prizes, else of fines."""
        return self.terms.currency or event_of(self.state, self.section).conduct.currency

    def _won(self) -> tuple[Prize, ...]:
        """List who won what; nobody before approval, or while a paid place is shared."""
        if self.section.approved is None:
            return ()
        if self.section.prizes is not None:
            return self.section.prizes
        try:
            return prizes_of(self.state, self.section)
        except Refused:
            return ()

    def prizes(self, entries: Entries) -> Iterator[PrizeGiven]:
        """List prizes with their winners, else what the book says."""
        won = self._won()
        for each in won:
            entry = entries.get(each.entrant)
            winner = entry.name if entry else self._person(each.entrant)
            yield PrizeGiven(
                each.list_name,
                each.place,
                each.cents,
                each.goods,
                winner,
                entry.unit if entry else "",
                each.due_days,
            )
        if not won:
            yield from self._promised()

    def _promised(self) -> Iterator[PrizeGiven]:
        for name, table in self.terms.lists.items():
            for place in range(1, max([len(table.money), *table.goods.values()], default=0) + 1):
                goods = tuple(each for each, upto in table.goods.items() if place <= upto)
                money = cents(table.money[place - 1]) if place <= len(table.money) else 0
                yield PrizeGiven(name, place, money, goods)

    def _person(self, who: str) -> Person:
        """Name a member of a team; what is no person, as a unit, has its own name."""
        found = self.office.around.people.find([PersonId(who)]).get(PersonId(who))
        if found is not None:
            return Person(found.name, found.latin)
        members = {person for each in self.section.entrants.values() for person in each.people}
        return Person(ERASED.name) if who in members else Person(who)

    def _who(self, who: str) -> Person:
        entrant = self.section.entrants.get(EntrantId(who))
        if entrant is None:
            return self._person(who)
        known = self.office.around.people.find(entrant.people)
        people = [known.get(each, ERASED) for each in entrant.people]
        latin = " / ".join(each.latin for each in people if each.latin)
        return Person(" / ".join(each.name for each in people), latin)

    def lines(self) -> Iterator[MoneyLine]:
        """List every line of the ledger."""
        for line in self.section.postings:
            who = self._who(line.who)
            yield MoneyLine(who, line.reason.value, line.flow, line.reference, line.due)

    def fees(self, entries: Entries) -> Iterator[FeeLine]:
        """List what entries cost and what was paid, for everybody who was charged or paid."""
        charged: dict[str, int] = {}
        paid: dict[str, int] = {}
        for fee in self.section.fees:
            charged[fee.who] = charged.get(fee.who, 0) + fee.cents
        for line in self.section.postings:
            if line.reason is Reason.FEE:
                paid[line.who] = paid.get(line.who, 0) + line.cents
        for who, entry in entries.items():
            if who in charged or who in paid:
                yield FeeLine(entry, charged.get(who, 0), paid.get(who, 0))

    def appeals(self) -> Iterator[AppealLine]:
        """List the appeals."""
        for each in self.section.appeals.values():
            yield AppealLine(
                each.id,
                each.at,
                self._who(each.entrant),
                each.round,
                each.board,
                each.text,
                each.outcome.value,
                each.reasons,
            )
