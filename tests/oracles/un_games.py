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
        """Everybody's place: who goes out in the same stage shares one."""
        found, ahead = dict.fromkeys(self.still, 1), len(self.still)
        for losers in reversed(self.out):
            found |= dict.fromkeys(losers, ahead + 1)
            ahead += len(losers)
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
