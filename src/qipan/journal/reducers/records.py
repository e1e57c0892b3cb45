"""Adding events of game records."""

from qipan.journal.folding import Folding, Reducers
from qipan.journal.records import RecordAttached, RecordSettled


def attached(folding: Folding, event: RecordAttached) -> None:
    """Keep the record; what was settled about an earlier one falls."""
    section = folding.section(event.section)
    key = (event.round, event.board, event.game, event.playoff)
    section.records[key] = event
    section.settled.pop(key, None)


def settled(folding: Folding, event: RecordSettled) -> None:
    """Keep why a difference stands, with the result it was about."""
    section = folding.section(event.section)
    key = (event.round, event.board, event.game, event.playoff)
    section.settled[key] = event.reason


REDUCERS: Reducers = {RecordAttached: attached, RecordSettled: settled}
