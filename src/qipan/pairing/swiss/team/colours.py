"""Seats of teams: which team would like to move first on its first board, and which one does.

Simple preferences: a difference beyond one, or the same seat twice running with a difference of
at most one. With ``strong`` preferences these are the strong ones, and a difference of one, or
the last seat with none, gives a mild one.
"""

from qipan.kernel.rules import rule
from qipan.pairing.plan import Reason
from qipan.pairing.swiss.team.view import Team

INITIAL = rule("team.colour.initial", "Without a match the number and the drawn seat decide.")
ONLY_ONE = rule("team.colour.only-one", "Only one team has a preference.")
OPPOSITE = rule("team.colour.opposite", "The preferences fit together.")
STRONG = rule("team.colour.strong", "Only one team has a strong preference.")
LOWER = rule("team.colour.lower-difference", "The team that moved first less often moves first.")
ALTERNATE = rule("team.colour.alternate", "They swap seats since they last had different ones.")
FIRST_TEAM = rule("team.colour.first-team", "The first team of the two gets its preference.")
FIRST_SWAPS = rule("team.colour.first-swaps", "The first team swaps its last seat.")
OTHER_SWAPS = rule("team.colour.other-swaps", "The other team swaps its last seat.")


def preference(team: Team, strong: bool = False) -> int:
    """Give 2 for a (strong) preference to move first, 1 for a mild one; negative for second."""
    gap, last = team.difference, team.seats[-2:]
    if abs(gap) > 1:
        return -2 if gap > 0 else 2
    if last == "SS" and gap <= 0:
        return 2
    if last == "FF" and gap >= 0:
        return -2
    if not strong or not team.seats:
        return 0
    if gap:
        return -1 if gap > 0 else 1
    return 1 if team.seats[-1] == "S" else -1


def clash(a: Team, b: Team, strong: bool) -> tuple[int, int]:
    """Count preferences, and strong ones, that two teams meeting cannot both have."""
    one, two = preference(a, strong), preference(b, strong)
    if one * two <= 0:
        return 0, 0
    return 1, int(abs(one) == abs(two) == 2)


def seated(
    a: Team, b: Team, *, strong: bool = False, odd_first: bool = True
) -> tuple[tuple[Team, Team], Reason]:
    """Seat two teams by nine steps, the first that tells. ``odd_first`` was drawn once."""
    lead, other = sorted((a, b), key=lambda team: (-team.score, -team.games, team.number))
    first, reason = _lead_first(lead, other, strong, odd_first)
    return ((lead, other) if first else (other, lead)), reason


def _lead_first(lead: Team, other: Team, strong: bool, odd_first: bool) -> tuple[bool, Reason]:
    if not lead.seats and not other.seats:
        odd = lead.number % 2 == 1
        return odd == odd_first, Reason(INITIAL, {"number": lead.number, "odd-first": odd_first})
    one, two = preference(lead, strong), preference(other, strong)
    wishes = {"preferences": [one, two]}
    if (one == 0) != (two == 0):
        return one > 0 or two < 0, Reason(ONLY_ONE, wishes)
    if one * two < 0:
        return one > 0, Reason(OPPOSITE, wishes)
    if abs(one) != abs(two):
        return (one > 0 if abs(one) > abs(two) else two < 0), Reason(STRONG, wishes)
    gaps = lead.difference, other.difference
    if gaps[0] != gaps[1]:
        return gaps[0] < gaps[1], Reason(LOWER, {"differences": list(gaps)})
    pairs = zip(reversed(lead.seats), reversed(other.seats), strict=False)
    for ago, (mine, theirs) in enumerate(pairs, 1):
        if mine != theirs:
            return mine == "S", Reason(ALTERNATE, {"matches-ago": ago})
    if one:
        return one > 0, Reason(FIRST_TEAM, wishes)
    if lead.seats:
        return lead.seats[-1] == "S", Reason(FIRST_SWAPS, {"last": lead.seats[-1]})
    return other.seats[-1] == "F", Reason(OTHER_SWAPS, {"last": other.seats[-1]})
