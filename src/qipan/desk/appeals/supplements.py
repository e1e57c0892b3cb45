"""Supplementary clauses: gaps of the regulation filled by the committee, cited like the rest."""

from qipan.desk.appeals.commands import PostSupplement
from qipan.desk.appeals.committee import committee_terms
from qipan.desk.roles import CHIEF, Decisions, ListedCommand
from qipan.journal.appeals import SupplementPosted
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.moments import at_time
from qipan.kernel.rules import RuleKey, rule
from qipan.rulebooks.loader import cite
from qipan.rulebooks.schema import Cited, Text
from qipan.sections.lookup import OPEN, book_of

GAPS = rule(
    "supplement.gap",
    "A supplement settles only what the regulation leaves open; it changes nothing.",
)
BY_COMMITTEE = rule(
    "supplement.committee", "The committee fills gaps in the rules, not a captains' meeting."
)
POSTED = rule("supplement.posted", "A supplementary clause is dated, written and posted.")


def post_supplement(state: Competition, command: PostSupplement) -> list[CompetitionEvent]:
    """Post a clause. Raises Refused if it changes the book, is empty, or nobody may post it."""
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    book = book_of(state)
    allowed = any(event.conduct.supplements for event in book.event.values())
    body = "arbitration"
    if not allowed or (committee_terms(state, body) and body not in state.committees):
        raise Refused("supplement.no-committee", BY_COMMITTEE, number=command.number)
    number = command.number.strip()
    settled = [key for key in command.rules if book.says(key)]
    if not number or number in book.clause or number in state.supplements or settled:
        raise Refused("supplement.settled", GAPS, number=number, rules=settled)
    text = {language: words for language, words in command.text.items() if words.strip()}
    if not text:
        raise Refused("supplement.empty", POSTED, number=number)
    at_time(command.date)
    return [SupplementPosted(number=number, date=command.date, text=text, rules=command.rules)]


def cite_in_force(state: Competition, key: RuleKey, event: str = "") -> Cited:
    """Find the clause behind a rule: the book's, a supplementary one, our reading, the house's.

    Raises Unknown.
    """
    book = book_of(state)
    if not book.says(key):
        for number, posted in state.supplements.items():
            if key in posted.rules:
                return Cited(key, book.id, number, book.citation(number), posted.text)
    return cite(book, key, event)


def clause_in_force(state: Competition, number: str) -> Text:
    """Give the text of a clause of the book or a supplementary one. Raises Unknown."""
    book = book_of(state)
    if number in book.clause:
        return book.clause[number].shown
    if number in state.supplements:
        return state.supplements[number].text
    raise Unknown("clause", number)


DECISIONS: Decisions = {PostSupplement: ListedCommand(post_supplement, CHIEF)}
