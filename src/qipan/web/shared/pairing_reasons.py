"""Why a pairing is as it is: its causes, each with the clause of the book in force."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from qipan.i18n import local
from qipan.i18n.sides import sides_of_match
from qipan.journal.events import Cause
from qipan.kernel.ids import EntrantId
from qipan.kernel.points import Points, Scoring
from qipan.rulebooks.loader import HOUSE, cite
from qipan.rulebooks.schema import Book, EventRules
from qipan.views.section import Names, halves
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.visitor import Visitor

POINTS = frozenset(("score", "scores", "from", "to"))
"""Facts that are points, in units."""
SHOWN = (
    *("score", "scores", "down", "from", "up", "to", "instead-of", "places", "group"),
    *("drawn", "better", "met-in", "numbers", "entrants", "number", "units", "balance", "team"),
    *("upfloaters", "leaving", "residents", "moved", "among", "round", "why", "clause"),
)
"""Facts that people have a word for; others are workings of a method."""
_SEATS = ("first", "second")


class CitedReason(msgspec.Struct, frozen=True):
    """A cause with its clause and facts in words."""

    citation: str
    """Empty where the rule is our own."""
    text: str
    facts: tuple[tuple[str, str], ...]


class Reader:
    """Puts causes into words for a reader."""

    def __init__(
        self,
        book: Book,
        scoring: Scoring,
        names: Names,
        visitor: Visitor,
        rules: EventRules,
    ) -> None:
        """Keep what the words are made with."""
        self.book, self.scoring = book, scoring
        self.names = as_read(names, visitor.language)
        self.say, self.language = visitor.say, visitor.language
        self.marks = [each.mark for each in sides_of_match(visitor.language, rules)]

    def reasons(self, causes: Iterable[Cause]) -> list[CitedReason]:
        """Resolve each cause to its clause and its facts. Raises Unknown for an uncited rule."""
        found = []
        for cause in causes:
            clause = cite(self.book, cause.rule)
            text = local(clause.text, self.language)
            citation = "" if clause.book == HOUSE else clause.citation
            found.append(CitedReason(citation, text, tuple(self._facts(cause.facts))))
        return found

    def _facts(self, facts: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        for seat in _SEATS:
            wish = facts.get(seat)
            if isinstance(wish, Mapping) and wish.get("entrant") in self.names:
                yield self.names[wish["entrant"]].name, self._sides(wish)
        for name in SHOWN:
            value = facts.get(name)
            if value is not None and value not in ("", [], {}):
                yield self.say(f"ui.fact.{name}"), self._value(name, value)

    def _sides(self, wish: Mapping[str, Any]) -> str:
        """Tell the seats somebody had, oldest first, and which one is due."""
        marks = dict(enumerate(self.marks))
        had = " ".join(marks[seat] for seat in wish.get("seats", ()) if seat in marks)
        due = next((mark for seat, mark in marks.items() if wish.get("due") == seat), None)
        parts = [self.say("ui.sides-had", sides=had or "–")]
        return " · ".join([*parts, self.say("ui.side-due", side=due)] if due else parts)

    def _value(self, name: str, value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{self._value('', key)} {each}" for key, each in value.items())
        if isinstance(value, list | tuple):
            return (" – " if name in ("scores", "places") else ", ").join(
                self._value(name, each) for each in value
            )
        if name in POINTS and isinstance(value, int):
            return halves(self.scoring.show(Points(value)))
        if isinstance(value, str) and EntrantId(value) in self.names:
            return self.names[EntrantId(value)].name
        return str(value)
