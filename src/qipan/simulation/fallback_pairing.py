"""A round by hand where the system finds none: as few meet again as possible.

A field that is small for its rounds runs out of pairs that have not met. The book does not end the
event there; the chief arbiter lays the round, and the journal names every rule that it breaks.
"""

import msgspec

from qipan.desk.rounds.by_hand.commands import PairByHand
from qipan.desk.rounds.by_hand.pairing import preview_by_hand
from qipan.desk.rounds.pairing import check_time_to_pair
from qipan.journal.state import Competition, Section
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import Bye
from qipan.pairing.matching import heaviest
from qipan.sections.stages import Standing
from qipan.sections.systems import system_of
from qipan.sections.tables import stage_crosstable

MEETING = 1_000_000
"""What meeting again weighs against a difference in points."""


def laid_round(state: Competition, section: Section, by: str, reason: str) -> PairByHand:
    """Lay the next round, every rule that it breaks acknowledged. Raises Refused."""
    standing = check_time_to_pair(state, section)
    table = stage_crosstable(standing)
    pool = list(standing.active)
    pairs: list[tuple[EntrantId, ...]] = []
    if standing.stage.system == "n-plus-one":
        pairs.append(_seated(table, *_finalists(standing)))
        pool = [who for who in pool if who not in pairs[0]]
    rests = (_resting(table, pool),) if len(pool) % 2 else ()
    pool = [who for who in pool if who not in rests]
    pairs += [_seated(table, one, two) for one, two in _fewest_again(table, pool)]
    command = PairByHand(section=section.id, pairs=tuple(pairs), rests=rests, by=by, reason=reason)
    broken = preview_by_hand(state, command).breaches
    return msgspec.structs.replace(command, despite=frozenset(each.id for each in broken))


def _finalists(standing: Standing) -> tuple[EntrantId, EntrantId]:
    before = standing.before() or standing
    first, second, *_ = system_of(before).advancing(before)
    return first, second


def _resting(table: Crosstable, pool: list[EntrantId]) -> EntrantId:
    """Choose who rests: who rested least, of these the lowest score, of these the last."""

    def key(who: EntrantId) -> tuple[int, int, int]:
        rested = sum(cell.bye is Bye.ALLOCATED for cell in table.row(who))
        return rested, int(table.scores[who]), -pool.index(who)

    return min(pool, key=key)


def _met(table: Crosstable, one: EntrantId, two: EntrantId) -> int:
    return sum(cell.opponent == two and cell.played for cell in table.row(one))


def _fewest_again(table: Crosstable, pool: list[EntrantId]) -> list[tuple[EntrantId, EntrantId]]:
    """Pair everybody: fewest meetings again, then points as near as possible; best first."""
    order = sorted(pool, key=lambda who: (-table.scores[who], pool.index(who)))
    edges = [
        (one, two, -_price(table, order[one], order[two]))
        for one in range(len(order))
        for two in range(one + 1, len(order))
    ]
    return [(order[one], order[two]) for one, two in heaviest(len(order), edges)]


def _price(table: Crosstable, one: EntrantId, two: EntrantId) -> int:
    apart = table.scores[one] - table.scores[two]
    return MEETING * _met(table, one, two) ** 2 + apart * apart


def _seated(table: Crosstable, one: EntrantId, two: EntrantId) -> tuple[EntrantId, EntrantId]:
    """Let who moved first less often move first."""

    def more(who: EntrantId) -> int:
        had = [int(cell.seat) for cell in table.row(who) if cell.played and cell.seat is not None]
        return had.count(0) - had.count(1)

    return (one, two) if more(one) <= more(two) else (two, one)
