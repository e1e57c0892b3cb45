"""The criteria of the 2017 text as one number for each pair.

It differs from the later text in what it counts: all score differences of a bracket, those of the
pairs and those of the players who leave (as if they met somebody a point below the last), and no
criterion about who takes the bye.
"""

from qipan.kernel.rules import RuleKey
from qipan.pairing.swiss.dutch.bracket import ScoreBracket
from qipan.pairing.swiss.dutch.criteria import FLOATER_SCORES, MOST_PAIRS, NEXT_BRACKET, clashes
from qipan.pairing.swiss.dutch.field import Float
from qipan.pairing.swiss.dutch.weights import quality_layout
from qipan.pairing.swiss.dutch.work import Work


class Weigher2017:
    """Weighs the pairs of one bracket among ``names`` (everybody in the graph, in order)."""

    def __init__(self, work: Work, bracket: ScoreBracket, names: list[int], *, looks: bool) -> None:
        """Lay out the fields; ``looks`` ahead: the next bracket is part of the criteria."""
        self.work, self.bracket, self.looks = work, bracket, looks
        players = [v for v in names if v != work.bye]
        self.lowest = work.scores[players[-1]]
        self.width = len(names).bit_length() + 2
        self.final = players[-1] == work.size - 1
        scores = {work.scores[v] for v in players}
        inside = {work.scores[v] for v in bracket.vertices}
        gaps = {one - two for one in inside for two in scores if one >= two}
        gaps |= {self._alone(score) for score in scores}
        self.place = {gap: self.width * at for at, gap in enumerate(sorted(gaps))}
        self.band = self.width * len(gaps) + 2
        self.cache: dict[tuple[object, ...], int] = {}

    def layout(self) -> list[tuple[RuleKey, int]]:
        """Name the fields of a weight and their widths, most important first."""
        fields = [(MOST_PAIRS, self.width), (FLOATER_SCORES, self.band)]
        if self.looks:
            fields += [(NEXT_BRACKET, self.width + 3), (NEXT_BRACKET, self.band)]
        return fields + quality_layout(self.width, self.band)

    def _alone(self, score: int) -> int:
        """Give the score difference of somebody who leaves the bracket."""
        return score - self.lowest + self.work.field.point

    def weight(self, high: int, low: int) -> int:
        """Weigh a pair, the higher player first."""
        key = (*self._kind(high), *self._kind(low))
        known = self.cache.get(key)
        if known is None:
            known = self.cache[key] = self._pack(high, low)
        return known

    def _kind(self, vertex: int) -> tuple[object, ...]:
        if vertex == self.work.bye:
            return (None,) * 5
        player = self.work.field.players[vertex]
        here = vertex < self.bracket.end
        return here, player.score, self.work.due[vertex], player.floats, player.may_rest

    def _hot(self, gap: int) -> int:
        return 1 << self.place[gap]

    def _pack(self, high: int, low: int) -> int:
        if low == self.work.bye:
            return 0
        scores, end = self.work.scores, self.bracket.end
        one, two = scores[high], scores[low]
        here = low < end
        both = self._hot(self._alone(one)) + self._hot(self._alone(two))
        packed = int(here) << self.band
        if here:
            packed += both - self._hot(one - two)
        if self.looks:
            packed = (packed << self.width + 3) + self._ahead(high, low, here)
            packed <<= self.band
            if here:
                packed += both
            elif high < end:
                packed += self._hot(self._alone(one))
        if not here:
            return packed << 8 * self.width + 4 * self.band
        return self._quality(packed, high, low)

    def _ahead(self, high: int, low: int, here: bool) -> int:
        """Count a pair of the next bracket; before the last one who may not rest counts more."""
        if not self.final:
            return int(not here)
        players = self.work.field.players
        return 1 + (not players[high].may_rest) + (not players[low].may_rest)

    def _quality(self, packed: int, high: int, low: int) -> int:
        work, width, band = self.work, self.width, self.band
        for fault in clashes(work.due[high], work.due[low]):
            packed = packed << width | int(not fault)
        upper, lower = work.field.players[high], work.field.players[low]
        above = upper.score > lower.score
        for back in (0, 1):
            rescued = int(lower.floats[back] is Float.DOWN)
            rescued += int(not above and upper.floats[back] is Float.DOWN)
            packed = packed << width | rescued
            packed = packed << width | int(not (above and lower.floats[back] is Float.UP))
        gap = upper.score - lower.score
        for back in (0, 1):
            packed <<= band
            if lower.floats[back] is Float.DOWN:
                packed += self._hot(self._alone(lower.score))
            if upper.floats[back] is Float.DOWN:
                packed += self._hot(self._alone(upper.score))
                packed -= self._hot(gap) if above else 0
            packed <<= band
            if above and lower.floats[back] is Float.UP:
                packed -= self._hot(gap)
        return packed
