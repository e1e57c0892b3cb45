"""The workspace of one round: the field as bit sets, and the completion question.

Player v is the v-th of the field; vertex n is the bye. ``comp[v]`` holds everybody v may meet by
the absolute criteria. ``completes(mask)`` asks whether the players of a set can all be paired
with each other (and the bye, if it is in the set) and remembers the answer.
"""

from collections.abc import Iterator
from itertools import combinations, groupby

from qipan.kernel.errors import Impossible
from qipan.pairing.matching.bits import ALONE, members, perfect, stuck
from qipan.pairing.swiss.dutch.colours import Preference, Strength, preference
from qipan.pairing.swiss.dutch.criteria import COMPLETION
from qipan.pairing.swiss.dutch.field import DutchField, Edition, Float


class Work:
    """Everything about a round that the brackets ask for."""

    def __init__(self, field: DutchField) -> None:
        """Read the field. Raises Impossible if the round cannot be paired at all."""
        self.field = field
        players = field.players
        self.size = len(players)
        self.bye = self.size
        self.all = (1 << self.size) - 1
        self.scores = [player.score for player in players]
        self.due: list[Preference] = [preference(player.side.seats) for player in players]
        self.wants = (self._mask_of(seat=0), self._mask_of(seat=1))
        self.strong = self._mask_of(strength=Strength.STRONG)
        self.absolute = self._mask_of(strength=Strength.ABSOLUTE)
        self.down = tuple(self._floated(back, Float.DOWN) for back in (0, 1))
        self.up = tuple(self._floated(back, Float.UP) for back in (0, 1))
        self.comp = self._compatible()
        self.groups = self._groups()
        self._memo: dict[int, bool] = {}
        self._whole: list[int] = [ALONE] * (self.size + 1)
        self._first = True
        self.bye_score: int | None = None
        self._settle_bye()

    def _mask_of(self, seat: int | None = None, strength: Strength = Strength.MILD) -> int:
        mask = 0
        for vertex, due in enumerate(self.due):
            if (seat is None or due.seat == seat) and due.strength >= strength:
                mask |= 1 << vertex
        return mask

    def _floated(self, back: int, kind: Float) -> int:
        mask = 0
        for vertex, player in enumerate(self.field.players):
            if player.floats[back] is kind:
                mask |= 1 << vertex
        return mask

    def _groups(self) -> list[tuple[int, int]]:
        """Give each score group as a range of vertices, highest score first."""
        found, start = [], 0
        for _, same in groupby(self.scores):
            end = start + sum(1 for _ in same)
            found.append((start, end))
            start = end
        return found

    def _compatible(self) -> list[int]:
        players = self.field.players
        place = {player.id: vertex for vertex, player in enumerate(players)}
        top = 0
        if self.field.last:
            for vertex, score in enumerate(self.scores):
                if 2 * score > self.field.top:
                    top |= 1 << vertex
        clash = tuple(self.absolute & wants & ~top for wants in self.wants)
        comp = []
        for vertex, player in enumerate(players):
            banned = 1 << vertex
            for other in player.met:
                if other in place:
                    banned |= 1 << place[other]
            if self.absolute >> vertex & 1 and not top >> vertex & 1:
                banned |= clash[self.due[vertex].seat or 0]
            comp.append(self.all & ~banned)
        self.topscorers = top
        for group in self.field.forbidden:
            inside = [place[who] for who in group if who in place]
            mask = sum(1 << vertex for vertex in inside)
            for vertex in inside:
                comp[vertex] &= ~mask
        comp.append(0)
        return comp

    # -- completion -----------------------------------------------------------------------------

    def _settle_bye(self) -> None:
        """Find the lowest score that can take the bye, or see that the round is impossible."""
        if self.size % 2 == 0:
            if not self.completes(self.all):
                raise self._impossible(self.all)
            return
        able = sum(1 << v for v, player in enumerate(self.field.players) if player.may_rest)
        scores = reversed(self.groups)
        if self.field.edition is Edition.DUTCH_2017:
            # The older text does not look at the score of who takes the bye.
            self._open_bye(able)
            if self.completes(self.all | 1 << self.bye):
                return
            raise self._impossible(self.all | 1 << self.bye)
        for start, end in scores:
            here = able >> start << start & (1 << end) - 1
            if not here:
                continue
            self._open_bye(here)
            if self.completes(self.all | 1 << self.bye):
                self.bye_score = self.scores[start]
                return
            self._memo.clear()
        self._open_bye(able)
        raise self._impossible(self.all | 1 << self.bye)

    def _open_bye(self, mask: int) -> None:
        bit = 1 << self.bye
        for vertex in range(self.size):
            if mask >> vertex & 1:
                self.comp[vertex] |= bit
            else:
                self.comp[vertex] &= ~bit
        self.comp[self.bye] = mask

    def _impossible(self, mask: int) -> Impossible:
        names = [player.id for player in self.field.players]
        blocking = [names[v] for v in members(stuck(self.comp, mask)) if v != self.bye]
        return Impossible(
            "swiss.round-impossible", COMPLETION, round=self.field.round, blocking=blocking
        )

    def completes(self, mask: int) -> bool:
        """Say whether all of a set can be paired inside it."""
        known = self._memo.get(mask)
        if known is not None:
            return known
        found = mask.bit_count() % 2 == 0 and self._complete(mask)
        self._memo[mask] = found
        return found

    def _complete(self, mask: int) -> bool:
        whole = self._whole
        mate = [ALONE] * (self.size + 1)
        for vertex in members(mask):
            other = whole[vertex]
            if other > vertex and mask >> other & 1 and whole[other] == vertex:
                mate[vertex], mate[other] = other, vertex
        if self._first:
            self._first = False
            self._serve_absolute(mask, mate)
        if not perfect(self.comp, mask, mate):
            return False
        for vertex in members(mask):
            whole[vertex] = mate[vertex]
        return True

    def _serve_absolute(self, mask: int, mate: list[int]) -> None:
        """Begin the very first matching with those who have least choice."""
        free = mask
        for vertex in members(self.absolute & mask):
            near = self.comp[vertex] & free
            if near and mate[vertex] == ALONE:
                other = (near & -near).bit_length() - 1
                mate[vertex], mate[other] = other, vertex
                free &= ~(1 << vertex | 1 << other)

    def subsets(self, mask: int, size: int) -> Iterator[int]:
        """Give the subsets of a set with so many members, as sets, one by one."""
        for chosen in combinations(members(mask), size):
            yield sum(1 << vertex for vertex in chosen)
