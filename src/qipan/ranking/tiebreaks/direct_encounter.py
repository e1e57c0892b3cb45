"""Direct encounter: a table of the games among those who are tied.

Several games with the same opponent count with their average. If all have met, the points of
that table rank, and those still level are taken again among themselves. If not (in a Swiss),
somebody is ranked first only if he stays ahead whatever the missing games would have given; then
the next. The values are ranks inside the tied group; 0: the key said nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from qipan.kernel.lots import Draw
from qipan.kernel.points import decimal
from qipan.kernel.rules import Facts, rule
from qipan.ranking.field import PLAYED, Field
from qipan.ranking.keys import Cut, DecidingCase, Group, Key, NeedsLot, Void
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score

DIRECT = rule(
    "tiebreak.direct-encounter",
    "Among those tied, more points from their own games rank higher.",
    zh="同分者相互对局得分高者列前。",
    th="ในผู้ที่เท่ากัน คะแนนที่พบกันเองมากกว่าอยู่หน้า",
    ms="Antara yang seri, mata sesama sendiri lebih banyak di hadapan.",
)

Results = Callable[[int], Sequence[int]]
Order = list[list[int]]


def direct_encounter(
    field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]
) -> Cut | Void | NeedsLot:
    """Rank a group by its own games [tiebreak.direct-encounter].

    ``/P`` counts forfeited pairings, ``/S`` treats a round robin like a Swiss.
    """
    del lots
    check(spec, "P", "S", "X", "R", scores=True)
    kind, _ = kinds(field, spec)
    points = score(field, kind)
    mini = Encounter(field, spec, points.win, points.loss)
    if mini.hopeless(group):
        return Void({"void": "not-all-met", "tied": len(group)})
    results = points.rounds.__getitem__
    return verdict(group, mini.settle(group, results), mini.facts(group, results, points.unit))


class Encounter:
    """How the games of a group are read."""

    def __init__(self, field: Field, spec: Spec, win: int, loss: int = 0) -> None:
        """Remember the modifiers and what a win and a loss are worth."""
        self.field, self.win, self.loss = field, win, min(loss, 0)
        self.complete = field.round_robin and "S" not in spec.modifiers
        self.forfeits = "P" in spec.modifiers or self.complete

    def table(self, group: Sequence[int], results: Results) -> dict[int, dict[int, Fraction]]:
        """Give everybody's average result against each other member he met."""
        inside = frozenset(group)
        found: dict[int, dict[int, Fraction]] = {}
        for i in group:
            line, mine = self.field.lines[i], results(i)
            games: dict[int, list[int]] = {}
            for n, other in enumerate(line.opponents):
                if other in inside and (self.forfeits or line.kinds[n] == PLAYED):
                    games.setdefault(other, []).append(mine[n])
            found[i] = {other: Fraction(sum(all_), len(all_)) for other, all_ in games.items()}
        return found

    def once(self, group: Sequence[int], results: Results) -> Order:
        """Part a group by its own table, one time."""
        table = self.table(group, results)
        sums = {i: sum(row.values(), Fraction(0)) for i, row in table.items()}
        others = len(group) - 1
        if self.complete or all(len(row) == others for row in table.values()):
            levels = sorted(set(sums.values()), reverse=True)
            return [[i for i in group if sums[i] == level] for level in levels]
        best = {i: sums[i] + (others - len(table[i])) * self.win for i in group}
        left = sorted(group, key=lambda i: (-sums[i], -best[i]))
        order: Order = []
        while len(left) > 1 and sums[left[0]] > max(best[i] for i in left[1:]):
            order.append([left.pop(0)])
        rest = frozenset(left)
        return [*order, [i for i in group if i in rest]]

    def settle(self, group: Sequence[int], results: Results) -> Order:
        """Part a group by its own table, again and again until nothing moves."""
        settled: Order = []
        waiting = [list(group)]
        while waiting:
            each = waiting.pop()
            parts = self.once(each, results)
            if len(parts) == 1:
                settled.append(each)
            else:
                waiting.extend(reversed(parts))
        return settled

    def hopeless(self, group: Sequence[int]) -> bool:
        """Say whether so many have not met that nobody can be ahead of all others."""
        rounds, others = self.field.rounds, len(group) - 1
        return not self.complete and rounds * self.win <= (
            rounds * self.loss + (others - rounds) * self.win
        )

    def facts(self, group: Sequence[int], results: Results, unit: int) -> Facts:
        """Give the group's table: points of everybody, and how many pairs never met."""
        table = self.table(group, results)
        ids = self.field.ids
        met = sum(len(row) for row in table.values())
        return {
            "points": {
                str(ids[i]): decimal(sum(row.values(), Fraction(0)) / unit)
                for i, row in table.items()
            },
            "not_met": (len(group) * (len(group) - 1) - met) // 2,
        }


def verdict(group: Group, order: Order, facts: Facts) -> Cut | Void:
    """Turn an order of parts into ranks inside the group."""
    if len(order) == 1:
        return Void({"void": "not-decided", **facts})
    rank, place = {}, 1
    for each in order:
        for i in each:
            rank[i] = place
        place += len(each)
    return Cut([rank[i] for i in group], higher=False, facts=facts)


KEYS = (
    Key(
        ("DE", "direct-encounter"),
        DIRECT,
        split=direct_encounter,
        called={
            "zh": "直胜",
            "en": "Direct encounter",
            "th": "ผลที่พบกัน",
            "ms": "Perlawanan sesama",
        },
        cases=(
            DecidingCase(
                "DE",
                """
                A: -B2 +C1 =D2
                B: +A1 -D2 =C2
                C: =D1 -A2 =B1
                D: =C2 +B1 =A1
                """,
                "A=2 B=1",
                "D B A C",
            ),
        ),
    ),
)
