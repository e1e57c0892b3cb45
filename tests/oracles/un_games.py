"""The university's games a second time: who goes on, and which place that gives.

Nothing of the product's pairing or ranking is used. A knockout match goes to who first has the
wins needed: one, and two from the last four players on (X 2); a drawn game is played again (X 4).
At a table of 跳棋 the first three go on; a tie for third is played off, in the final too (C 6).
"""


class Knockout:
    """Who is still in, and when the others went out."""

    def __init__(self, players):
        self.still, self.out = set(players), []

    @property
    def wins_needed(self):
        return 2 if len(self.still) <= 4 else 1

    def round(self, losers):
        """Note who went out together."""
        self.still -= losers
        self.out.append(losers)

    def places(self):
        """Everybody's place: who goes out in the same stage shares the one behind the next stage.

        A stage has its places even if two who both left left one of them empty: who is out among
        the last eight is fifth.
        """
        players = len(self.still) + sum(map(len, self.out))
        found, stage = dict.fromkeys(self.still, 1), 1
        while 2 * stage < players:
            stage *= 2
        for losers in self.out:
            found |= dict.fromkeys(losers, stage + 1)
            stage //= 2
        return found


class MatchCount:
    """The games of one match."""

    def __init__(self, sides, needed):
        self.sides, self.needed, self.games = sides, needed, []

    def add(self, score):
        self.games.append(score)

    @property
    def winner(self):
        for at in (0, 1):
            if sum(game[at] > game[1 - at] for game in self.games) >= self.needed:
                return self.sides[at]
        return None


class Heats:
    """Tables of up to six; the best three go on."""

    def __init__(self):
        self.stages = []

    def stage(self, tables):
        """Note a stage: each table lists who came in, best first, in groups of those level."""
        self.stages.append(tables)

    @staticmethod
    def tied_for_third(groups, final):
        """Give who shares the place that decides: across the line, or third of the final."""
        ahead = 0
        for group in groups:
            across = ahead < 3 < ahead + len(group) if not final else ahead == 2
            if len(group) > 1 and across:
                return set(group)
            ahead += len(group)
        return set()

    def places(self):
        """Who came further is ahead; of one stage, who was better placed at their table."""
        found, ahead = {}, 0
        for number, tables in reversed(list(enumerate(self.stages))):
            last = number == len(self.stages) - 1
            on = set() if last else {who for table in self.stages[number + 1] for each in table
                                     for who in each}  # fmt: skip
            worth = {}
            for table in tables:
                before = 0
                for group in table:
                    for who in group:
                        if who not in on:
                            worth.setdefault(before, []).append(who)
                    before += len(group)
            for key in sorted(worth):
                found |= dict.fromkeys(worth[key], ahead + 1)
                ahead += len(worth[key])
        return found


class LevelCount:
    """A table of 双升: levels and the bank, deal by deal (S 4, 10 to 13)."""

    def __init__(self):
        self.deals, self.beside = [], [0, 0]

    @property
    def state(self):
        """Give both levels and the seat that holds the bank, after everything so far."""
        levels, banker = [2, 2], None
        for deal in self.deals:
            levels, banker = deal_played(levels, **deal)
        return [levels[side] - self.beside[side] for side in (0, 1)], banker

    @property
    def passed(self):
        """S 13: the side whose level is above 10 has won."""
        levels, _ = self.state
        return next((side for side in (0, 1) if levels[side] > 10), None)

    def when_time_is_up(self):
        """S 2, 13: the higher level, then the side on stage; None: a lot."""
        levels, banker = self.state
        if levels[0] != levels[1]:
            return 0 if levels[0] > levels[1] else 1
        return None if banker is None else banker % 2


def deal_played(
    levels, banker, tricks, bottom, pairs, buried_by_defenders, last_by_defenders, fines
):
    """Give the levels and the bank after a deal.

    ``tricks`` are the defenders' points, ``pairs`` those in the trick that took the bottom;
    ``fines`` are (side, points, levels).
    """
    stage = banker % 2
    times = 2 if pairs == 0 else 4 * pairs  # S 10: single, pair, tractor of two, of three ...
    points = tricks
    if last_by_defenders:
        points += bottom * times
    elif buried_by_defenders:
        points -= bottom * times
    for side, fine, _ in fines:  # what one side pays is the other's
        points += fine if side == stage else -fine
    levels = list(levels)
    if points <= 0:  # S 11
        levels[stage] += 3
    elif points < 40:
        levels[stage] += 2
    elif points < 80:
        levels[stage] += 1
    else:
        levels[1 - stage] += (points - 80) // 40
    for side, _, lost in fines:
        levels[side] -= lost
    return levels, (banker + (2 if points < 80 else 1)) % 4  # the partner, or the next defender
