"""Pairs fixed in advance in a first round: taken out, the rest ranked anew, paired, put back.

Nothing is moved by hand: the same pairs and the same field always give the same round.
"""

from collections.abc import Sequence

import msgspec

from qipan.kernel.crosstable import Crosstable, Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.n_plus_one.extra_round import Swiss
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.pairing.protections.forbidden import NONE, Protections
from qipan.pairing.swiss.by_score.colours import TABLES

FORCED = rule("n-plus-one.forced-pair", "This pair was fixed before the round was paired.")
RANKED_ANEW = rule("n-plus-one.ranked-anew", "The others are ranked anew by rating and paired.")


def first_round_with_pairs(
    table: Crosstable,
    pairs: Sequence[tuple[EntrantId, EntrantId]],
    swiss: Swiss,
    protections: Protections = NONE,
) -> RoundPlan:
    """Pair round 1 around pairs that are fixed; they get the boards after the others.

    Raises BadInput if somebody is fixed twice or unknown.
    """
    fixed = [who for pair in pairs for who in pair]
    known = {entry.id: entry for entry in table.entries}
    if len(set(fixed)) != len(fixed) or not set(fixed) <= set(known):
        raise BadInput("a fixed pair names somebody twice or somebody unknown")
    others = [entry for entry in table.entries if entry.id not in set(fixed)]
    ranked = tuple(
        msgspec.structs.replace(entry, number=number)
        for number, entry in enumerate(sorted(others, key=_by_rating), 1)
    )
    number = RoundNo(1)
    rest = msgspec.structs.replace(table, entries=ranked)
    main = swiss(rest, number, protections) if ranked else RoundPlan(number, ())
    back = []
    ordered = sorted(
        (sorted(pair, key=lambda who: _by_rating(known[who])) for pair in pairs),
        key=lambda pair: _by_rating(known[pair[0]]),
    )
    for board, (high, low) in enumerate(ordered, len(main.meetings) + 1):
        seats = (high, low) if board % 2 else (low, high)
        reasons = (Reason(FORCED), Reason(TABLES, {"board": board}))
        back.append(Meeting(BoardNo(board), seats, reasons))
    why = Reason(RANKED_ANEW, {"numbers": {entry.id: entry.number for entry in ranked}})
    return RoundPlan(number, (*main.meetings, *back), main.rests, (*main.reasons, why))


def _by_rating(entry: Entry) -> tuple[bool, int, int]:
    return entry.rating is None, -(entry.rating or 0), entry.number
