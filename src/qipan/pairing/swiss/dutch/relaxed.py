"""The relaxed path: weigh the bracket alone, then see that what lies below can live with it.

At most one player leaves. What is ignored (the next bracket, completion) is checked afterwards:
the best of the larger set, if it is allowed at all, is the best.
"""

from collections.abc import Callable

from qipan.pairing.matching.bits import members
from qipan.pairing.matching.weighted import solve
from qipan.pairing.swiss.dutch.bracket import Bracket, Mode, local_rows
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.full import weigh
from qipan.pairing.swiss.dutch.next_bracket import Floaters
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.weights import Weigher
from qipan.pairing.swiss.dutch.work import Work


def relaxed(work: Work, bracket: Bracket) -> Found | None:
    """Pair a bracket from which at most one player leaves, or give up."""
    if bracket.mode is Mode.OPEN:
        return None
    graph = _Alone(work, bracket)
    if bracket.mode is Mode.EVEN:
        return graph.sequenced(None)
    everybody = (1 << bracket.inside) - 1
    if bracket.mode is Mode.BYE:
        able = work.comp[work.bye]
        return graph.sequenced(_local(bracket, lambda v: bool(able >> v & 1)))
    leaver = graph.leaver(everybody)
    if leaver is None:
        return None
    vertices = bracket.vertices
    score = work.scores[vertices[leaver]]
    candidates = [v for v in vertices if work.scores[v] == score]
    for allowed in Floaters(work, bracket).classes(candidates):
        chosen = set(allowed)
        found = graph.sequenced(_local(bracket, chosen.__contains__))
        if found is not None:
            return found
    return None


def _local(bracket: Bracket, wanted: Callable[[int], bool]) -> int:
    return sum(1 << at for at, vertex in enumerate(bracket.vertices) if wanted(vertex))


class _Alone:
    """The weights of a bracket by itself."""

    def __init__(self, work: Work, bracket: Bracket) -> None:
        self.bracket = bracket
        rows = local_rows(work, bracket, bracket.end)
        weigher = Weigher(work, bracket, bracket.inside + 1, bracket.mode is Mode.BYE)
        kinds = [weigher.kind(vertex) for vertex in bracket.vertices]
        self.weights = weigh(weigher, kinds, rows)

    def _with(self, leaving: int | None) -> list[dict[int, int]]:
        if leaving is None:
            return self.weights
        outside = len(self.weights)
        rows = [dict(row) for row in self.weights]
        for vertex in members(leaving):
            rows[vertex][outside] = 0
        return [*rows, dict.fromkeys(members(leaving), 0)]

    def leaver(self, leaving: int) -> int | None:
        """Give who leaves in an optimum, to learn the score; None if one is not enough."""
        found = solve(self._with(leaving))
        return None if found is None else found.mate[-1]

    def sequenced(self, leaving: int | None) -> Found | None:
        """Give the first best pairing with the leaver among some; None if there is none."""
        weights = self._with(leaving)
        found = solve(weights)
        if found is None:
            return None
        choice = Choice.of(weights, found)
        return sequence(choice, len(self.bracket.moved), self.bracket.inside)
