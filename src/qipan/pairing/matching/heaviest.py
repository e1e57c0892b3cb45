"""The heaviest matching: as many pairs as there can be, and of these the greatest weight.

It stands on the solver of perfect matchings (``weighted``). Where somebody must stay alone, as many
places to be alone at are added as are needed, and everybody may go to each of them for nothing:
then everybody is matched, and the weight of the real pairs is the greatest there is.

Which of several equally heavy matchings is found is nobody's business but the solver's: whoever
needs one answer makes the weights so that only one is best.
"""

from collections.abc import Iterable

from qipan.pairing.matching.bits import ALONE, greatest
from qipan.pairing.matching.weighted import prove

Pairs = list[tuple[int, int]]


def heaviest(size: int, edges: Iterable[tuple[int, int, int]]) -> Pairs:
    """Match the vertices 0 … size−1 by edges (one, other, weight), each pair named once.

    Gives the pairs in order, the smaller vertex first. Weights are integers of any size, also
    negative ones.
    """
    weights: list[dict[int, int]] = [{} for _ in range(size)]
    for one, other, weight in edges:
        weights[one][other] = weights[other][one] = weight
    solution = prove(weights)
    if solution is None:
        near = [sum(1 << other for other in row) for row in weights]
        alone = greatest(near, (1 << size) - 1, [ALONE] * size).bit_count()
        for place in range(size, size + alone):
            weights.append(dict.fromkeys(range(size), 0))
            for row in weights[:size]:
                row[place] = 0
        solution = prove(weights)
        assert solution is not None, "there is a place for everybody"
    return [(one, other) for one, other in enumerate(solution.mate[:size]) if one < other < size]
