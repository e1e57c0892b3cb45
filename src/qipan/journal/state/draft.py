"""A state being built: what reducers change.

Each part is copied once and then changed in place, so that folding a hundred thousand results does
not copy a round a hundred thousand times.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from qipan.journal.state.competition import Competition, Round, Section
from qipan.kernel.ids import RoundNo, SectionId

Reducers = dict[type, Callable[[Any, Any], None]]
"""From the type of an event to the function ``(draft, event)`` that adds it."""


class Draft:
    """A state being built: copies a section or a round the first time it is changed."""

    def __init__(self, start: Competition) -> None:
        """Begin with a state; its own parts are never changed."""
        self.begin(start)

    def begin(self, start: Competition) -> None:
        """Go on from another state; its own parts are never changed."""
        self.state = replace(start, **_containers(start))
        self._own: set[SectionId] = set()
        self._own_rounds: set[tuple[SectionId, RoundNo]] = set()

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
                reported=dict(old.reported),
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
