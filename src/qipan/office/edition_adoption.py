"""Moving a section to today's edition of its book: seen before it is done."""

from qipan.desk.decide import decide
from qipan.desk.editions import AdoptEdition
from qipan.journal.folding import fold
from qipan.journal.state import Competition
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.clerk import Clerk
from qipan.rulebooks import editions
from qipan.sections.lookup import book_under
from qipan.views.editions import EditionDifference, book_differences, place_differences


def preview(office: Clerk, competition: CompetitionId, name: SectionId) -> EditionDifference:
    """Say what today's edition changes: clauses, settings, places. Raises as ``adopt``."""
    state = office.state(competition)
    section = state.sections[name]
    today = editions.learn(office.own_books.text_of(state.book))
    new = editions.book_of(state.book, today)
    found = book_differences(book_under(state, section), new, section.under)
    after = fold(decide(state, AdoptEdition(section=name, edition=today, reason="preview")), state)
    places = place_differences((state, section), (after, after.sections[name]))
    return EditionDifference(found.clauses, found.rules, places)


def adopt(
    office: Clerk, competition: CompetitionId, name: SectionId, actor: str, reason: str
) -> Competition:
    """Move a section to today's edition. Raises Refused if it is held under it, or does not fit."""
    today = office.keep_edition(office.state(competition).book, actor)
    command = AdoptEdition(section=name, edition=today, reason=reason)
    return office.carry_out(competition, actor, command)
