"""Who moves up to complete the top score group: as few as possible, as high as possible.

Nobody is ever moved down. In order: C4 fewest upfloaters, C5 their scores (highest first), C6 the
next group needs the fewest in its turn, C7 fewest who floated in the round before; among equal
sets the one with the smallest numbers. The rest of the field can always be completed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from qipan.kernel.rules import RuleKey, rule
from qipan.pairing.matching import Pairs
from qipan.pairing.swiss.team.solve import cheapest, edges_between
from qipan.pairing.swiss.team.view import Team

FEWEST = rule("team.fewest-upfloaters", "As few teams as possible move up.")
HIGHEST = rule("team.highest-upfloaters", "Those who move up have the highest scores.")
NEXT_GROUP = rule("team.next-group", "The next score group can be paired in its turn.")
NOT_AGAIN = rule("team.not-floating-again", "Who floated in the round before does not move up.")
SET_ORDER = rule("team.set-order", "Among equal sets the smallest numbers move up.")

Legal = Callable[[int, int], bool]
Vector = tuple[int, tuple[int, ...], int, int]
"""C4, C5 (scores, negative so that less is better), C6, C7."""
RULES: tuple[RuleKey, ...] = (FEWEST, HIGHEST, NEXT_GROUP, NOT_AGAIN)


@dataclass(frozen=True, slots=True)
class TeamField:
    """The teams still to be paired, by number, and who may meet whom."""

    teams: Mapping[int, Team]
    legal: Legal
    mind_floats: bool
    """C7 holds; not in the last two rounds."""

    def groups(self) -> tuple[list[int], list[int]]:
        """Give the numbers of the top score group and of the next one."""
        scores = sorted({team.score for team in self.teams.values()}, reverse=True)
        groups = [[n for n, team in self.teams.items() if team.score == s] for s in scores[:2]]
        return groups[0], groups[1] if len(groups) > 1 else []


def choose(field: TeamField) -> tuple[list[int], Vector] | None:
    """Give the upfloaters and what they cost; None if the field cannot be completed."""
    top, _ = field.groups()
    nodes = sorted(field.teams)
    best = best_vector(field, {})
    if best is None:
        return None
    inside = set(top)
    moved: dict[int, set[int]] = {}
    chosen: list[int] = []
    wanted = {-score for score in best[1]}
    for number in nodes:
        if len(chosen) == best[0]:
            break
        if number in inside or field.teams[number].score not in wanted:
            continue
        trial = {**moved, number: inside}
        if best_vector(field, trial) == best:
            moved = trial
            chosen.append(number)
    return chosen, best


def best_vector(field: TeamField, only: Mapping[int, set[int]]) -> Vector | None:
    """Give the best C4–C7 if some teams may meet only the partners named; None if impossible."""
    top, following = field.groups()
    inside, next_group = set(top), set(following)
    nodes = sorted(field.teams)

    def allowed(a: int, b: int) -> bool:
        return (
            field.legal(a, b)
            and (a not in only or b in only[a])
            and (b not in only or a in only[b])
        )

    few = cheapest(
        nodes,
        edges_between(
            nodes, lambda a, b: int((a in inside) != (b in inside)) if allowed(a, b) else None
        ),
    )
    if few is None:
        return None
    price = _prices(field, few[0], inside, next_group)
    found = cheapest(
        nodes, edges_between(nodes, lambda a, b: price(a, b) if allowed(a, b) else None)
    )
    assert found is not None, "the same pairs were complete before"
    return _vector(field, found[1], inside, next_group)


def _prices(
    field: TeamField, count: int, inside: set[int], next_group: set[int]
) -> Callable[[int, int], int]:
    """Pack C4–C7 of a pair into one number, C4 highest."""
    teams = field.teams
    bits = len(teams).bit_length()
    levels = sorted({team.score for number, team in teams.items() if number not in inside})
    # A digit for each score, wide enough for all upfloaters; the highest score is the best.
    worth: dict[int, int] = {score: (count + 1) ** at for at, score in enumerate(levels)}
    most: int = (count + 1) ** len(levels)
    above = 2 * bits + (most * len(teams)).bit_length()

    def price(a: int, b: int) -> int:
        if (a in inside) != (b in inside):
            low = teams[b if a in inside else a]
            again = int(field.mind_floats and low.floated)
            return (1 << above) + ((most - worth[low.score]) << 2 * bits) + again
        if a not in inside and (a in next_group) != (b in next_group):
            return 1 << bits
        return 0

    return price


def _vector(field: TeamField, pairs: Pairs, inside: set[int], next_group: set[int]) -> Vector:
    up = [b if a in inside else a for a, b in pairs if (a in inside) != (b in inside)]
    scores = sorted(-field.teams[number].score for number in up)
    later = sum(
        (a in next_group) != (b in next_group)
        for a, b in pairs
        if a not in inside and b not in inside
    )
    again = sum(field.mind_floats and field.teams[number].floated for number in up)
    return len(up), tuple(scores), later, again


def first_worse(ours: Vector, theirs: Vector) -> tuple[RuleKey, tuple[object, ...]]:
    """Name the first of C4–C7 by which ``theirs`` is worse; the set order if none is."""
    for key, one, two in zip(RULES, ours, theirs, strict=True):
        if one != two:
            return key, (_plain(one), _plain(two))
    return SET_ORDER, ()


def _plain(value: object) -> object:
    """Write scores as they are; everything else is a count."""
    return [-score for score in value] if isinstance(value, tuple) else value
