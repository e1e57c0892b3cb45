"""Slack: vertices that stand for "leaves this graph", as many as may be needed.

A matching may leave as many players as there are slack vertices; those not needed are matched
with each other. The best weight is concave in the number left over, so an optimum that does not
use all the slack is the optimum for any amount of it.
"""

from qipan.pairing.matching.bits import members


def add_slack(weights: list[dict[int, int]], leaving: int, most: int) -> list[dict[int, int]]:
    """Give the weights with up to ``most`` players of ``leaving`` free to leave."""
    size = len(weights)
    amount = most + (size + most) % 2
    fresh = range(size, size + amount)
    rows = [dict(row) for row in weights]
    for vertex in members(leaving):
        rows[vertex].update(dict.fromkeys(fresh, 0))
    free = dict.fromkeys(members(leaving), 0)
    for vertex in fresh:
        rows.append({**free, **{other: 0 for other in fresh if other != vertex}})
    return rows


def spare(mate: list[int], size: int) -> bool:
    """Say whether some slack was left over: two slack vertices matched with each other."""
    return any(mate[vertex] >= size for vertex in range(size, len(mate)))
