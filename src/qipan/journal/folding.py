"""Adding events up to a state.

``fold`` is pure from the outside: it returns a new state and leaves the one given alone. Inside,
it copies each part once and then changes its own copy, so that folding a hundred thousand results
does not copy a round a hundred thousand times. No clock, no dice.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import RoundNo, SectionId

Reducers = dict[type, Callable[[Any, Any], None]]
"""From the type of an event to the function ``(folding, event)`` that adds it."""


def fold(events: Iterable[CompetitionEvent], start: Competition | None = None) -> Competition:
    """Add events to a state and give the new state; the one given is left as it was."""
    folding = Folding(start or Competition())
    for event in events:
        folding.add(event)
    return folding.state


class Folding:
    """A state being built: copies a section or a round the first time it is changed."""

    def __init__(self, start: Competition) -> None:
        """Begin with a state; its own parts are never changed."""
        self.state = replace(start, **_containers(start))
        self._own: set[SectionId] = set()
        self._own_rounds: set[tuple[SectionId, RoundNo]] = set()

    def add(self, event: CompetitionEvent) -> None:
        """Add one event."""
        from qipan.journal.reducers import REDUCERS  # reducers are written in terms of Folding

        self.state.version += 1
        REDUCERS[type(event)](self, event)

    def add_section(self, name: SectionId, title: str, under: str, options: dict[str, Any]) -> None:
        """Add an empty section."""
        self.state.sections[name] = Section(name, title, under, options)
        self._own.add(name)

    def section(self, name: SectionId) -> Section:
        """Give a section that may be changed. Raises KeyError if there is none."""
        if name not in self._own:
            old = self.state.sections[name]
            self.state.sections[name] = replace(old, **_containers(old))
            self._own.add(name)
        return self.state.sections[name]

    def round(self, name: SectionId, number: RoundNo) -> Round:
        """Give a round to change; its cells are forgotten. Raises KeyError or IndexError."""
        section = self.section(name)
        if number < 1:
            raise IndexError(number)
        if (name, number) not in self._own_rounds:
            old = section.rounds[number - 1]
            corrected = {board: list(found) for board, found in old.corrected.items()}
            section.rounds[number - 1] = replace(
                old,
                results=dict(old.results),
                corrected=corrected,
                games=dict(old.games),
                decided=dict(old.decided),
                seating=dict(old.seating),
                taken=dict(old.taken),
            )
            self._own_rounds.add((name, number))
        found = section.rounds[number - 1]
        found.cells = None
        return found

    def owns_round(self, name: SectionId, number: RoundNo) -> None:
        """Say that this round was made here and needs no copy."""
        self._own_rounds.add((name, number))


def _containers(old: Competition | Section) -> dict[str, Any]:
    """Copy what can be changed in place."""
    return {
        key: value.copy()
        for key, value in vars(old).items()
        if isinstance(value, dict | list | set)
    }
