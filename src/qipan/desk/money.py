"""The money of a section: fees, fines, deposits and prizes; and what every place wins."""

from datetime import timedelta

import msgspec

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.money import MoneyPosted, PrizesAwarded
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.moments import day
from qipan.kernel.rules import rule
from qipan.ranking.ledger import Ledger, Posting, Reason
from qipan.ranking.prizes import DELAYED, Candidate, Exclusion, Prize, PrizeList, award
from qipan.ranking.titles import Standard, Title, title_for
from qipan.rulebooks.option_values import read_option
from qipan.rulebooks.options import currency_of, options_of
from qipan.rulebooks.schema.money import cents, shown
from qipan.sections.derived import TableRow, derived_tables, official_places
from qipan.sections.lookup import book_under, entrant_of, event_of, section_before_closing

FEE = rule("money.fee", "The entry fee may not exceed the limit of the regulation.")
APPROVED_FIRST = rule(
    "prizes.after-approval", "Prizes are awarded once the standings are approved."
)
ONCE = rule("prizes.once", "Prizes are awarded once, unless the standings change.")
MAIN = "main"


class PostMoney(Command, frozen=True, tag=True):
    """Add a line to the ledger: a fee, or a correction."""

    section: SectionId
    who: EntrantId
    reason: Reason
    cents: int
    reference: str = ""


class AwardPrizes(Command, frozen=True, tag=True):
    """Give out the prizes of a section."""

    section: SectionId
    on: str
    """The day of the ceremony."""


def ledger_of(section: Section) -> Ledger:
    """Give the ledger of a section."""
    return Ledger(tuple(section.postings))


def owed(section: Section) -> dict[EntrantId, int]:
    """Give what fees were charged and not yet paid, in cents."""
    found: dict[EntrantId, int] = {}
    for fee in section.fees:
        who = EntrantId(fee.who)
        found[who] = found.get(who, 0) + fee.cents
    for line in section.postings:
        if line.reason is Reason.FEE and line.who in found:
            found[EntrantId(line.who)] -= line.cents
    return {who: cents_ for who, cents_ in found.items() if cents_ > 0}


def post_money(state: Competition, command: PostMoney) -> list[CompetitionEvent]:
    """Post a line. Raises Refused if a fee is too high, BadInput on a wrong amount."""
    section = section_before_closing(state, command.section)
    entrant_of(section, command.who)
    line = Posting(command.who, command.reason, command.cents, reference=command.reference)
    rules = event_of(state, section)
    most, currency = rules.entries.fees.most, currency_of(rules)
    if command.reason is Reason.FEE:
        line = msgspec.structs.replace(line, rule=FEE)
        due = owed(section).get(command.who, 0)  # more than the fee: a registration, being late
        if most is not None and command.cents > max(most, due):
            raise Refused(
                "money.fee-too-high",
                FEE,
                cents=command.cents,
                most=max(most, due),
                asked=shown(command.cents, currency),
                limit=shown(max(most, due), currency),
            )
    ledger_of(section).post(line)
    return [MoneyPosted(section=section.id, posting=line)]


def prizes_of(state: Competition, section: Section) -> tuple[Prize, ...]:
    """Give what every place wins by the book. Raises Refused if a paid place is shared."""
    terms = event_of(state, section).prizes
    derived = derived_tables(state, section) if terms.lists else {}
    final = [TableRow(row.entrant, row.place) for row in official_places(state, section)]
    tables = []
    for name, given in terms.lists.items():
        rows = derived.get(given.table, ()) if given.table else final
        listed = PrizeList(
            name,
            tuple(cents(amount) for amount in given.money),
            given.sharing or terms.sharing,
            given.goods,
        )
        ranked = [Candidate(EntrantId(row.who), row.place) for row in rows if row.place is not None]
        tables.append((listed, ranked))
    barred = [
        Exclusion(each.first, each.upto, each.second, each.passes_on) for each in terms.no_double
    ]
    return award(
        tables,
        exclusions=barred,
        delay_from=cents(terms.delay.least) if terms.delay else None,
        delay_days=terms.delay.days if terms.delay else 0,
    )


def titles_of(state: Competition, section: Section) -> tuple[tuple[EntrantId, Title], ...]:
    """Give the titles that places earn, by the standard the section names (option ``titles``)."""
    terms = event_of(state, section).prizes.titles
    option = options_of(book_under(state, section), section.under).get("titles")
    if terms is None or option is None or not section.options.get("titles"):
        return ()
    try:
        listed = read_option(option, section.options["titles"])
    except Refused:  # kept by a release that took anything
        return ()
    upto = tuple((int(last), str(name)) for name, last in listed if last)
    ladder = tuple(str(name) for name, _ in listed)
    standard = Standard(ladder, upto, terms.full_field, terms.safe, terms.steps)
    players = len(players_of(section))
    return tuple(
        (row.entrant, title_for(row.place, players, standard))
        for row in official_places(state, section)
    )


def players_of(section: Section) -> list[EntrantId]:
    """List who took part: everybody who did not withdraw before the first round."""
    return [each.id for each in section.entrants.values() if not each.withdrawn or each.after]


def award_prizes(state: Competition, command: AwardPrizes) -> list[CompetitionEvent]:
    """Give out prizes. Raises Refused before the approval, or if they are given already."""
    section = section_before_closing(state, command.section, even_closed=True)
    today = day(command.on)
    if section.approved is None:
        raise Refused("prizes.not-approved", APPROVED_FIRST, section=section.id)
    prizes = prizes_of(state, section)
    if section.prizes == prizes:
        raise Refused("prizes.given", ONCE, section=section.id)
    found: list[CompetitionEvent] = [
        PrizesAwarded(section=section.id, on=command.on, prizes=prizes)
    ]
    taken_back = [
        Posting(each.entrant, Reason.CORRECTION, each.cents, ONCE, each.list_name)
        for each in section.prizes or ()
        if each.cents
    ]
    paid = [
        Posting(
            each.entrant,
            Reason.PRIZE,
            each.cents,
            DELAYED if each.due_days else each.rule,
            each.list_name,
            (today + timedelta(days=each.due_days)).isoformat() if each.due_days else "",
        )
        for each in prizes
        if each.cents
    ]
    found += [MoneyPosted(section=section.id, posting=line) for line in (*taken_back, *paid)]
    return found


DECISIONS: Decisions = {
    PostMoney: ListedCommand(post_money, CHIEF_AND_ORGANISER),
    AwardPrizes: ListedCommand(award_prizes, CHIEF_AND_ORGANISER),
}
