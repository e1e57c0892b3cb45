"""Events at the end of a section."""

from qipan.journal.event import Event
from qipan.kernel.ids import EntrantId, SectionId


class StandingsApproved(Event, frozen=True, tag="standings-approved/1"):
    """The chief arbiter approved the final standings of a section."""

    section: SectionId
    places: tuple[tuple[EntrantId, int], ...]


class ApprovalLifted(Event, frozen=True, tag="approval-lifted/1"):
    """Something changed the final standings; the chief arbiter has to approve them again."""

    section: SectionId
    reason: str


Events = StandingsApproved | ApprovalLifted
