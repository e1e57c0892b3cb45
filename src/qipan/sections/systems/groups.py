"""Groups side by side, each a round robin."""

from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import rule
from qipan.pairing.groups import group_rounds, snake
from qipan.pairing.plan import Meeting, RoundPlan
from qipan.sections.stages import Standing
from qipan.sections.systems.system import Place, Places, System
from qipan.sections.tables import stage_standings

BY_GROUP = rule("groups.places", "Each group is ranked by itself; groups are not compared.")


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

    def places(self, standing: Standing) -> Places:
        """Rank each group by itself; a place is one inside the group."""
        tables = {
            name: stage_standings(standing, members, standing.rounds)
            for name, members in groups_of(standing).items()
        }
        rows = [
            Place(row.entrant, row.place, group=name)
            for name, table in tables.items()
            for row in table.rows
        ]
        return Places(tuple(sorted(rows, key=lambda each: each.place or 0)), tables)
