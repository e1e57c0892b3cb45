"""What the desk asks of a pairing system, and what most systems share."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from qipan.journal.events import Cause
from qipan.journal.state import Round, Table
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import EntrantId
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.ranking import Standings
from qipan.sections.stages import Standing
from qipan.sections.tables import stage_standings

MOST_CAUSES = 10_000
_causes: dict[tuple[str, bytes], Cause] = {}
"""Reasons that were given lately: most boards of a large round have the same few."""
_earlier: dict[tuple[str, bytes], Cause] = {}
"""Those of before: what is asked for again goes on, the rest (named once) is let go."""


def _shared_cause(reason: Reason) -> Cause:
    """Write a reason for the journal; equal ones are one object as long as they are many."""
    try:
        key = (reason.rule, msgspec.json.encode(reason.facts))
    except TypeError:  # facts whose keys are numbers
        return Cause(reason.rule, reason.facts)
    found = _causes.get(key)
    if found is None:
        if len(_causes) >= MOST_CAUSES:
            _earlier.clear()
            _earlier.update(_causes)
            _causes.clear()
        found = _causes[key] = _earlier.get(key) or Cause(reason.rule, reason.facts)
    return found


WHOLE = ""
"""Stands for a group where everybody is ranked together."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """Somebody's place, and what gave it."""

    entrant: EntrantId
    place: int | None
    """None: disqualified."""
    cause: Cause | None = None
    """A final, a tree, cross rounds, a heat, an approval; None: the keys of the book."""
    group: str = WHOLE
    """The group inside which it is the place."""
    moved: int = 0
    """How many places it moved up when others were disqualified."""


@dataclass(frozen=True)
class Places:
    """Everybody's place, best first, with the tables of keys behind them."""

    rows: tuple[Place, ...]
    tables: Mapping[str, Standings]
    """By group. Keys alone ranked whose place has no cause, among each other."""

    @cached_property
    def by_entrant(self) -> Mapping[EntrantId, Place]:
        """Give everybody's place."""
        return {row.entrant: row for row in self.rows}

    def of(self, who: EntrantId) -> Place:
        """Give one place. Raises Unknown if they do not take part."""
        found = self.by_entrant.get(who)
        if found is None:
            raise Unknown("entrant", who)
        return found

    def before(self, one: EntrantId, two: EntrantId) -> bool:
        """Say whether one has a better place than two; who has none is behind. Raises Unknown."""
        mine, theirs = self.of(one).place, self.of(two).place
        return mine is not None and (theirs is None or mine < theirs)

    def table(self, who: EntrantId) -> Standings:
        """Give the table of keys in which somebody stands. Raises Unknown."""
        return self.tables[self.of(who).group]

    @property
    def waiting(self) -> list[tuple[EntrantId, ...]]:
        """List those whom only a lot can part: inside one group, and where keys give the place."""
        found = []
        for table in self.tables.values():
            for lot in table.pending_lots:
                tied = tuple(who for who in lot.tied if self._by_key(who))
                found += [tied] if len(tied) > 1 else []
        return found

    def _by_key(self, who: EntrantId) -> bool:
        row = self.by_entrant.get(who)
        return row is not None and row.cause is None

    @property
    def order(self) -> tuple[str, ...]:
        """Give the keys; those of all groups are the same."""
        return next(iter(self.tables.values())).order


class System(ABC):
    """A pairing system as the desk sees it."""

    by_hand = False
    """Each round is paired afresh, so that a change by hand upsets no tree or schedule."""

    @abstractmethod
    def pair(self, standing: Standing) -> RoundPlan:
        """Pair the next round of the stage. Raises Impossible, naming who blocks."""

    @abstractmethod
    def rounds(self, standing: Standing) -> int:
        """Count the rounds of the stage, as far as it is known now."""

    def over(self, standing: Standing) -> bool:
        """Say whether every round of the stage is paired."""
        return len(standing.rounds) >= self.rounds(standing)

    def needs_lot(self, standing: Standing) -> bool:
        """Say whether the next round is paired with the help of a lot."""
        del standing
        return False

    def group_of(self, standing: Standing, meeting: Meeting) -> str:
        """Name the group, slot or heat of a meeting within the stage."""
        del standing, meeting
        return ""

    def table_of(self, standing: Standing, meeting: Meeting) -> Table:
        """Turn a meeting into a table of the journal."""
        causes = tuple(map(_shared_cause, meeting.reasons))
        return Table(meeting.board, meeting.seats, causes, self.group_of(standing, meeting))

    def passed_over(
        self, standing: Standing, found: Round, who: EntrantId, planned: int = 0
    ) -> tuple[Reason, ...]:
        """Name who stood before the opponent that somebody got, each with what ruled them out.

        ``standing`` is the stage before the round; the entrant is the fact ``instead``. Nothing
        where the round came about otherwise than by the system alone.
        """
        del standing, planned
        table = next((each for each in found.tables if who in each.seats), None)
        reasons = [Reason(each.rule, each.facts) for each in table.causes] if table else []
        return tuple(
            Reason(each.rule, {**each.facts, "instead": each.facts["instead-of"]})
            for each in reasons
            if "instead-of" in each.facts
        )

    def kept_from_bye(
        self, standing: Standing, found: Round, whom: Sequence[EntrantId], planned: int = 0
    ) -> dict[EntrantId, Reason]:
        """Say of some why they do not rest, as far as the system has a rule of its own for it."""
        del standing, found, whom, planned
        return {}

    def places(self, standing: Standing) -> Places:
        """Give the places of a stage; by the keys of the book unless said else."""
        return by_keys(standing)

    def advancing(self, standing: Standing) -> tuple[EntrantId, ...]:
        """Give who goes on to the next stage, best first; everybody unless said else."""
        gone = standing.section.entrants
        return tuple(
            each.entrant for each in self.places(standing).rows if not gone[each.entrant].withdrawn
        )


def moved_up(rows: Iterable[Place], first: int = 1) -> tuple[Place, ...]:
    """Number rows again from a place on, in their order; who shared a place still does."""
    found: list[Place] = []
    before: int | None = None
    for number, row in enumerate(rows, first):
        level = bool(found) and row.place == before
        before = row.place
        found.append(msgspec.structs.replace(row, place=found[-1].place if level else number))
    return tuple(found)


def by_keys(standing: Standing) -> Places:
    """Rank everybody by the keys of the book, and by nothing else."""
    table = stage_standings(standing)
    rows = tuple(Place(row.entrant, row.place) for row in table.rows)
    return Places(rows, {WHOLE: table})
