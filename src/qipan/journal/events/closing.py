"""Events at the end of a section."""

from qipan.journal.events.base import Event
from qipan.kernel.ids import EntrantId, SectionId


class StandingsApproved(Event, frozen=True, tag="standings-approved/1"):
    """The chief arbiter approved the final standings of a section."""

    section: SectionId
    places: tuple[tuple[EntrantId, int], ...]


Events = StandingsApproved
