"""Adding events up to a state.

``fold`` is pure from the outside: it returns a new state and leaves the one given alone. No clock,
no dice. Events of acts that were taken back are passed over (see ``repairs.acts``).
"""

from collections.abc import Iterable, Sequence

from qipan.journal.events import SUBJECTS, CompetitionEvent
from qipan.journal.repairs.acts import ActTakenBack, versions_taken_back
from qipan.journal.state.competition import Competition
from qipan.journal.state.draft import Draft, Reducers

REDUCERS: Reducers = {
    event: reducer for subject in SUBJECTS for event, reducer in subject.REDUCERS.items()
}
"""How each event changes the state: the lists of all subjects."""


def fold(events: Iterable[CompetitionEvent], start: Competition | None = None) -> Competition:
    """Add events to a state and give the new state; the one given is left as it was."""
    more, begun = list(events), start or Competition()
    if any(isinstance(event, ActTakenBack) for event in more):
        return _folded_anew([*begun.past, *more])
    folding = Folding(begun)
    for event in more:
        folding.add(event)
    return folding.state


def _folded_anew(past: Sequence[CompetitionEvent]) -> Competition:
    """Add a whole journal up, without what was taken back."""
    gone = versions_taken_back(past)
    folding = Folding(Competition())
    for version, event in enumerate(past, 1):
        if version in gone or isinstance(event, ActTakenBack):
            folding.pass_over(event)
        else:
            folding.add(event)
    folding.state.taken_back = gone
    return folding.state


class Folding(Draft):
    """A state to which events are added one by one."""

    def add(self, event: CompetitionEvent) -> None:
        """Add one event."""
        if isinstance(event, ActTakenBack):
            self.begin(_folded_anew([*self.state.past, event]))
            return
        self.pass_over(event)
        REDUCERS[type(event)](self, event)

    def pass_over(self, event: CompetitionEvent) -> None:
        """Count an event without letting it change anything."""
        self.state.version += 1
        self.state.past.append(event)
