"""Everybody meets everybody, once or twice."""

from qipan.pairing.plan import RoundPlan
from qipan.pairing.round_robin import double_round_robin, single_round_robin
from qipan.sections.stages import Standing
from qipan.sections.systems.system import System


class RoundRobin(System):
    """A round robin over the numbers drawn."""

    def __init__(self, double: bool = False) -> None:
        """Once or twice."""
        self._plans = double_round_robin if double else single_round_robin
        self._times = 2 if double else 1

    def pair(self, standing: Standing) -> RoundPlan:
        """Take the next round of the table."""
        return self._plans(standing.section.order)[len(standing.rounds)]

    def rounds(self, standing: Standing) -> int:
        """Count them from the number of entrants."""
        size = len(standing.section.order) or standing.section.active_count
        return self._times * max(1, size - 1 + size % 2)
