"""Why two teams do not meet: the first rule, or the better criterion, that ruled it out."""

from collections.abc import Iterable

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.rules import RuleKey, rule
from qipan.pairing.plan import Reason
from qipan.pairing.protections.forbidden import NONE, Protections, Strength
from qipan.pairing.swiss.by_score.deciding import COMPLETION, NO_REMATCH
from qipan.pairing.swiss.team.solve import cheapest
from qipan.pairing.swiss.team.system import TeamBracket, TeamOptions, bracket_costs, packed, paired
from qipan.pairing.swiss.team.upfloaters import TeamField, best_vector, first_worse
from qipan.pairing.swiss.team.view import Team, teams_of

RESTS = rule("team.rests", "One of the two has the bye of this round.")
COLOURS = rule("team.fewest-clashes", "As few teams as possible miss their preferred seat.")
STRONG = rule("team.fewest-strong-clashes", "As few as possible miss a strong preference.")
FLOATS = rule("team.opponents-floating-again", "Who floated before does not meet an upfloater.")
IDENTIFIER = rule("team.identifier", "Of equally good pairings the smallest numbers come first.")
_RULES: tuple[RuleKey, ...] = (COLOURS, STRONG, FLOATS)


def why_not(
    table: Crosstable,
    number: RoundNo,
    pair: tuple[EntrantId, EntrantId],
    *,
    options: TeamOptions | None = None,
    present: Iterable[EntrantId] | None = None,
    protections: Protections = NONE,
) -> Reason:
    """Say why two teams do not meet in a round; same arguments as ``team_swiss`` had.

    Raises BadInput if they are the same, not present, or do meet.
    """
    options = options or TeamOptions()
    teams = teams_of(table, number, present)
    by_id = {team.id: team for team in teams}
    if pair[0] == pair[1] or not set(pair) <= set(by_id):
        raise BadInput(f"{pair[0]} and {pair[1]} are no two teams of this round")
    one, two = sorted((by_id[pair[0]], by_id[pair[1]]), key=lambda team: team.number)
    if two.id in one.met:
        return Reason(NO_REMATCH, {"pair": [one.id, two.id]})
    protection = protections.between(one.id, two.id, number)
    if protection is not None and protection.strength is Strength.HARD:
        return protection.reason()
    resting, brackets = paired(teams, number, options, protections)
    if resting in (one, two):
        assert resting is not None, "one of the two rests"
        return Reason(RESTS, {"rests": resting.id})
    wanted = (one.number, two.number)
    hard = protections.partners(number, Strength.HARD)
    by_number = {team.number: team for team in teams}

    def legal(a: int, b: int) -> bool:
        x, y = by_number[a].id, by_number[b].id
        return y not in by_number[a].met and y not in hard.get(x, frozenset())

    minded = not options.last_round or number < options.last_round - 1
    left = {n: team for n, team in by_number.items() if team is not resting}
    for bracket in brackets:
        if wanted in bracket.pairs:
            raise BadInput(f"{one.id} and {two.id} do meet in round {number}")
        if set(wanted) & set(bracket.members):
            return _in_bracket(TeamField(left, legal, minded), bracket, wanted, options)
        left = {n: team for n, team in left.items() if n not in bracket.members}
    raise AssertionError("every team is in a bracket")


def _in_bracket(
    field: TeamField, bracket: TeamBracket, wanted: tuple[int, int], options: TeamOptions
) -> Reason:
    a, b = wanted
    costs = bracket_costs(field, bracket.upfloaters, strong=options.strong_preferences)
    if wanted not in costs:
        return _moving_up(field, bracket, a, b)
    held = {
        pair: cost for pair, cost in costs.items() if pair == wanted or not set(pair) & set(wanted)
    }
    forced = cheapest(bracket.members, packed(held, len(bracket.members)))
    if forced is None:
        return Reason(COMPLETION, {"group": _names(field, bracket.members)})
    ours = [sum(costs[pair][at] for pair in bracket.pairs) for at in range(3)]
    theirs = [sum(costs[pair][at] for pair in forced[1]) for at in range(3)]
    for key, chosen, other in zip(_RULES, ours, theirs, strict=True):
        if chosen != other:
            return Reason(key, {"chosen": chosen, "with": other})
    return Reason(IDENTIFIER, {"chosen": ours})


def _moving_up(field: TeamField, bracket: TeamBracket, a: int, b: int) -> Reason:
    """One of the two is in the group: let the other move up to it, and see what gets worse."""
    forced = best_vector(field, {a: {b}, b: {a}})
    if forced is None:
        return Reason(COMPLETION, {"group": _names(field, bracket.members)})
    key, values = first_worse(bracket.vector, forced)
    facts = {"chosen": values[0], "with": values[1]} if values else {}
    return Reason(key, facts)


def _names(field: TeamField, numbers: Iterable[int]) -> list[EntrantId]:
    found: list[Team] = [field.teams[number] for number in numbers]
    return [team.id for team in found]
