"""The Malaysian rules once more: plain, slow, from the text, with nothing of the program in it.

What happened comes in as plain values: who met whom, who moved first, points in halves, how. What
comes out are places. Where the text is silent the reading is named beside it.
"""

from dataclasses import dataclass, field


@dataclass
class Meeting:
    """One row of somebody's card."""

    opponent: str | None
    points: int
    """In halves."""
    second: bool = False
    played: bool = True
    """Neither a bye, nor away, nor a forfeit."""
    own_doing: bool = False
    """Away, withdrawn, or lost by forfeit."""
    games: tuple[int, ...] = ()
    """Points on the boards of a team match, in halves."""


@dataclass
class Card:
    """What somebody did, round by round."""

    rounds: list[Meeting] = field(default_factory=list)
    conduct: bool = False
    technical: int = 0

    @property
    def points(self):
        return sum(each.points for each in self.rounds)


WIN, DRAW = 2, 1
FULL_BOARDS = 4
"""A bye of a team is a match won on all its boards (reading)."""


def seen_score(card):
    """The score opponents see: rounds missed at the very end count as draws (reading: SP98 is no
    text; the international rules are taken)."""
    total = card.points
    for each in reversed(card.rounds):
        if not each.own_doing:
            break
        if each.opponent is None:
            total += DRAW - each.points
    return total


def opponents_scores(cards, who, *, everybody_met=False):
    """One number a round; for a round not played a dummy with the own score, but not better than
    the opponent who was to come, or than a draw in every round."""
    mine, found = cards[who], []
    for each in mine.rounds:
        if each.opponent is not None and (each.played or everybody_met):
            found.append(seen_score(cards[each.opponent]))
        elif everybody_met:
            continue
        else:
            most = DRAW * len(mine.rounds)
            if each.opponent is not None:
                most = seen_score(cards[each.opponent])
            found.append(min(mine.points, most))
    return found


def median(numbers):
    """Without the highest and the lowest."""
    return sum(sorted(numbers)[1:-1])


def running_total(card):
    total, found = 0, 0
    for each in card.rounds:
        total += each.points
        found += total
    return found


def individual_keys(cards, who, drawn, *, everybody_met=False):
    """MY 6.2 to 6.4 for one player, larger is better; ``drawn``: the order the lot gave."""
    card = cards[who]
    scores = opponents_scores(cards, who, everybody_met=everybody_met)
    schemes = {
        "opponents-score": sum(scores),
        "median-opponents-score": median(scores),
        "wins": sum(each.points == WIN for each in card.rounds),
    }
    second = [each for each in card.rounds if each.second and each.played]
    return [
        ("6.2", -int(card.conduct)),
        *(("6.3", schemes[name]) for name in drawn or ("?",) if name in schemes),
        *((("6.3 lot", None),) if not drawn else ()),
        ("6.3", sum(each.points for each in second)),
        ("6.3", sum(each.points == WIN for each in second)),
        ("6.4", running_total(card)),
        ("6.4", -card.technical),
    ]


def team_keys(cards, who, _drawn, **_):
    """MY-V 5.4 for one team."""
    card = cards[who]
    games = [each.games for each in card.rounds]
    return [
        ("5.4", -int(card.conduct)),
        ("5.4", sum(opponents_scores(cards, who))),
        ("5.4", sum(each.points == WIN for each in card.rounds)),
        ("5.4", sum(map(sum, games))),
        ("5.4", sum(point == WIN for match in games for point in match)),
        ("5.4", running_total(card)),
    ]


def ranked(cards, keys, drawn, lots, **more):
    """Give everybody in order. Raises LookupError if a lot is missing that decides."""
    by_points = {}
    for who, card in cards.items():
        by_points.setdefault(card.points, []).append(who)
    order = []
    for points in sorted(by_points, reverse=True):
        order += _parted(cards, by_points[points], keys, drawn, lots, more)
    return order


def _parted(cards, level, keys, drawn, lots, more):
    if len(level) == 1:
        return level
    if len(level) == 2:  # MY 6.1: with three or more their games do not count
        one, two = level
        met = [each for each in cards[one].rounds if each.opponent == two and each.played]
        back = [each for each in cards[two].rounds if each.opponent == one and each.played]
        mine, theirs = sum(each.points for each in met), sum(each.points for each in back)
        if mine != theirs:
            return [one, two] if mine > theirs else [two, one]
    values = {who: keys(cards, who, drawn, **more) for who in level}
    return _by_values(values, 0, lots)


def _by_values(values, at, lots):
    people = list(values)
    if len(people) == 1:
        return people
    if at == len(values[people[0]]):
        for lot in lots:  # MY 6.5
            if set(people) <= set(lot):
                return sorted(people, key=lot.index)
        raise LookupError(f"no lot between {people}")
    if values[people[0]][at][1] is None:
        raise LookupError("the order of the three schemes was not drawn")
    groups = {}
    for who in people:
        groups.setdefault(values[who][at][1], {})[who] = values[who]
    order = []
    for value in sorted(groups, reverse=True):
        order += _by_values(groups[value], at + 1, lots)
    return order


MONEY = {
    "individual": [3000, 2000, 1200, 800, 600, 400, 300, 200, 200, 100, 100, 100],
    "women": [1000, 600, 400, 200, 150, 150, 100, 100],
    "open": [2000, 1300, 1000, 600, 500, 300, 200, 150, 150, 100, 100, 100],
    "elite": [4000, 2500, 1500, 1000, 800, 600, 400, 300, 200, 100],
    "youth": [2000, 1200, 800, 600, 400, 300, 200, 200, 200, 100, 100, 100],
    "junior": [1000, 700, 500, 400, 300, 200, 150, 150, 150, 100, 100, 100],
    "team": [5000, 3500, 2000, 1000, 600, 400],
    "non-chinese": [500, 300, 200, 100],
    "school-senior": [600, 500, 400, 300, 200, 150, 150, 100, 100, 80, 80, 80],
    "school-junior": [500, 400, 300, 200, 150, 120, 120, 80, 80, 50, 50, 50],
    "school-primary": [300, 200, 150, 120, 100, 100, 100, 60, 60, 50, 50, 50],
    "school-girls": [300, 200, 150, 100, 80, 80, 60, 60, 50, 50],
}
"""MY-I 4.2 to VI-6.5, in ringgit, place by place."""
CROSS = ((1, 2), (3, 4), (5, 6))
"""MY-III 6: A1–B2 and B1–A2, A3–B4 and B3–A4, A5–B6 and B5–A6."""
