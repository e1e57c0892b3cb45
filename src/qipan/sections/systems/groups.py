"""Groups side by side, each a round robin."""

from qipan.kernel.ids import EntrantId
from qipan.pairing.groups import group_rounds, snake
from qipan.pairing.plan import Meeting, RoundPlan
from qipan.sections.stages import Standing
from qipan.sections.systems.system import Placed, System
from qipan.sections.tables import stage_standings


def groups_of(standing: Standing) -> dict[str, tuple[EntrantId, ...]]:
    """Give the groups, by snake over the numbers."""
    found = snake(standing.section.order, standing.stage.groups)
    return {name: tuple(members) for name, members in found.items()}


class Groups(System):
    """Round robins side by side; a group is ranked by its own games."""

    def rounds(self, standing: Standing) -> int:
        """Count the rounds of the largest group."""
        if not standing.section.order:
            return 0
        return len(group_rounds(groups_of(standing)))

    def pair(self, standing: Standing) -> RoundPlan:
        """Take the next round of all groups."""
        return group_rounds(groups_of(standing))[len(standing.rounds)]

    def group_of(self, standing: Standing, meeting: Meeting) -> str:
        """Name the group."""
        groups = groups_of(standing)
        return next(name for name, members in groups.items() if meeting.seats[0] in members)

    def places(self, standing: Standing) -> tuple[Placed, ...]:
        """Rank each group by itself; equal places of the groups share a place."""
        placed = []
        for members in groups_of(standing).values():
            rows = stage_standings(standing, members, standing.rounds).rows
            placed += [Placed(row.entrant, row.place) for row in rows]
        return tuple(sorted(placed, key=lambda each: each.place))
