"""The Thai league a second time: a ledger of boards, counted as the articles say.

Nothing of the product's pairing or ranking is used: ``Ledger`` is told what happened on each board
and adds up. A board is worth half points (2 a win, 1 a draw); a match goes to the side with more of
them (29: a draw is half a point to each team). Places: match points, board points, the matches of
those who are level among themselves, boards won, then the lot.
"""

from itertools import groupby

WIN, DRAW, BOTH_LOSE = (2, 0), (1, 1), (0, 0)
BOARDS = 3


class Ledger:
    """What happened, match by match; a board is (points of one, points of two) in halves."""

    def __init__(self):
        self.matches = {}
        self.forfeits = {}

    def board(self, match, sides, number, score):
        self.matches.setdefault((match, sides), {})[number] = score

    def lost(self, match, sides, number, loser):
        """23, 28, 34, 36: who did it loses that board, whatever stood there."""
        self.board(match, sides, number, (0, 2) if sides[0] == loser else (2, 0))

    def forfeit(self, match, sides, gone):
        """35: who withdrew loses the games that were left; with both gone nobody has anything."""
        self.forfeits[match, sides] = gone

    def totals(self, who):
        """Give match points in halves, board points in halves, and boards won."""
        points = halves = won = 0
        for _, mine, theirs, boards in self.of(who):
            points += 2 if mine > theirs else 1 if mine == theirs and mine >= 0 else 0
            halves += max(mine, 0)
            won += boards
        return points, halves, won

    def of(self, who):
        """Give every match of a team: the other side, both totals, boards won; −1: nothing."""
        for (_, sides), boards in self.matches.items():
            if who in sides:
                at = sides.index(who)
                mine = sum(each[at] for each in boards.values())
                theirs = sum(each[1 - at] for each in boards.values())
                yield sides[1 - at], mine, theirs, sum(each[at] == 2 for each in boards.values())
        for (_, sides), gone in self.forfeits.items():
            if who in sides:
                other = sides[1 - sides.index(who)]
                if who in gone:
                    yield other, -1, 2 * BOARDS if other not in gone else -1, 0
                else:
                    yield other, 2 * BOARDS, -1, BOARDS

    def among(self, who, group):
        """Give the match points of a team against the others of a group."""
        found = 0
        for other, mine, theirs, _ in self.of(who):
            if other in group:
                found += 2 if mine > theirs else 1 if mine == theirs and mine >= 0 else 0
        return found


def order(ledger, teams, lot):
    """Rank everybody: one list, best first; ``lot`` orders who is level on everything."""
    found = []
    first = sorted(teams, key=lambda who: ledger.totals(who)[:2], reverse=True)
    for _, level in groupby(first, key=lambda who: ledger.totals(who)[:2]):
        found += _direct(ledger, list(level), lot)
    return found


def _direct(ledger, group, lot):
    """Split by the matches among themselves; whoever is still level, again among themselves."""
    if len(group) == 1:
        return group
    worth = {who: ledger.among(who, group) for who in group}
    if len(set(worth.values())) == 1:
        return sorted(group, key=lambda who: (-ledger.totals(who)[2], lot(who)))
    found = []
    for value in sorted(set(worth.values()), reverse=True):
        found += _direct(ledger, [who for who in group if worth[who] == value], lot)
    return found
