"""The world championship a second time, from the text of the supplemental rules alone.

Nothing of the product's pairing or ranking is used: pairings come in, places go out. Points are
halves. Readings, where the text is silent: a forfeited pairing is no game, so it gives no opponent
and no colour, but who is there has a win; direct results rank those who met all the others, or
who stay ahead whatever the missing games would have given; "the ranking one round before" is the
table of that round, with the fouls of that round and the ones before.
"""

from dataclasses import dataclass, field

WIN, DRAW = 2, 1


@dataclass
class Board:
    """A game: red, black, points of both, and whether it was played."""

    red: str
    black: str
    score: tuple[int, int] = (0, 0)
    played: bool = True


@dataclass
class Cup:
    """What happened, round by round."""

    players: list[str]
    rounds: list[list[Board]] = field(default_factory=list)
    rested: list[set[str]] = field(default_factory=list)
    bye: int = WIN
    """2.3: who gets the bye wins."""
    fouls: list[tuple[int, str, int]] = field(default_factory=list)
    """In which round, by whom, how many."""

    def upto(self, last):
        """Give the same after a round."""
        return Cup(self.players, self.rounds[:last], self.rested[:last], self.bye,
                   [each for each in self.fouls if each[0] <= last])  # fmt: skip

    def games(self, who):
        """Give (opponent, own points, other's points, black, played) of every pairing."""
        for boards in self.rounds:
            for board in boards:
                if board.red == who:
                    yield board.black, *board.score, False, board.played
                elif board.black == who:
                    yield board.red, *board.score[::-1], True, board.played

    def byes(self, who):
        return sum(who in each for each in self.rested)

    def points(self, who):
        return sum(each[1] for each in self.games(who)) + self.bye * self.byes(who)

    def technical(self, who):
        return sum(count for _, each, count in self.fouls if each == who)


def men(cup, lot=None):
    """6.1(1): give everybody in order, in groups of those who are level on everything."""
    if not cup.players:
        return []
    points = {who: cup.points(who) for who in cup.players}
    lowest = min(points.values())

    def opponents(who):
        met = [points[each[0]] for each in cup.games(who) if each[4]]
        return met + [lowest] * cup.byes(who)  # 2.3

    def highest(who):
        met = [points[each[0]] for each in cup.games(who) if each[4]]
        return max(met, default=-1)

    def black(who):
        return [each for each in cup.games(who) if each[3] and each[4]]

    keys = [
        lambda who: points[who],
        lambda who: sum(opponents(who)),  # A
        "direct",  # B
        lambda who: sum(each[1] == WIN for each in cup.games(who)) + cup.byes(who),  # C
        lambda who: sum(each[1] == WIN for each in black(who)),  # D
        lambda who: len(black(who)),  # E
        highest,  # F
        lambda who: -cup.technical(who),  # G
    ]
    groups = separated(cup, [list(cup.players)], keys)
    if len(cup.rounds) > 1:
        before = {who: at for at, group in enumerate(men(cup.upto(len(cup.rounds) - 1)))
                  for who in group}  # fmt: skip
        groups = separated(cup, groups, [lambda who: -before[who]])
    if lot is not None:
        groups = separated(cup, groups, [lambda who: -lot(who)])
    return groups


def women(cup, lot):
    """6.1(2): small points, wins, direct result, fewer fouls, more games with black, the lot."""
    points = {who: cup.points(who) for who in cup.players}

    def small(who):
        return sum(mine * points[other] for other, mine, *_ in cup.games(who))

    keys = [
        lambda who: points[who],
        small,
        lambda who: sum(each[1] == WIN for each in cup.games(who)),
        "direct, all",
        lambda who: -cup.technical(who),
        lambda who: sum(each[3] and each[4] for each in cup.games(who)),
        lambda who: -lot(who),
    ]
    return separated(cup, [list(cup.players)], keys)


def separated(cup, groups, keys):
    """Part every group by one key after the other."""
    for key in keys:
        found = []
        for group in groups:
            if len(group) == 1:
                found.append(group)
            elif isinstance(key, str):
                found += direct(cup, group, everybody=key == "direct, all")
            else:
                values = sorted({key(who) for who in group}, reverse=True)
                found += [[who for who in group if key(who) == value] for value in values]
        groups = found
    return groups


def direct(cup, group, *, everybody):
    """Part a group by its own games, and every part again by its own."""
    met = {who: {} for who in group}
    for who in group:
        for other, mine, _, _, played in cup.games(who):
            if other in met and (played or everybody):
                met[who][other] = mine
    total = {who: sum(met[who].values()) for who in group}
    if everybody or all(len(each) == len(group) - 1 for each in met.values()):
        values = sorted(set(total.values()), reverse=True)
        parts = [[who for who in group if total[who] == value] for value in values]
    else:
        most = {who: total[who] + WIN * (len(group) - 1 - len(met[who])) for who in group}
        parts, left = [], list(group)
        while len(left) > 1:
            ahead = [who for who in left
                     if all(total[who] > most[each] for each in left if each != who)]  # fmt: skip
            if not ahead:
                break
            parts.append(ahead)
            left.remove(ahead[0])
        parts.append(left)
    if len(parts) == 1:
        return parts
    return [each for part in parts for each in
            (direct(cup, part, everybody=everybody) if len(part) > 1 else [part])]  # fmt: skip


def ncnv(order, marked):
    """6.1(3): the same order, of some."""
    return [who for who in order if who in marked]


def teams(order, unit):
    """6.2: the two best places of a team added; equal: the better of them; one player: none."""
    places = {}
    for place, who in enumerate(order, 1):
        places.setdefault(unit[who], []).append(place)
    ranked = sorted(
        (sum(each[:2]), each[0], name) for name, each in places.items() if len(each) > 1
    )
    return [name for _, _, name in ranked], {name for name, each in places.items() if len(each) < 2}


def winners(order, marked, unit):
    """Prizes: eight men, one NCNV who is not among those eight (6.1(4)), three teams."""
    outside = [who for who in ncnv(order, marked) if who not in order[:8]]
    return {"main": order[:8], "ncnv": outside[:1], "team": teams(order, unit)[0][:3]}


def numbers_fit(order, first):
    """2.1: odd numbers for the first group, even for the second, until one of them is used up."""
    both = 2 * min(len(first), len(order) - len(first))
    return all((who in first) == (at % 2 == 0) for at, who in enumerate(order[:both]))
