"""The kernel path: no optimisation at all, only counting.

Every criterion has a bound that counting gives. Edges that cannot occur in a pairing that meets
all bounds at once are dropped. If a perfect matching survives, the bounds are met, so every such
matching is best, and the first of them in order is the answer. If none survives, the path gives
up; nothing is decided.
"""

from itertools import product

from qipan.pairing.matching.bits import ALONE, members, perfect
from qipan.pairing.swiss.dutch.bracket import Mode, ScoreBracket, local_rows
from qipan.pairing.swiss.dutch.choice import Choice
from qipan.pairing.swiss.dutch.criteria import clashes
from qipan.pairing.swiss.dutch.next_bracket import CHECK_FIRST, Floaters
from qipan.pairing.swiss.dutch.order import Found, sequence
from qipan.pairing.swiss.dutch.work import Work


def kernel(work: Work, bracket: ScoreBracket) -> Found | None:
    """Pair a bracket by bounds alone, or give up."""
    moved, inside = len(bracket.moved), bracket.inside
    if bracket.mode is Mode.OPEN or 2 * moved > inside:
        return None
    if bracket.mode is Mode.BYE and work.bye_score != work.scores[bracket.start]:
        return None
    graph = _Bounds(work, bracket)
    if not graph.fits:
        return None
    if bracket.mode is Mode.EVEN:
        return graph.leave(0)
    if bracket.mode is Mode.BYE:
        return graph.leave(graph.bye_candidates())
    residents = (1 << inside) - (1 << moved)
    floaters = Floaters(work, bracket)
    if bracket.next_end - bracket.end > CHECK_FIRST:
        found = graph.leave(residents)
        if found is None or floaters.ideal(bracket.vertices[found.leaving[0]]):
            return found
    elif not graph.possible(residents):
        return None
    allowed = floaters.best(range(bracket.start, bracket.end))
    if not allowed:
        return None
    return graph.leave(sum(1 << moved + v - bracket.start for v in allowed))


def one_leaves(work: Work, bracket: ScoreBracket, among: int) -> Found | None:
    """Pair a bracket that one resident among some leaves; the next bracket is not asked."""
    moved, inside = len(bracket.moved), bracket.inside
    if 2 * moved > inside:
        return None
    graph = _Bounds(work, bracket)
    residents = graph.local(among) & (1 << inside) - (1 << moved)
    return graph.leave(residents) if graph.fits else None


class _Bounds:
    """The graph of a bracket with the edges that miss a bound left out."""

    def __init__(self, work: Work, bracket: ScoreBracket) -> None:
        self.work, self.bracket = work, bracket
        self.moved, self.inside = len(bracket.moved), bracket.inside
        self.rows = local_rows(work, bracket, bracket.end)
        self.dummy = bracket.mode is not Mode.EVEN
        self.fits = True
        if work.field.last:
            self._top_colours()
        self.outside = self._colours()
        if self.moved > 1:
            self._upfloats()

    def local(self, mask: int) -> int:
        """Turn a set of the whole field into local numbers."""
        bracket = self.bracket
        window = (1 << bracket.end - bracket.start) - 1
        found = (mask >> bracket.start & window) << self.moved
        for at, vertex in enumerate(bracket.moved):
            found |= (mask >> vertex & 1) << at
        return found

    def _top_colours(self) -> None:
        """Drop pairs that fail a topscorer's colour limits."""
        due = [self.work.due[v] for v in self.bracket.vertices]
        absolute = self.local(self.work.absolute)
        for vertex in members(absolute):
            for other in members(self.rows[vertex] & absolute):
                if any(clashes(due[vertex], due[other])[:2]):
                    self.rows[vertex] &= ~(1 << other)

    def _colours(self) -> int:
        """Drop pairs that would cost a preference too many; give who may leave the bracket."""
        work, everybody = self.work, (1 << self.inside) - 1
        size = self.inside + self.dummy
        first, second = (self.local(mask) for mask in work.wants)
        for many in (first, second):
            if 2 * many.bit_count() > size:
                self._only_with(many, everybody)
                return self._strong(many, many & self.local(work.strong), size)
        for same in (first, second):
            for vertex in members(same):
                self.rows[vertex] &= ~same
        return everybody

    def _strong(self, many: int, strong: int, size: int) -> int:
        """The same for strong preferences of the colour that most players want."""
        if 2 * strong.bit_count() > size:
            if self.work.field.last:
                # Absolute against absolute does not count here: where they may meet, no bound.
                absolute = strong & self.local(self.work.absolute)
                self.fits = not any(self.rows[v] & absolute for v in members(absolute))
            self._only_with(strong, (1 << self.inside) - 1)
            return strong
        for vertex in members(strong):
            self.rows[vertex] &= ~strong
        return many

    def _only_with(self, many: int, everybody: int) -> None:
        for vertex in members(everybody & ~many):
            self.rows[vertex] &= many

    def _upfloats(self) -> None:
        """Drop pairs that meet a resident from above again."""
        up = self.local(self.work.up[0] | self.work.up[1]) >> self.moved << self.moved
        above = (1 << self.moved) - 1
        if not above or not up:
            return
        for vertex in range(self.moved):
            self.rows[vertex] &= ~up
        for vertex in members(up):
            self.rows[vertex] &= ~above

    def bye_candidates(self) -> int:
        """Give the residents who may take the bye and have the fewest unplayed games."""
        players, start = self.work.field.players, self.bracket.start
        able = [v for v in range(start, self.bracket.end) if self.work.comp[self.work.bye] >> v & 1]
        most = max((players[v].games for v in able), default=0)
        return sum(1 << self.moved + v - start for v in able if players[v].games == most)

    def leave(self, candidates: int) -> Found | None:
        """Let one of the candidates leave (nobody if everybody is paired).

        Who floats down again or is met from above again is decided class by class, in the order
        of the criteria. With one player moved down, or none, a class settles all of them, so the
        first that can be met is the best. With more, only the first class is a bound.
        """
        candidates &= self.outside
        for again, met, before, long_met in product((False, True), repeat=4):
            if self.moved != 1 and (met or long_met):
                continue
            leaving = self._class(candidates, self.work.down, (again, before))
            if (self.dummy and not leaving) or (not self.dummy and (again or before)):
                continue
            partners = None
            if self.moved == 1:
                partners = self._class(self.rows[0], self.work.up, (met, long_met))
                if not partners:
                    continue
            found = self.solve(leaving, partners)
            if found is not None or self.moved > 1:
                return found
        return None

    def _class(self, among: int, masks: tuple[int, ...], wanted: tuple[bool, ...]) -> int:
        for mask, inside in zip(masks, wanted, strict=True):
            here = self.local(mask)
            among &= here if inside else ~here
        return among

    def solve(self, leaving: int, partners: int | None = None) -> Found | None:
        """Find a perfect matching and take the first in order."""
        rows = list(self.rows)
        if partners is not None:
            for vertex in members(rows[0] & ~partners):
                rows[vertex] &= ~1
            rows[0] = partners
        if self.dummy:
            for vertex in members(leaving):
                rows[vertex] |= 1 << self.inside
            rows.append(leaving)
        mate = self._seed(rows)
        if not perfect(rows, (1 << len(rows)) - 1, mate):
            return None
        return sequence(Choice(rows, mate), self.moved, self.inside)

    def possible(self, leaving: int) -> bool:
        """Say whether the bounds can be met at all if one of some leaves."""
        rows = [*self.rows, leaving & self.outside]
        for vertex in members(rows[-1]):
            rows[vertex] |= 1 << self.inside
        return perfect(rows, (1 << len(rows)) - 1, self._seed(rows))

    def _seed(self, rows: list[int]) -> list[int]:
        """Begin near the likely answer: upper half against lower half."""
        mate = [ALONE] * len(rows)
        rest = self.inside - 2 * self.moved
        tries = [(at, self.moved + at) for at in range(self.moved)]
        half = 2 * self.moved
        tries += [(half + at, half + rest // 2 + at) for at in range(rest // 2)]
        for one, two in tries:
            if rows[one] >> two & 1:
                mate[one], mate[two] = two, one
        free = sum(1 << v for v in range(self.inside) if mate[v] == ALONE)
        if self.dummy:
            low = rows[self.inside] & free
            if low:
                last = low.bit_length() - 1
                mate[last], mate[self.inside] = self.inside, last
        return mate
