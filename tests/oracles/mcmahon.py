"""A second calculation of McMahon rounds: every round there is, weighed by plain arithmetic.

It shares nothing with the pairing but the cross table it reads. For small fields only: twelve
players have 10,395 rounds.
"""

from functools import cmp_to_key

from qipan.kernel.results import Bye


def rounds_of(players):
    """List every way to part an even number of players into pairs."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for at, other in enumerate(rest):
        for others in rounds_of(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *others]


class Small:
    """A small event as the oracle sees it."""

    def __init__(self, table, number, terms, countries, drawn):
        self.table, self.terms, self.countries = table, terms, countries
        self.rows = {entry.id: table.row(entry.id)[: number - 1] for entry in table.entries}
        self.entry = {entry.id: entry for entry in table.entries}
        self.drawn = drawn

    def start(self, who):
        return self.entry[who].marks.get("start-score", 0) * self.table.scoring.unit

    def score(self, who, rounds=None):
        row = self.rows[who] if rounds is None else self.rows[who][:rounds]
        return self.start(who) + sum(cell.points for cell in row)

    def have_met(self, one, two):
        return any(cell.opponent == two for cell in self.rows[one])

    def had_bye(self, who):
        return any(cell.bye is Bye.ALLOCATED for cell in self.rows[who])

    def ups(self, who):
        count = 0
        for at, cell in enumerate(self.rows[who]):
            if cell.opponent is not None:
                mine, theirs = self.score(who, at), self.score(cell.opponent, at)
                count += 1 if theirs > mine else -1 if theirs < mine else 0
        return count

    def blacks(self, who):
        even = [cell for cell in self.rows[who] if cell.played and not cell.handicap]
        return sum(1 if cell.seat == 0 else -1 for cell in even)

    def opponents(self, who):
        return sum(
            self.start(who) if cell.opponent is None else self.score(cell.opponent)
            for cell in self.rows[who]
        )

    def before(self, one, two):
        """Say who stands first of two on equal scores."""
        a, b = self.entry[one].number, self.entry[two].number
        if self.terms.within == "random":
            a, b = self.drawn.index(one), self.drawn.index(two)
        if self.terms.within == "sos" and self.opponents(one) != self.opponents(two):
            return self.opponents(two) - self.opponents(one)
        return a - b

    def group(self, who, players):
        same = [each for each in players if self.score(each) == self.score(who)]
        return sorted(same, key=cmp_to_key(self.before))

    def stones(self, one, two):
        terms = self.terms.handicap
        if terms is None:
            return 0
        unit = self.table.scoring.unit
        strong = [self.start(who) / unit for who in (one, two)]
        if terms.even_from is not None and max(strong) >= terms.even_from:
            return 0
        if terms.by_rank:
            grades = [self.entry[who].marks.get("grade") for who in (one, two)]
            gap = 0 if None in grades else abs(grades[0] - grades[1])
        else:
            gap = int(abs(self.score(one) - self.score(two)) / unit)
        return max(0, min(gap - terms.less, terms.most, 9))

    def weigh(self, pairs, players):
        """Give the ten numbers of a round, in their order."""
        total = [0] * 10
        for one, two in pairs:
            club = self.terms.units_apart and self.entry[one].unit == self.entry[two].unit
            club = club and self.entry[one].unit is not None
            lands = [self.countries.get(self.entry[who].unit) for who in (one, two)]
            land = self.terms.states_apart and lands[0] == lands[1] and lands[0] is not None
            at = 0 if self.terms.apart_first else 5
            total[at] += bool(club)
            total[at + 1] += bool(land)
            low, high = sorted((one, two), key=self.score)
            gap = self.score(high) - self.score(low)
            total[2] += gap
            total[3] += gap**2
            groups = [self.group(who, players) for who in (one, two)]
            places = [groups[0].index(one), groups[1].index(two)]
            if gap:
                total[4] += (self.ups(low) > 0) + (self.ups(high) < 0)
                for members, place in zip(groups, places, strict=True):
                    total[8] += abs(place - (len(members) - 1 - place))
            else:
                size = len(groups[0])
                wanted = {
                    "fold": sum(places) - (size - 1),
                    "sos": abs(places[0] - places[1]) - 1,
                }
                off = wanted.get(self.terms.within, abs(places[0] - places[1]) - size // 2)
                total[9] += off**2
            if not self.stones(one, two):
                due = [self.blacks(one), self.blacks(two)]
                if min(due) > 0 or max(due) < 0:
                    total[7] += 2 if min(map(abs, due)) >= 2 else 1
        return tuple(total)

    def possible(self, players):
        """List the rounds in which nobody meets twice."""
        return [
            pairs
            for pairs in rounds_of(list(players))
            if not any(self.have_met(one, two) for one, two in pairs)
        ]


def best(small, present):
    """Give who rests and the least weights of all rounds; None if there is no round."""
    present = list(present)
    if len(present) % 2 == 0:
        found = small.possible(present)
        return (None, min(small.weigh(each, present) for each in found)) if found else None

    def less_deserving(one, two):
        for key in (small.had_bye, small.score):
            if key(one) != key(two):
                return key(one) - key(two)
        return -small.before(one, two)

    for who in sorted(present, key=cmp_to_key(less_deserving)):
        others = [each for each in present if each != who]
        found = small.possible(others)
        if found:
            return who, min(small.weigh(each, others) for each in found)
    return None
