"""Adding events of times."""

from qipan.journal.folding import Folding, Reducers
from qipan.journal.schedule import RoundEnded, RoundScheduled
from qipan.journal.state import Timed


def scheduled(folding: Folding, event: RoundScheduled) -> None:
    """Keep the time; the last one counts."""
    times = folding.section(event.section).times
    times[event.round] = Timed(event.start, event.end, event.despite)


def ended(folding: Folding, event: RoundEnded) -> None:
    """Keep when a round was over."""
    folding.section(event.section).ended[event.round] = event.at


REDUCERS: Reducers = {RoundScheduled: scheduled, RoundEnded: ended}
