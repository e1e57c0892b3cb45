"""The Swiss for teams: match points make the groups, nobody moves down, colours forbid nothing.

Criteria are called by their numbers in the comments; results cite rule keys. What is our reading
where the text we have is short: C6 counts the teams that the next group in turn must take up, C10
counts members of the group who meet an upfloater after floating in the round before.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import Bye
from qipan.kernel.rules import rule
from qipan.pairing.matching import FREE, Pairs, complete
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan
from qipan.pairing.protections.forbidden import NONE, Protections, Strength
from qipan.pairing.swiss.by_score.deciding import COMPLETION
from qipan.pairing.swiss.team.colours import clash, seated
from qipan.pairing.swiss.team.solve import first_identifier
from qipan.pairing.swiss.team.upfloaters import FEWEST, Legal, TeamField, Vector, choose
from qipan.pairing.swiss.team.view import Team, teams_of

GROUP = rule("team.score-group", "Teams of one score group meet, with those who moved up.")
BYE = rule("team.bye", "The bye: lowest score, then most matches played, then the largest number.")
NO_BYE = rule("team.bye-once", "No bye for a team that had one or won without playing.")
UP = rule("team.upfloater", "This team moved up to complete the score group.")


class TeamOptions(msgspec.Struct, frozen=True):
    """What a book chooses."""

    strong_preferences: bool = False
    odd_first: bool = True
    """Drawn once: whether odd numbers move first in round 1."""
    last_round: int = 0
    """The number of rounds; 0 if unknown. Floats are not minded in the last two."""


@dataclass(frozen=True, slots=True)
class TeamBracket:
    """A score group as it was paired."""

    members: tuple[int, ...]
    upfloaters: tuple[int, ...]
    vector: Vector
    pairs: Pairs


def team_swiss(
    table: Crosstable,
    number: RoundNo,
    *,
    options: TeamOptions | None = None,
    present: Iterable[EntrantId] | None = None,
    protections: Protections = NONE,
) -> RoundPlan:
    """Pair a round of teams. Raises Impossible naming who blocks, BadInput on a wrong table."""
    options = options or TeamOptions()
    teams = teams_of(table, number, present)
    if len(teams) < 2:
        raise BadInput("a round needs two teams")
    protections.check_crowd(number, [team.id for team in teams])
    resting, brackets = paired(teams, number, options, protections)
    by_number = {team.number: team for team in teams}
    meetings: list[Meeting] = []
    for bracket in brackets:
        for a, b in sorted(bracket.pairs, key=lambda pair: _board_order(pair, by_number)):
            seats, colour = seated(
                by_number[a],
                by_number[b],
                strong=options.strong_preferences,
                odd_first=options.odd_first,
            )
            ids = (seats[0].id, seats[1].id)
            board = BoardNo(len(meetings) + 1)
            meetings.append(Meeting(board, ids, (*_why(bracket, (a, b), by_number), colour)))
    rests = () if resting is None else (_rest(resting),)
    return RoundPlan(number, tuple(meetings), rests, _about(brackets, by_number))


def paired(
    teams: list[Team], number: RoundNo, options: TeamOptions, protections: Protections
) -> tuple[Team | None, list[TeamBracket]]:
    """Choose the bye and pair the groups from the top."""
    hard = protections.partners(number, Strength.HARD)
    by_number = {team.number: team for team in teams}

    def legal(a: int, b: int) -> bool:
        one, two = by_number[a].id, by_number[b].id
        return two not in by_number[a].met and two not in hard.get(one, frozenset())

    minded = not options.last_round or number < options.last_round - 1
    resting = _bye(teams, legal) if len(teams) % 2 else None
    left = {n: team for n, team in by_number.items() if team is not resting}
    brackets = []
    while left:
        field = TeamField(left, legal, minded)
        chosen = choose(field)
        if chosen is None:
            raise _blocked(list(left.values()), legal)
        brackets.append(_bracket(field, *chosen, strong=options.strong_preferences))
        gone = {member for pair in brackets[-1].pairs for member in pair}
        left = {n: team for n, team in left.items() if n not in gone}
    return resting, brackets


def bracket_costs(
    field: TeamField, up: Iterable[int], *, strong: bool
) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Give C8, C9 and C10 of every pair that the group and its upfloaters allow."""
    top, _ = field.groups()
    moved = set(up)

    def cost(a: int, b: int) -> tuple[int, int, int] | None:
        if not field.legal(a, b) or (a in moved and b in moved):
            return None
        one, two = field.teams[a], field.teams[b]
        again = 0
        if (a in moved) != (b in moved) and field.mind_floats:
            again = int((two if a in moved else one).floated)
        return (*clash(one, two, strong), again)

    order = sorted([*top, *moved])
    return {
        (a, b): price
        for i, a in enumerate(order)
        for b in order[i + 1 :]
        if (price := cost(a, b)) is not None
    }


def packed(
    costs: dict[tuple[int, int], tuple[int, int, int]], size: int
) -> dict[tuple[int, int], int]:
    """Put C8, C9 and C10 of each pair into one number."""
    bits = size.bit_length()
    return {pair: (c8 << bits | c9) << bits | c10 for pair, (c8, c9, c10) in costs.items()}


def _bracket(field: TeamField, up: list[int], vector: Vector, *, strong: bool) -> TeamBracket:
    costs = bracket_costs(field, up, strong=strong)
    members = sorted([*field.groups()[0], *up])
    pairs = first_identifier(members, packed(costs, len(members)))
    assert pairs is not None, "the upfloaters were chosen from a complete pairing"
    return TeamBracket(tuple(members), tuple(up), vector, pairs)


def _bye(teams: list[Team], legal: Legal) -> Team:
    """Find the bye: the first in order whose rest can be paired."""
    order = sorted(
        (team for team in teams if team.may_rest),
        key=lambda team: (team.score, -len(team.seats), -team.number),
    )
    if not order:
        raise Impossible("pairing.no-bye", NO_BYE, players=[team.id for team in teams])
    for team in order:
        others = [other for other in teams if other is not team]
        if _completes(others, legal) is None:
            return team
    raise _blocked([other for other in teams if other is not order[0]], legal)


def _completes(teams: list[Team], legal: Legal) -> object | None:
    numbers = [team.number for team in teams]
    mate = [FREE] * len(numbers)
    return complete(mate, lambda i, j: i != j and legal(numbers[i], numbers[j]))


def _blocked(teams: list[Team], legal: Legal) -> Impossible:
    numbers = [team.number for team in teams]
    block = complete([FREE] * len(numbers), lambda i, j: i != j and legal(numbers[i], numbers[j]))
    assert block is not None, "somebody blocks"
    return Impossible(
        "pairing.blocked",
        COMPLETION,
        stuck=sorted(teams[at].id for at in block.stuck),
        partners=sorted(teams[at].id for at in block.partners),
    )


def _board_order(pair: tuple[int, int], teams: dict[int, Team]) -> tuple[int, int, int]:
    one, two = (teams[number] for number in pair)
    return -max(one.score, two.score), -min(one.score, two.score), min(pair)


def _why(bracket: TeamBracket, pair: tuple[int, int], teams: dict[int, Team]) -> tuple[Reason, ...]:
    scores = sorted((teams[number].score for number in pair), reverse=True)
    found = [Reason(GROUP, {"scores": scores, "size": len(bracket.members)})]
    for number in pair:
        if number in bracket.upfloaters:
            found.append(Reason(UP, {"team": teams[number].id, "scores": scores}))
    return tuple(found)


def _rest(team: Team) -> Rest:
    facts = {"score": team.score, "matches": len(team.seats), "number": team.number}
    return Rest(team.id, Bye.ALLOCATED, (Reason(BYE, facts),))


def _about(brackets: list[TeamBracket], teams: dict[int, Team]) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            FEWEST,
            {
                "score": max(teams[number].score for number in bracket.members),
                "upfloaters": [teams[number].id for number in bracket.upfloaters],
            },
        )
        for bracket in brackets
        if bracket.upfloaters
    )
