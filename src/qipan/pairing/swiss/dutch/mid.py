"""The middle path: bracket and next group are weighed together, the rest is only asked.

What the next bracket gains is in the weights; players whom neither bracket pairs go to slack. The
answer stands if they and everybody below can be paired.
"""

from qipan.pairing.matching.weighted import solve
from qipan.pairing.swiss.dutch.bracket import ScoreBracket, local_rows, span
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.full import closes_with_bye, weigh
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.slack import add_slack, spare
from qipan.pairing.swiss.dutch.weights import Weigher
from qipan.pairing.swiss.dutch.work import Work

SMALLEST_REST = 6
MOST_LEAVING = 8


def mid(work: Work, bracket: ScoreBracket) -> Found | None:
    """Pair a bracket with the next group in view, or give up."""
    if work.size - bracket.next_end <= SMALLEST_REST or bracket.next_end == bracket.end:
        return None
    names = [*bracket.moved, *range(bracket.start, bracket.next_end)]
    players = len(names)
    rows = local_rows(work, bracket, bracket.next_end)
    below = span(bracket.next_end, work.size)
    if bracket.pending:
        assert work.bye_score is not None
        if work.bye_score >= work.scores[bracket.end]:
            able = [at for at, v in enumerate(names) if work.comp[work.bye] >> v & 1]
            for at in able:
                rows[at] |= 1 << players
            rows.append(sum(1 << at for at in able))
            names.append(work.bye)
        else:
            below |= 1 << work.bye
    weigher = Weigher(work, bracket, len(names), closes_with_bye(work, bracket))
    weights = weigh(weigher, [weigher.kind(v) for v in names], rows)
    most = min(bracket.inside, MOST_LEAVING) + 2
    slackened = add_slack(weights, (1 << players) - 1, most)
    solution = solve(slackened)
    if solution is None or not spare(solution.mate, len(weights)):
        return None
    found = sequence(Choice.of(slackened, solution), len(bracket.moved), bracket.inside)
    left = sum(1 << names[at] for at in range(players) if found.mate[at] >= len(weights))
    return found if work.completes(below | left) else None
