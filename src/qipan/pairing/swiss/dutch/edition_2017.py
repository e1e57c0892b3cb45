"""The 2017 text: completion is asked for only where it is in danger.

A bracket is paired with only the next one in view. If what is left cannot be completed then, it
was the penultimate bracket: it is paired again so that the rest can be completed, and everybody
below becomes one last bracket.
"""

from collections.abc import Iterator

from qipan.pairing.matching.bits import members
from qipan.pairing.matching.weighted import Solution, solve
from qipan.pairing.swiss.dutch.bracket import ScoreBracket, local_rows, span
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.slack import add_slack, spare
from qipan.pairing.swiss.dutch.weights_2017 import Weigher2017
from qipan.pairing.swiss.dutch.work import Work

SLACK = 6


def brackets_2017(work: Work) -> Iterator[tuple[ScoreBracket, Found]]:
    """Pair bracket after bracket; whoever leaves the last one takes the bye."""
    odd = work.size % 2 == 1
    moved: tuple[int, ...] = ()
    start = 0
    while start < work.size:
        ends = [end for _, end in work.groups if end > start]
        bracket = ScoreBracket(moved, start, ends[0], ends[min(1, len(ends) - 1)], odd)
        found = None
        if bracket.end < work.size:
            found = _looking_ahead(work, bracket)
            if not _completes(work, bracket, found):
                found = None
        collapsed = found is None and bracket.end < work.size
        if found is None:
            found = _completing(work, bracket)
        yield bracket, found
        moved = tuple(bracket.vertices[v] for v in found.leaving)
        start = bracket.end
        if collapsed:
            last = ScoreBracket(moved, start, work.size, work.size, odd)
            yield last, _completing(work, last)
            return


def _completes(work: Work, bracket: ScoreBracket, found: Found) -> bool:
    left = sum(1 << bracket.vertices[v] for v in found.leaving)
    bye = 1 << work.bye if bracket.pending else 0
    return work.completes(left | bye | span(bracket.end, work.size))


def _weights(
    work: Work, bracket: ScoreBracket, names: list[int], *, looks: bool
) -> list[dict[int, int]]:
    rows = local_rows(work, bracket, names[-1] + 1)
    weigher = Weigher2017(work, bracket, names, looks=looks)
    weights: list[dict[int, int]] = [{} for _ in rows]
    for vertex, row in enumerate(rows):
        for other in members(row >> vertex << vertex):
            worth = weigher.weight(names[vertex], names[other])
            weights[vertex][other] = weights[other][vertex] = worth
    return weights


def _completing(work: Work, bracket: ScoreBracket) -> Found:
    """Pair a bracket with everybody below and the bye in the graph."""
    end = work.size + (1 if bracket.pending else 0)
    names = [*bracket.moved, *range(bracket.start, end)]
    weights = _weights(work, bracket, names, looks=False)
    found = solve(weights)
    assert found is not None
    return sequence(Choice.of(weights, found), len(bracket.moved), bracket.inside)


def _looking_ahead(work: Work, bracket: ScoreBracket) -> Found:
    """Pair a bracket with only the next one in view; anybody may stay unpaired."""
    names = [*bracket.moved, *range(bracket.start, bracket.next_end)]
    weights = _weights(work, bracket, names, looks=True)
    slackened, found = _with_slack(weights)
    return sequence(Choice.of(slackened, found), len(bracket.moved), bracket.inside)


def _with_slack(weights: list[dict[int, int]]) -> tuple[list[dict[int, int]], Solution]:
    """Let anybody stay unpaired: as much slack as the optimum does not use up."""
    size = len(weights)
    most = SLACK
    while True:
        slackened = add_slack(weights, (1 << size) - 1, min(most, size))
        found = solve(slackened)
        if found is not None and (most >= size or spare(found.mate, size)):
            return slackened, found
        most *= 2
