"""Public changes of a competition, read from the journal some at a time."""

import msgspec

from qipan.journal.state import Competition
from qipan.kernel.ids import CompetitionId
from qipan.office.clerk import Clerk, stream_of
from qipan.views.in_public import first_hidden, withheld_games
from qipan.views.public_events import PublicEvent, public_events

AT_ONCE = 200


class Changes(msgspec.Struct):
    """Some public events, and how far the journal is read with them."""

    events: list[PublicEvent]
    read: int
    """Ask for what comes ``after`` this next time."""
    version: int


def told_version(office: Clerk, state: Competition) -> int:
    """Give the version up to which the public is told: that before the first hidden end."""
    hidden = first_hidden(state, withheld_games(state, office.around.now()))
    return state.version if hidden is None else hidden - 1


def read_changes(office: Clerk, competition: CompetitionId, after: int) -> Changes:
    """Read the next events; what is not public yet is read later. Raises Unknown."""
    state = office.state(competition)
    told = told_version(office, state)
    found = office.around.log.read(stream_of(competition), after)[:AT_ONCE]
    found = [each for each in found if each.version <= told]
    read = found[-1].version if found else max(after, 0)
    return Changes(public_events(state, found), read, told)
