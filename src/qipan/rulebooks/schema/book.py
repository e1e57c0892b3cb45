"""A book as a whole: heading, clauses, events."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any

import msgspec

from qipan.kernel.errors import Unknown
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.schema.conduct import Conduct
from qipan.rulebooks.schema.entries import Entries, Filler
from qipan.rulebooks.schema.matches import SINGLE, LineUps, MatchRule, PlayOffGame
from qipan.rulebooks.schema.options import OptionTerms
from qipan.rulebooks.schema.prizes import Prizes
from qipan.rulebooks.schema.ranking import Ranking
from qipan.rulebooks.schema.schedule import Schedule
from qipan.rulebooks.schema.scoring import Clock, ScoringTable
from qipan.rulebooks.schema.stages import Stage
from qipan.rulebooks.schema.words import Clause, Heading, Text

FIRST_GROUP = "first-group"
"""The tag of entrants who take the odd numbers, where one group has these."""
FILLER = "filler"
"""The tag of the host's own entrant, who makes the number even."""


class EventRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of event of a book."""

    title: Text
    game: str
    stage: Annotated[tuple[Stage, ...], msgspec.Meta(min_length=1)]
    """What is played, in order."""
    ranking: Ranking
    numbering: str = "lot"
    """How entrants get their numbers: ``lot``, ``rating`` or ``two-groups``."""
    rules: dict[str, Any] = {}
    """Options of the game."""
    scoring: ScoringTable = ScoringTable()
    clock: Clock | None = None
    clocks: dict[str, Clock] = {}
    """The clock by number of rounds chosen, where it depends on that."""
    match: dict[str, MatchRule] = {}
    playoff: tuple[PlayOffGame, ...] = ()
    """The games that follow a drawn decisive match; the last one is repeated if need be."""
    line_ups: LineUps | None = None
    entries: Entries = Entries()
    conduct: Conduct = Conduct()
    schedule: Schedule = Schedule()
    prizes: Prizes = Prizes()
    option: dict[str, OptionTerms] = {}
    """What the book leaves to the organiser by name, beside the options that follow from it."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Name the marks of an entrant that this event asks about, each once."""
        entries = self.entries
        exempt = entries.age.exempt if entries.age else ()
        said = (
            *((FIRST_GROUP,) if self.numbering == "two-groups" else ()),
            *(each.tag for each in self.ranking.derived.values() if each.tag),
            *entries.needs,
            *entries.excludes,
            *entries.free,
            *entries.moves_freely,
            *exempt,
            *((FILLER,) if entries.filler is not Filler.NONE else ()),
        )
        return tuple(dict.fromkeys(said))

    def match_rule(self, name: str) -> MatchRule:
        """Find a match rule; ``single`` is one game. Raises Unknown."""
        if name == "single":
            return self.match.get(name, SINGLE)
        if name not in self.match:
            raise Unknown("match rule", name, tuple(self.match))
        return self.match[name]


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A regulation: its clauses and its events."""

    book: Heading
    clause: dict[str, Clause] = {}
    event: dict[str, EventRules] = {}

    @property
    def id(self) -> str:
        """Give the id, which is also the name of the folder."""
        return self.book.id

    @property
    def tags(self) -> tuple[str, ...]:
        """Name the marks of entrants that any of the events asks about, each once."""
        return tuple(dict.fromkeys(tag for event in self.event.values() for tag in event.tags))

    @cached_property
    def clauses_by_rule(self) -> Mapping[RuleKey, tuple[str, ...]]:
        """Find the numbers of the clauses behind a rule."""
        found: dict[RuleKey, tuple[str, ...]] = {}
        for number, clause in self.clause.items():
            for key in (*clause.rules, *clause.reads):
                found[key] = (*found.get(key, ()), number)
        return found

    def says(self, key: RuleKey) -> bool:
        """Tell whether a clause says a rule, and not only our reading of one."""
        numbers = self.clauses_by_rule.get(key, ())
        return any(key in self.clause[number].rules for number in numbers)

    def events_of(self, number: str) -> tuple[str, ...]:
        """Name the events a clause is about; none: all."""
        part, dash, _ = number.partition("-")
        return self.clause[number].events or (self.book.parts.get(part, ()) if dash else ())

    def citation(self, number: str) -> str:
        """Write a clause as people cite it: ``MY 6.3``, and ``MY-I 3.2`` within a part."""
        part, dash, rest = number.partition("-")
        if dash and part in self.book.parts:
            return f"{self.book.cite}-{part} {rest}"
        return f"{self.book.cite} {number}"
