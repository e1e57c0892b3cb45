"""Small fields: a round is paired so that the rounds after it, and the extra round, can be paired.

With little more players than rounds a pairing that is best today may leave nobody for tomorrow.
Who has no opponent meets ``NOBODY``, once. Everything is tried: fields are small.
"""

from collections.abc import Sequence
from itertools import combinations, islice

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.balance import balances, seated
from qipan.pairing.n_plus_one.matchings import Matching, Pair, Search
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan

LOOK_AHEAD = rule(
    "n-plus-one.look-ahead", "In a small field a round leaves opponents for the rounds to come."
)
NOBODY = EntrantId("")
DEEP = 1
"""So many rounds before the last one the finals to come are looked at, too."""
MOST_PLANS = 60
"""So many of the nearest pairings are looked at."""
SPARE = 4
"""With so many more players than rounds nothing needs to be looked ahead for."""
FEW_LEFT = 2
"""Opponents left for everybody with whom the extra round may come to nothing."""


def field_of(pool: Sequence[EntrantId]) -> list[EntrantId]:
    """Give who is to be paired, with nobody as the opponent of who rests in an odd field."""
    return [*pool, NOBODY] if len(pool) % 2 else list(pool)


def can_finish(players: int, rounds: int) -> bool:
    """Say whether a field can play all its rounds and the extra round without meeting twice."""
    return players + players % 2 - 1 - rounds >= 1


def surely_finishes(players: int, rounds: int) -> bool:
    """Say whether results hardly ever leave the others without opponents beside the final.

    With two opponents left for everybody, whom the final takes out decides: about every other time
    somebody is left over, however the rounds before were paired.
    """
    return players + players % 2 - 1 - rounds > FEW_LEFT


def unmet(table: Crosstable, field: Sequence[EntrantId]) -> set[Pair]:
    """List the pairs that have not met; who rested or won by forfeit does not rest again."""
    met: set[Pair] = set()
    for who in field:
        if who == NOBODY:
            continue
        for cell in table.row(who):
            if cell.opponent is not None and cell.played:
                met.add(frozenset((who, cell.opponent)))
            elif cell.points == table.scoring.win and not cell.played:
                met.add(frozenset((who, NOBODY)))
    return {pair for pair in map(frozenset, combinations(field, 2)) if pair not in met}


def foreseeing(
    table: Crosstable, pool: Sequence[EntrantId], planned: Matching, rounds_left: int
) -> Matching:
    """Give the pairs of the round: those planned if they leave enough, else the nearest that do.

    ``rounds_left`` counts the Swiss rounds after this one. Before the last two of them as many
    finals as can be are left possible, so that the others can be paired beside whichever it is.
    """
    field, pairs = field_of(pool), unmet(table, field_of(pool))
    if not set(planned) <= pairs:
        return planned
    likely, search = _likely(table, pool, rounds_left), Search(field)

    def worth(each: Matching) -> tuple[int, int]:
        after = pairs - set(each)
        if not search.can_go_on(after, rounds_left):
            return 0, 0
        return 1, _finals_after(search, after, likely, rounds_left)

    every = len(likely) * (len(likely) - 1) // 2 if rounds_left <= DEEP else 0
    most = worth(planned)
    if most == (1, every):
        return planned
    costs = _Costs(table, planned)
    nearest = sorted(search.matchings(pairs), key=costs.of)[:MOST_PLANS]
    best = planned
    for each in nearest:
        value = worth(each)
        if value > most:
            best, most = each, value
        if most == (1, every):
            break
    return best


def _finals_after(
    search: Search, pairs: set[Pair], likely: Sequence[EntrantId], rounds_left: int
) -> int:
    """Count the finals that stay possible if the rounds before the extra one are paired best."""
    if rounds_left > DEEP:
        return 0
    if not rounds_left:
        return search.finals_left(pairs, likely)
    later = islice(search.matchings(pairs), MOST_PLANS)
    return max((search.finals_left(pairs - set(each), likely) for each in later), default=0)


class _Costs:
    """Says how far a pairing is from what scores and the plan ask for; less is better."""

    def __init__(self, table: Crosstable, planned: Matching) -> None:
        self.scores, self.planned = table.scores, set(planned)

    def of(self, each: Matching) -> tuple[int, int]:
        gaps = 0
        for pair in each:
            points = [self.scores[who] for who in pair if who != NOBODY]
            gaps += (max(points) - (min(points) if len(points) > 1 else 0)) ** 2
        return gaps, -len(self.planned & set(each))


def nearest_round(
    table: Crosstable, pool: Sequence[EntrantId], number: RoundNo
) -> RoundPlan | None:
    """Pair a small field by scores alone where colours leave nothing; None if all have met."""
    field = field_of(pool)
    found = min(
        Search(field).matchings(unmet(table, field)), key=_Costs(table, ()).of, default=None
    )
    return None if found is None else as_plan(table, found, number)


def as_plan(table: Crosstable, found: Matching, number: RoundNo) -> RoundPlan:
    """Give pairs their boards by score and their seats by how often each moved first."""
    order = {entry.id: (-table.scores[entry.id], entry.number) for entry in table.entries}
    counts, why = balances(table), Reason(LOOK_AHEAD)
    pairs = sorted(sorted(pair, key=order.__getitem__) for pair in found if NOBODY not in pair)
    pairs.sort(key=lambda pair: order[pair[0]])
    meetings = []
    for board, (better, worse) in enumerate(pairs, 1):
        seats, colour = seated(better, worse, counts)
        meetings.append(Meeting(BoardNo(board), seats, (why, colour)))
    rests = tuple(
        Rest(who, reasons=(why,)) for pair in found if NOBODY in pair for who in pair - {NOBODY}
    )
    return RoundPlan(number, tuple(meetings), rests, (why,))


def _likely(table: Crosstable, pool: Sequence[EntrantId], rounds_left: int) -> list[EntrantId]:
    """List who may well be among the first two after the rounds to come."""
    scores = sorted((table.scores[who] for who in pool), reverse=True)
    least = scores[1] - table.scoring.win * (rounds_left + 1)
    return [who for who in pool if table.scores[who] >= least]
