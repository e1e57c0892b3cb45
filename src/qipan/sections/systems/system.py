"""What the desk asks of a pairing system, and what most systems share."""

from abc import ABC, abstractmethod

import msgspec

from qipan.journal.events import Cause
from qipan.journal.state import Table
from qipan.kernel.ids import EntrantId
from qipan.pairing.plan import Meeting, RoundPlan
from qipan.sections.stages import Standing
from qipan.sections.tables import stage_standings


class Placed(msgspec.Struct, frozen=True):
    """A place, and what decided it if it was not a key of the ranking."""

    entrant: EntrantId
    place: int
    cause: Cause | None = None


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
        causes = tuple(Cause(reason.rule, reason.facts) for reason in meeting.reasons)
        return Table(meeting.board, meeting.seats, causes, self.group_of(standing, meeting))

    def places(self, standing: Standing) -> tuple[Placed, ...]:
        """Give the places of a stage, best first; by the keys of the book unless said else."""
        rows = stage_standings(standing).rows
        return tuple(Placed(row.entrant, row.place) for row in rows)

    def advancing(self, standing: Standing) -> tuple[EntrantId, ...]:
        """Give who goes on to the next stage, best first; everybody unless said else."""
        gone = standing.section.entrants
        return tuple(
            each.entrant for each in self.places(standing) if not gone[each.entrant].withdrawn
        )
