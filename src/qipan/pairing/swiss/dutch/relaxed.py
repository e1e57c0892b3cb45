"""The relaxed path: weigh the bracket alone, then see that what lies below can live with it.

At most one player leaves. What is ignored (the next bracket, completion) is checked afterwards:
the best of the larger set, if it is allowed at all, is the best.
"""

from qipan.pairing.matching.bits import ALONE, members, perfect
from qipan.pairing.matching.weighted import solve
from qipan.pairing.swiss.dutch.bracket import Mode, ScoreBracket, local_rows
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.full import weigh
from qipan.pairing.swiss.dutch.next_bracket import Floaters
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.weights import Weigher
from qipan.pairing.swiss.dutch.work import Work


def relaxed(work: Work, bracket: ScoreBracket) -> Found | None:
    """Pair a bracket from which at most one player leaves, or give up."""
    if bracket.mode is Mode.OPEN:
        return None
    graph = _Alone(work, bracket)
    if bracket.mode is Mode.EVEN:
        return graph.sequenced(None)
    if bracket.mode is Mode.BYE:
        return graph.sequenced(graph.local(work.comp[work.bye]))
    vertices = bracket.vertices
    for score in sorted({work.scores[v] for v in vertices}):
        candidates = [v for v in vertices if work.scores[v] == score]
        if graph.possible(graph.local(sum(1 << v for v in candidates))):
            return _best_floater(work, bracket, graph, candidates)
    return None


def _best_floater(
    work: Work, bracket: ScoreBracket, graph: "_Alone", candidates: list[int]
) -> Found | None:
    """Let one of the candidates leave, whoever serves the next bracket best."""
    for allowed in Floaters(work, bracket).classes(candidates):
        found = graph.sequenced(graph.local(sum(1 << v for v in allowed)))
        if found is not None:
            return found
    return None


class _Alone:
    """A bracket by itself: whether it can be paired, and its weights once they are needed."""

    def __init__(self, work: Work, bracket: ScoreBracket) -> None:
        self.work, self.bracket = work, bracket
        self.rows = local_rows(work, bracket, bracket.end)
        self._weights: list[dict[int, int]] | None = None

    def local(self, mask: int) -> int:
        """Turn a set of the whole field into local numbers."""
        return sum(1 << at for at, v in enumerate(self.bracket.vertices) if mask >> v & 1)

    def possible(self, leaving: int | None) -> bool:
        """Say whether everybody can be paired, one of ``leaving`` with nobody."""
        rows = list(self.rows)
        if leaving is not None:
            for vertex in members(leaving):
                rows[vertex] |= 1 << len(self.rows)
            rows.append(leaving)
        return perfect(rows, (1 << len(rows)) - 1, [ALONE] * len(rows))

    def _weighed(self, leaving: int | None) -> list[dict[int, int]]:
        if self._weights is None:
            work, bracket = self.work, self.bracket
            weigher = Weigher(work, bracket, bracket.inside + 1, bracket.mode is Mode.BYE)
            kinds = [weigher.kind(vertex) for vertex in bracket.vertices]
            self._weights = weigh(weigher, kinds, self.rows)
        if leaving is None:
            return self._weights
        outside = len(self._weights)
        rows = [dict(row) for row in self._weights]
        for vertex in members(leaving):
            rows[vertex][outside] = 0
        return [*rows, dict.fromkeys(members(leaving), 0)]

    def sequenced(self, leaving: int | None) -> Found | None:
        """Give the first best pairing with the leaver among some; None if there is none."""
        if not self.possible(leaving):
            return None
        weights = self._weighed(leaving)
        found = solve(weights)
        assert found is not None
        choice = Choice.of(weights, found)
        return sequence(choice, len(self.bracket.moved), self.bracket.inside)
