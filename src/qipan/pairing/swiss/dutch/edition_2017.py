"""The 2017 text: completion is asked for only where it is in danger.

A bracket is paired with only the next one in view. If what is left cannot be completed then, it
was the penultimate bracket: it is paired again so that the rest can be completed, and everybody
below becomes one last bracket.

Where counting alone says what is best, nothing is weighed: nobody leaves, or one does who leaves
the next bracket as good as it can be. Inside a bracket both texts ask for the same.
"""

from collections.abc import Iterator

import msgspec

from qipan.pairing.matching.bits import members
from qipan.pairing.matching.weighted import Solution, solve
from qipan.pairing.swiss.dutch.bracket import Mode, Path, ScoreBracket, local_rows, span
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.kernel import kernel, one_leaves
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.slack import add_slack, spare
from qipan.pairing.swiss.dutch.weights_2017 import Weigher2017
from qipan.pairing.swiss.dutch.work import Work

SLACK = 6


def brackets_2017(work: Work, *, counts: bool = True) -> Iterator[tuple[ScoreBracket, Found, Path]]:
    """Pair bracket after bracket; whoever leaves the last one takes the bye.

    ``counts``: the quick path is tried first.
    """
    odd = work.size % 2 == 1
    moved: tuple[int, ...] = ()
    start = 0
    while start < work.size:
        ends = [end for _, end in work.groups if end > start]
        bracket = ScoreBracket(moved, start, ends[0], ends[min(1, len(ends) - 1)], odd)
        found = _counted(work, bracket) if counts else None
        path = Path.FULL if found is None else Path.KERNEL
        if bracket.end < work.size:
            found = found or _looking_ahead(work, bracket)
            if not _completes(work, bracket, found):
                found = None
        collapsed = found is None and bracket.end < work.size
        if found is None:
            found, path = _completing(work, bracket), Path.FULL
        yield bracket, found, path
        moved = tuple(bracket.vertices[v] for v in found.leaving)
        start = bracket.end
        if collapsed:
            last = ScoreBracket(moved, start, work.size, work.size, odd)
            yield last, _completing(work, last), Path.FULL
            return


def _counted(work: Work, bracket: ScoreBracket) -> Found | None:
    """Pair a bracket by bounds alone, or give up."""
    if bracket.inside % 2 == 0:
        return kernel(work, msgspec.structs.replace(bracket, mode=Mode.EVEN))
    alone = msgspec.structs.replace(bracket, mode=Mode.FLOAT)
    if bracket.end == work.size:
        return one_leaves(work, alone, work.comp[work.bye])
    if bracket.next_end == work.size:  # before the last one, the bye counts as well
        return None
    found = one_leaves(work, alone, work.all)
    if found is None or not _best_below(work, bracket, bracket.vertices[found.leaving[0]]):
        return None
    return found


def _best_below(work: Work, bracket: ScoreBracket, leaving: int) -> bool:
    """Say whether the next bracket pairs all with who leaves, or all but one other."""
    group = span(bracket.end, bracket.next_end)
    upper = group | 1 << leaving
    if upper.bit_count() % 2 == 0:
        return work.completes(upper)
    return any(work.completes(upper & ~left) for left in work.subsets(group, 1))


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
