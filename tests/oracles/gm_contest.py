"""The online gomoku contest a second time, from the text of the regulation alone.

Nothing of the product's pairing or ranking is used. ``Ledger`` is told what happened, match by
match, and adds up. Readings, where the text is silent: a round lost by forfeit was not played
(对弈过), so it gives no opponent; a match of which one game was played was; a player without any
opponent has 0 for the keys of opponents, and one opponent is the highest and lowest once.
"""

from dataclasses import dataclass, field

WIN, DRAW, LOSS, BYE = 2, 1, -2, 2
"""GM 6.1.2(2), 6.1.4."""


def verdict(games):
    """GM 6.1.1(4): what two games of (mine, theirs) in halves make of a match, for me.

    Two wins, or a win and a draw: won; two losses, or a loss and a draw: lost; else drawn.
    """
    won = sum(mine > theirs for mine, theirs in games)
    lost = sum(mine < theirs for mine, theirs in games)
    drawn = len(games) - won - lost
    if won == 2 or (won, drawn) == (1, 1):
        return "win"
    if lost == 2 or (lost, drawn) == (1, 1):
        return "loss"
    return "draw"


@dataclass
class Line:
    """One round of somebody."""

    opponent: str | None
    points: int
    met: bool
    seconds: int = 0


@dataclass
class Match:
    """What happened at a board."""

    seats: tuple[str, str]
    games: dict[int, tuple[int, int]] = field(default_factory=dict)
    played: set[int] = field(default_factory=set)
    seconds: tuple[int, int] = (0, 0)
    forfeit: tuple[int, int] | None = None
    """1 for who has the round, 0 for who lost it by not being there."""

    def line(self, at, worth):
        """Give the round as one side has it."""
        other = self.seats[1 - at]
        if self.forfeit is not None:
            return Line(other, worth["win" if self.forfeit[at] else "loss"], False)
        scores = [(each[at], each[1 - at]) for each in self.games.values()]
        return Line(other, worth[verdict(scores)], bool(self.played), self.seconds[at])


ENTRY_WORTH = {"win": WIN, "draw": DRAW, "loss": LOSS}
QUALIFIER_WORTH = {"win": 2, "draw": 1, "loss": 0}


class Ledger:
    """Rounds of matches and of who rested."""

    def __init__(self, players, worth=None, bye=BYE):
        self.players, self.worth, self.bye = list(players), worth or ENTRY_WORTH, bye
        self.rounds = []
        self.rested = []

    def begin(self, matches, resting):
        self.rounds.append(matches)
        self.rested.append(resting)

    def lines(self, who):
        """Give somebody's rounds; one without a board or a bye was missed and gives nothing."""
        found = []
        for matches, resting in zip(self.rounds, self.rested, strict=True):
            mine = [each for each in matches if who in each.seats]
            if mine:
                found.append(mine[0].line(mine[0].seats.index(who), self.worth))
            else:
                found.append(Line(None, self.bye if who in resting else 0, False))
        return found

    def points(self, who):
        return sum(each.points for each in self.lines(who))

    def opponents(self, who):
        return [each.opponent for each in self.lines(who) if each.met]

    def seconds(self, who):
        """局时: all rounds; a round somebody was absent from counts nothing."""
        return sum(each.seconds for each in self.lines(who))


def table(ledger, lot):
    """GM 6.1.2(4), (5): give everybody in order, and each one's keys."""
    points = {who: ledger.points(who) for who in ledger.players}
    keys = {}
    for who in ledger.players:
        met = [points[other] for other in ledger.opponents(who)]
        keys[who] = {
            "points": points[who],
            "opponents": sum(met),
            "direct": direct(ledger, who, points),
            "type 1": ends(sorted(met)),
            "type 2": ends(sorted(met)[1:-1]),
            "seconds": ledger.seconds(who),
        }

    def order(who):
        mine = keys[who]
        shown = mine["direct"] if mine["direct"] is not None else 0
        return (-mine["points"], -mine["opponents"], -shown, -mine["type 1"], -mine["type 2"],
                mine["seconds"], lot(who))  # fmt: skip

    return sorted(ledger.players, key=order), keys


def ends(scores):
    """Add the highest and the lowest."""
    if len(scores) < 2:
        return sum(scores)
    return scores[0] + scores[-1]


def direct(ledger, who, points):
    """直胜: points against the others on equal points, if all of them have played each other."""
    level = [each for each in ledger.players if points[each] == points[who]]
    if any(other not in ledger.opponents(each)
           for each in level for other in level if other != each):  # fmt: skip
        return None
    return sum(each.points for each in ledger.lines(who) if each.met and each.opponent in level)


def titles(order, standard, players):
    """GM 8.2: with fewer than 20 players the first three as usual, the others one step lower."""
    names = [name for name, _ in standard]
    found = {}
    for place, who in enumerate(order, 1):
        earned = next((at for at, (_, last) in enumerate(standard) if last and place <= last), None)
        if earned is not None and players < 20 and place > 3:
            earned += 1
        found[who] = names[earned] if earned is not None and earned < len(names) else None
    return found


def finalists(tables):
    """GM 6.1.2(5): five of each table; who is in already gives the place to the next."""
    found = []
    for order in tables:
        found += [who for who in order if who not in found][:5]
    return found
