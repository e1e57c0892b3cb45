"""Whether rounds that are left can be paired at all: an opponent for everybody in every round.

Who has the fewest choices in a round chooses first. Pairs that never meet are chosen before: where
somebody may still meet as many as there are rounds, they must meet all of them.
"""

from itertools import combinations

REST = "-"
"""Stands for nobody in an odd field: who meets it rests."""
PATIENCE = 30_000


class Undecided(Exception):
    """The search took too long."""


def possible(players, met, rested, rounds, resting=None):
    """Say whether so many rounds can follow in which nobody meets or rests a second time.

    ``met`` holds pairs as frozensets; ``resting`` says who rests in the first of these rounds.
    A question that takes too long is answered with None.
    """
    everybody = sorted(players)
    if len(everybody) % 2:
        everybody.append(REST)
    free = {who: set() for who in everybody}
    for one, two in combinations(everybody, 2):
        if frozenset((one, two)) not in met and not (two == REST and one in rested):
            free[one].add(two)
            free[two].add(one)
    search = _Search(free, rounds)
    if resting is not None:
        if REST not in free[resting]:
            return False
        search.meet(0, resting, REST)
    try:
        return search.with_leftovers()
    except Undecided:
        return None


class _Search:
    def __init__(self, free, rounds):
        self.free, self.rounds = free, rounds
        self.open = [set(free) for _ in range(rounds)]
        self.left = PATIENCE

    def meet(self, number, one, two):
        self.open[number] -= {one, two}
        self.free[one].discard(two)
        self.free[two].discard(one)

    def part(self, number, one, two):
        self.open[number] |= {one, two}
        self.free[one].add(two)
        self.free[two].add(one)

    def spare(self, who):
        """Count the opponents that somebody need not meet."""
        return len(self.free[who]) - sum(who in each for each in self.open)

    def with_leftovers(self):
        """Choose pairs that never meet until nobody has more opponents than rounds; then fill."""
        self._step()
        spare = {who: self.spare(who) for who in self.free}
        if min(spare.values()) < 0:
            return False
        if sum(spare.values()) > 2 * len(self.free):  # plenty
            return self.fill()
        waiting = [who for who in spare if spare[who]]
        if not waiting:
            return self.fill()
        others = {who: [each for each in waiting if each in self.free[who]] for who in waiting}
        who = min(waiting, key=lambda each: len(others[each]) - spare[each])
        if len(others[who]) < spare[who]:
            return False
        for chosen in combinations(others[who], spare[who]):
            for other in chosen:
                self.free[who].discard(other)
                self.free[other].discard(who)
            found = self.with_leftovers()
            for other in chosen:
                self.free[who].add(other)
                self.free[other].add(who)
            if found:
                return True
        return False

    def fill(self):
        """Give whoever has the fewest choices in a round an opponent there."""
        self._step()
        best, fresh = None, False
        for number, waiting in enumerate(self.open):
            if len(waiting) == len(self.free):
                if fresh:  # rounds not begun are all the same
                    continue
                fresh = True
            for who in waiting:
                choices = self.free[who] & waiting
                if best is None or len(choices) < len(best[2]):
                    best = number, who, choices
        if best is None:
            return True
        number, who, choices = best
        for other in sorted(choices):
            self.meet(number, who, other)
            found = self.fill()
            self.part(number, who, other)
            if found:
                return True
        return False

    def _step(self):
        self.left -= 1
        if self.left < 0:
            raise Undecided
