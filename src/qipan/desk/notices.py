"""Notices to everybody of a section or competition."""

from qipan.desk.command import Command
from qipan.desk.roles import STAFF, Decisions, Fill, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.notices import NoticePosted
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import SectionId
from qipan.kernel.rules import rule
from qipan.sections.lookup import (
    OPEN,
    section_before_closing,
)

NOTICE = rule("hall.notice", "A notice has a text and is for a whole section or event.")
LONGEST = 2000


class PostNotice(Command, frozen=True, tag=True):
    """Announce something."""

    text: str
    at: str
    section: SectionId | None = None


def post_notice(state: Competition, command: PostNotice) -> list[CompetitionEvent]:
    """Announce. Raises Refused if there is nothing to say, or too much."""
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    if command.section is not None:
        section_before_closing(state, command.section)
    text = command.text.strip()
    if not text or len(text) > LONGEST:
        raise Refused("notice.length", NOTICE, most=LONGEST)
    return [NoticePosted(text=text, at=command.at, section=command.section)]


DECISIONS: Decisions = {
    PostNotice: ListedCommand(post_notice, STAFF, unless_stated={"at": Fill.HALL_TIME})
}
