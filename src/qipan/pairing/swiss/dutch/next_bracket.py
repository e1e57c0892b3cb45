"""Who may leave so that the next bracket fares best, when one player leaves.

With the floater the next bracket is the next group and one more. What counts is first how many of
them stay unpaired there, then whether the floater is among them. The best level any candidate
reaches is the level that is asked for.
"""

from collections.abc import Iterable, Iterator

from qipan.pairing.swiss.dutch.bracket import ScoreBracket, span
from qipan.pairing.swiss.dutch.work import Work

CHECK_FIRST = 20
"""Up to so many players in the next group, candidates are compared before pairing."""
MOST_COMBINATIONS = 6_000

Level = tuple[int, bool]
"""Left over in the next bracket; whether the floater is among them."""


class Floaters:
    """Compares candidates for the one floater of a bracket."""

    def __init__(self, work: Work, bracket: ScoreBracket) -> None:
        """Look at the next group and everything below it."""
        self.work = work
        self.group = span(bracket.end, bracket.next_end)
        self.below = span(bracket.next_end, work.size)
        if bracket.pending:
            assert work.bye_score is not None
            if work.bye_score >= work.scores[bracket.end]:
                self.extra, self.spare = 1 << work.bye, 0
            else:
                self.extra, self.spare = 0, 1 << work.bye
        else:
            self.extra = self.spare = 0
        self.tried = 0

    def levels(self) -> Iterator[Level]:
        """Give the possible levels, best first."""
        size = self.group.bit_count() + 1 + self.extra.bit_count()
        for over in range(size % 2, size + 1, 2):
            yield over, False
            if over:
                yield over, True

    def ideal(self, vertex: int) -> bool:
        """Say whether a candidate reaches the best level there is."""
        return self.reaches(vertex, next(self.levels()))

    def reaches(self, vertex: int, level: Level) -> bool:
        """Say whether a candidate reaches a level."""
        over, out = level
        bit = 1 << vertex
        upper = self.group | self.extra | (0 if out else bit)
        lower = self.below | self.spare | (bit if out else 0)
        count = over - out
        if count > self.group.bit_count():
            return False
        for left in self.work.subsets(self.group, count):
            self.tried += 1
            if self.tried > MOST_COMBINATIONS:
                return False
            if self.work.completes(upper & ~left) and self.work.completes(lower | left):
                return True
        return False

    def best(self, candidates: Iterable[int]) -> list[int]:
        """Give the candidates of the best level that any reaches; none if it takes too long."""
        return next(self.classes(candidates), [])

    def classes(self, candidates: Iterable[int]) -> Iterator[list[int]]:
        """Give the candidates level by level, best first; ends early if it takes too long."""
        comp, left = self.work.comp, list(candidates)
        for level in self.levels():
            seen: dict[int, bool] = {}
            scope = self.below | self.spare | self.group if level[1] else self.group
            allowed = []
            for vertex in left:
                key = comp[vertex] & scope
                if key not in seen:
                    seen[key] = self.reaches(vertex, level)
                if seen[key]:
                    allowed.append(vertex)
            if self.tried > MOST_COMBINATIONS:
                return
            if allowed:
                yield allowed
                left = [vertex for vertex in left if vertex not in set(allowed)]
