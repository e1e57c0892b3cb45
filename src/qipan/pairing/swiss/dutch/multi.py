"""The path for several floaters and a large next group.

The bracket is weighed alone, with slack for those who leave. If all of them find opponents in the
next group, which then has the least possible left over, and the rest completes, nothing could
have been better below, and the answer stands.
"""

from qipan.pairing.matching.weighted import solve
from qipan.pairing.swiss.dutch.bracket import ScoreBracket, bye_here, local_rows, span
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.full import weigh
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.slack import add_slack, spare
from qipan.pairing.swiss.dutch.weights import Weigher
from qipan.pairing.swiss.dutch.work import Work

LARGEST = 80
SMALLEST_NEXT = 12
MOST_LEAVING = 12


def multi(work: Work, bracket: ScoreBracket) -> Found | None:
    """Pair a bracket that several players leave, or give up."""
    inside = bracket.inside
    if inside > LARGEST or bracket.next_end - bracket.end <= SMALLEST_NEXT:
        return None
    rows = local_rows(work, bracket, bracket.end)
    names = bracket.vertices
    if bye_here(work, bracket):
        able = [at for at, v in enumerate(names) if work.comp[work.bye] >> v & 1]
        for at in able:
            rows[at] |= 1 << inside
        rows.append(sum(1 << at for at in able))
        names = [*names, work.bye]
    weigher = Weigher(work, bracket, len(names), False)
    weights = weigh(weigher, [weigher.kind(v) for v in names], rows)
    slackened = add_slack(weights, (1 << inside) - 1, min(inside, MOST_LEAVING))
    solution = solve(slackened)
    if solution is None or not (inside <= MOST_LEAVING or spare(solution.mate, len(weights))):
        return None
    found = sequence(Choice.of(slackened, solution), len(bracket.moved), inside)
    leaving = [bracket.vertices[v] for v in found.leaving]
    return found if _fits(work, bracket, leaving) else None


def _fits(work: Work, bracket: ScoreBracket, leaving: list[int]) -> bool:
    """Say whether all who leave can be paired in the next group, at least cost to it."""
    group = span(bracket.end, bracket.next_end)
    upper = group | sum(1 << v for v in leaving)
    lower = span(bracket.next_end, work.size)
    if bracket.pending:
        assert work.bye_score is not None
        if work.bye_score >= work.scores[bracket.end]:
            upper |= 1 << work.bye
        else:
            lower |= 1 << work.bye
    if upper.bit_count() % 2 == 0:
        return work.completes(upper) and work.completes(lower)
    return any(
        work.completes(upper & ~left) and work.completes(lower | left)
        for left in work.subsets(group, 1)
    )
