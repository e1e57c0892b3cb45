"""Adding events up to a state.

``fold`` is pure from the outside: it returns a new state and leaves the one given alone. No clock,
no dice.
"""

from collections.abc import Iterable

from qipan.journal.events import SUBJECTS, CompetitionEvent
from qipan.journal.state.competition import Competition
from qipan.journal.state.draft import Draft, Reducers

REDUCERS: Reducers = {
    event: reducer for subject in SUBJECTS for event, reducer in subject.REDUCERS.items()
}
"""How each event changes the state: the lists of all subjects."""


def fold(events: Iterable[CompetitionEvent], start: Competition | None = None) -> Competition:
    """Add events to a state and give the new state; the one given is left as it was."""
    folding = Folding(start or Competition())
    for event in events:
        folding.add(event)
    return folding.state


class Folding(Draft):
    """A state to which events are added one by one."""

    def add(self, event: CompetitionEvent) -> None:
        """Add one event."""
        self.state.version += 1
        REDUCERS[type(event)](self, event)
