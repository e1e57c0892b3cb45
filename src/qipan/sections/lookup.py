"""Finding the section, event and round a command speaks of, or refusing by name."""

from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.rules import rule
from qipan.rulebooks import Book, EventRules, editions
from qipan.rulebooks.adjusted_rules import adjusted

EXISTS = rule("desk.exists", "What a command names must exist.")
OPEN = rule("desk.competition.open", "Nothing changes in a closed competition.")
BOARD_OPEN = rule("desk.result.board-open", "A result belongs to a board of a published round.")
NOT_HELD = rule("entry.not-held", "Nothing can be done in a cancelled section.")
APPROVED = rule("desk.section.approved", "Nothing changes in a section whose standings are final.")


def require_section(state: Competition, name: SectionId) -> Section:
    """Find a section, whatever its state. Raises Refused if there is none."""
    if name not in state.sections:
        raise Refused("section.unknown", EXISTS, section=name, known=list(state.sections))
    return state.sections[name]


def section_of(state: Competition, name: SectionId) -> Section:
    """Find a section. Raises Refused if there is none or nothing may change."""
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    section = require_section(state, name)
    if section.cancelled:
        raise Refused("section.cancelled", NOT_HELD, section=name)
    if section.approved is not None:
        raise Refused("section.approved", APPROVED, section=name)
    return section


def section_before_closing(
    state: Competition, name: SectionId, *, even_closed: bool = False
) -> Section:
    """Find a section, also one whose standings are approved. Raises Refused if all is closed."""
    if state.closed and not even_closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    return require_section(state, name)


def book_of(state: Competition) -> Book:
    """Give the book of a competition in the edition it was created with."""
    return editions.book_of(state.book, state.edition)


def book_under(state: Competition, section: Section) -> Book:
    """Give the book of a section: in the edition it was moved to, else that of the competition."""
    return editions.book_of(state.book, section.edition or state.edition)


def event_of(state: Competition, section: Section) -> EventRules:
    """Find the event that a section is held under, with what the organiser set in it."""
    return adjusted(book_under(state, section).event[section.under], section.options)


def entrant_of(section: Section, entrant: EntrantId) -> EntrantId:
    """Find an entrant. Raises Refused."""
    if entrant not in section.entrants:
        raise Refused("entrant.unknown", EXISTS, section=section.id, entrant=entrant)
    return entrant


def published_round(section: Section, number: RoundNo) -> Round:
    """Find a published round. Raises Refused."""
    if not 1 <= number <= len(section.rounds) or not section.rounds[number - 1].published:
        last = sum(each.published for each in section.rounds)
        raise Refused(
            "result.no-such-round", BOARD_OPEN, section=section.id, round=number, published=last
        )
    return section.rounds[number - 1]


def board_of(section: Section, number: RoundNo, board: BoardNo) -> Round:
    """Find the round of a board that was paired. Raises Refused."""
    found = published_round(section, number)
    if found.table(board) is None:
        raise Refused(
            "result.no-such-board",
            BOARD_OPEN,
            section=section.id,
            round=number,
            board=board,
            boards=len(found.tables),
        )
    return found


def require_seat(found: Round, board: BoardNo, entrant: EntrantId) -> None:
    """Raise Refused unless somebody sits at a board."""
    table = found.table(board)
    if table is None or entrant not in table.seats:
        raise Refused("conduct.not-at-board", BOARD_OPEN, entrant=entrant, board=board)
