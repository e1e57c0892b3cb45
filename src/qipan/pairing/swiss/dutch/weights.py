"""The criteria of a bracket as one number for each pair.

Every criterion has its own field of bits, the more important the higher, wide enough to count all
pairs. The greatest sum over a pairing is then the best pairing, criterion by criterion. Fields
count what goes well: a rescued floater, a granted colour.
"""

import msgspec

from qipan.kernel.rules import RuleKey
from qipan.pairing.swiss.dutch.bracket import ScoreBracket
from qipan.pairing.swiss.dutch.criteria import (
    BYE_UNPLAYED,
    FLOATER_SCORES,
    MOST_PAIRS,
    NEXT_BRACKET,
    QUALITY,
    clashes,
)
from qipan.pairing.swiss.dutch.field import Float
from qipan.pairing.swiss.dutch.work import Work

_MOVED, _HERE, _NEXT, _BELOW = range(4)


class _Kind(msgspec.Struct, frozen=True):
    """All that the weight of a pair depends on, for one of the two."""

    role: int
    score: int
    vertex: int
    """A vertex of the same kind, to look up the rest."""
    rank: int


class Weigher:
    """Weighs the pairs of one bracket; equal kinds of players are weighed once."""

    def __init__(self, work: Work, bracket: ScoreBracket, count: int, bye_matters: bool) -> None:
        """Lay out the fields for ``count`` vertices; ``bye_matters``: who takes the bye counts."""
        self.work, self.bracket = work, bracket
        self.width = count.bit_length() + 1
        here = {work.scores[v] for v in bracket.vertices}
        there = here | {work.scores[v] for v in range(bracket.end, bracket.next_end)}
        self.field = {score: self.width * at for at, score in enumerate(sorted(there))}
        self.band = self.width * len(there)
        self.ranks = self._ranks() if bye_matters else {}
        self.kinds: dict[tuple[object, ...], int] = {}
        self.samples: list[_Kind] = []
        self.cache: dict[tuple[int, int], int] = {}

    def _ranks(self) -> dict[int, int]:
        """Rank those who could take the bye by games played: most games is 0."""
        work = self.work
        counts = {
            work.field.players[v].games
            for v in range(self.bracket.next_end)
            if work.scores[v] == work.bye_score
        }
        return {games: at for at, games in enumerate(sorted(counts, reverse=True))}

    def layout(self) -> list[tuple[RuleKey, int]]:
        """Name the fields of a weight and their widths, most important first."""
        width, band = self.width, self.band
        fields = [
            (MOST_PAIRS, width),
            (FLOATER_SCORES, band),
            (NEXT_BRACKET, width),
            (NEXT_BRACKET, band),
        ]
        if self.ranks:
            fields.append((BYE_UNPLAYED, 2 * width))
        return fields + quality_layout(width, band)

    def kind(self, vertex: int) -> int:
        """Give the number of a vertex's kind."""
        work, bracket = self.work, self.bracket
        role = (
            _MOVED
            if vertex < bracket.start
            else _HERE
            if vertex < bracket.end
            else _NEXT
            if vertex < bracket.next_end
            else _BELOW
        )
        if vertex == work.bye:
            return self._intern(("bye",), _Kind(_BELOW, 0, vertex, 0))
        player = work.field.players[vertex]
        rank = self.ranks.get(player.games, 0) if player.score == work.bye_score else 0
        if role in (_NEXT, _BELOW):
            key: tuple[object, ...] = (role, player.score, rank)
        else:
            key = (role, player.score, rank, work.due[vertex], player.floats)
        return self._intern(key, _Kind(role, player.score, vertex, rank))

    def _intern(self, key: tuple[object, ...], sample: _Kind) -> int:
        found = self.kinds.get(key)
        if found is None:
            found = self.kinds[key] = len(self.samples)
            self.samples.append(sample)
        return found

    def weight(self, one: int, two: int) -> int:
        """Weigh a pair of kinds, the higher player's first."""
        known = self.cache.get((one, two))
        if known is None:
            known = self.cache[one, two] = self._pack(self.samples[one], self.samples[two])
        return known

    def _pack(self, high: _Kind, low: _Kind) -> int:
        width, band = self.width, self.band
        here = low.role == _HERE
        following = low.role == _NEXT
        packed = int(here)
        packed = packed << band | (1 << self.field[high.score] if here else 0)
        packed = packed << width | int(following)
        packed = packed << band | (1 << self.field[high.score] if following else 0)
        if self.ranks:
            # Who meets the bye is not rescued from it.
            spared = 0 if low.vertex == self.work.bye else high.rank + low.rank
            packed = packed << 2 * width | spared
        if not here:
            return packed << 8 * width + 4 * band
        work = self.work
        for fault in clashes(work.due[high.vertex], work.due[low.vertex]):
            packed = packed << width | int(not fault)
        upper, lower = work.field.players[high.vertex], work.field.players[low.vertex]
        moved = high.role == _MOVED
        for back in (0, 1):
            rescued = int(lower.floats[back] is Float.DOWN)
            if not moved:
                rescued += int(upper.floats[back] is Float.DOWN)
            packed = packed << width | rescued
            packed = packed << width | int(not (moved and lower.floats[back] is Float.UP))
        for back in (0, 1):
            gap = int(lower.floats[back] is Float.DOWN) << self.field[low.score]
            gap += int(upper.floats[back] is Float.DOWN) << self.field[high.score]
            packed = packed << band | gap
            met = int(not (moved and lower.floats[back] is Float.UP))
            packed = packed << band | met << self.field[high.score]
        return packed


def quality_layout(width: int, band: int) -> list[tuple[RuleKey, int]]:
    """Name the fields that both editions share: colours, floats, score differences."""
    singles, bands = QUALITY[4:12], QUALITY[12:]
    return [(key, width) for key in singles] + [(key, band) for key in bands]
