"""The full model: everybody still unpaired is in the graph, and the weights know every criterion.

Always exact, and slow. Every other path is a way to reach the same answer sooner.
"""

from qipan.pairing.matching.bits import members
from qipan.pairing.matching.weighted import solve
from qipan.pairing.swiss.dutch.bracket import ScoreBracket, bye_here, local_rows, span
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.weights import Weigher
from qipan.pairing.swiss.dutch.work import Work


def closes_with_bye(work: Work, bracket: ScoreBracket) -> bool:
    """Say whether the only one to leave the bracket is who takes the bye."""
    if bracket.inside % 2 == 0 or not bye_here(work, bracket):
        return False
    inside = sum(1 << v for v in bracket.vertices)
    below = span(bracket.end, work.size)
    return work.completes(below) and work.completes(inside | 1 << work.bye)


def full(work: Work, bracket: ScoreBracket) -> Found:
    """Find the pairing of a bracket with everybody below in the graph."""
    end = work.size + (1 if bracket.pending else 0)
    rows = local_rows(work, bracket, end)
    names = [*bracket.moved, *range(bracket.start, end)]
    weigher = Weigher(work, bracket, len(names), closes_with_bye(work, bracket))
    kinds = [weigher.kind(vertex) for vertex in names]
    weights = weigh(weigher, kinds, rows)
    found = solve(weights)
    assert found is not None
    return sequence(Choice.of(weights, found), len(bracket.moved), bracket.inside)


def weigh(weigher: Weigher, kinds: list[int], rows: list[int]) -> list[dict[int, int]]:
    """Weigh every edge of a local graph whose vertices stand in pairing order."""
    weights: list[dict[int, int]] = [{} for _ in rows]
    for vertex, row in enumerate(rows):
        mine = kinds[vertex]
        for other in members(row >> vertex << vertex):
            weights[vertex][other] = weights[other][vertex] = weigher.weight(mine, kinds[other])
    return weights
