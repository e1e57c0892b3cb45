"""Public changes of a competition, read from the journal some at a time."""

import msgspec

from qipan.kernel.ids import CompetitionId
from qipan.office.clerk import Clerk, stream_of
from qipan.views.public_events import PublicEvent, public_events

AT_ONCE = 200


class Changes(msgspec.Struct):
    """Some public events, and how far the journal is read with them."""

    events: list[PublicEvent]
    read: int
    """Ask for what comes ``after`` this next time."""
    version: int


def read_changes(office: Clerk, competition: CompetitionId, after: int) -> Changes:
    """Read the next events. Raises Unknown."""
    state = office.state(competition)
    found = office.around.log.read(stream_of(competition), after)[:AT_ONCE]
    found = [each for each in found if each.version <= state.version]
    read = found[-1].version if found else max(after, 0)
    return Changes(public_events(state, found), read, state.version)
