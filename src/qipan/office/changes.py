"""Public changes of a competition, read from the journal some at a time."""

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.state import Competition
from qipan.kernel.ids import CompetitionId
from qipan.office.clerk import Clerk, stream_of
from qipan.views.in_public import withheld_games
from qipan.views.public_events import PUBLIC, PublicEvent, public_events

AT_ONCE = 200


class Changes(msgspec.Struct):
    """Some public events, and how far the journal is read with them."""

    events: list[PublicEvent]
    read: int
    """Ask for what comes ``after`` this next time."""
    version: int


def _told(found: list[Envelope], office: Clerk, state: Competition) -> list[Envelope]:
    """Stop before the first end that the public is not told yet; it is read again later."""
    withheld = {
        (str(section), number, int(board), game)
        for section, number, board, game in withheld_games(state, office.around.now())
    }
    boards = {each[:3] for each in withheld}
    for number, envelope in enumerate(found if withheld else ()):
        if envelope.name not in PUBLIC:
            continue
        said = msgspec.json.decode(envelope.payload)
        at = (said.get("section"), said.get("round"), said.get("board"))
        whole = "game" not in said or said.get("playoff")
        if at in boards and (whole or (*at, said["game"]) in withheld):
            return found[:number]
    return found


def read_changes(office: Clerk, competition: CompetitionId, after: int) -> Changes:
    """Read the next events. Raises Unknown."""
    state = office.state(competition)
    found = office.around.log.read(stream_of(competition), after)[:AT_ONCE]
    found = _told([each for each in found if each.version <= state.version], office, state)
    read = found[-1].version if found else max(after, 0)
    return Changes(public_events(state, found), read, state.version)
