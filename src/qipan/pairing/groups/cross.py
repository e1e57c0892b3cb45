"""Cross-over after two groups: two rounds that give every place.

Places 2i−1 and 2i of both groups make a block. First cross round: A1–B2 and B1–A2 in each block;
second: the winners meet for the block's first two places, the losers for the next two.
"""

from collections.abc import Mapping, Sequence

import msgspec

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.balance import seated
from qipan.pairing.by_lot import Lots
from qipan.pairing.plan import Meeting, Reason, RoundPlan

CROSSED = rule("cross.over", "Each place of one group meets the neighbouring place of the other.")
FOR_PLACES = rule("cross.for-places", "Winners meet winners and losers meet losers of a block.")
DECIDED = rule("cross.decided", "A cross meeting must have a winner.")

Winners = Mapping[frozenset[EntrantId], EntrantId]
"""The winner of each meeting; who played it is the key."""
Balance = Mapping[EntrantId, int]


class Crossing(msgspec.Struct, frozen=True):
    """Two groups of equal, even size as they finished, best first."""

    a: tuple[EntrantId, ...]
    b: tuple[EntrantId, ...]

    def place(self, who: EntrantId) -> int:
        """Give a place in the group, from 1."""
        return (self.a if who in self.a else self.b).index(who) + 1

    def blocks(self) -> list[tuple[tuple[EntrantId, EntrantId], tuple[EntrantId, EntrantId]]]:
        """Give the first meetings of each block, better place first."""
        return [
            ((self.a[at], self.b[at + 1]), (self.b[at], self.a[at + 1]))
            for at in range(0, len(self.a), 2)
        ]


def crossing(a: Sequence[EntrantId], b: Sequence[EntrantId]) -> Crossing:
    """Check and keep two finished groups. Raises BadInput unless both are even and equal."""
    if len(a) != len(b) or len(a) % 2 or not a or len({*a, *b}) != 2 * len(a):
        raise BadInput("a cross-over needs two groups of the same even size, nobody twice")
    return Crossing(tuple(a), tuple(b))


def cross_round(found: Crossing, number: RoundNo, balance: Balance) -> RoundPlan:
    """Pair the first cross round."""
    meetings: list[Meeting] = []
    for block, pairs in enumerate(found.blocks(), 1):
        for better, worse in pairs:
            seats, colour = seated(better, worse, balance)
            places = [found.place(better), found.place(worse)]
            facts = {"block": block, "places": places, "better": better}
            board = BoardNo(len(meetings) + 1)
            meetings.append(Meeting(board, seats, (Reason(CROSSED, facts), colour)))
    return RoundPlan(number, tuple(meetings))


def places_round(
    found: Crossing,
    number: RoundNo,
    winners: Winners,
    balance: Balance,
    lots: Lots | None = None,
) -> RoundPlan:
    """Pair the second cross round from the winners of the first.

    Raises Refused if a meeting has no winner, BadInput if only a lot can seat a pair and none is
    given (equal counts, equal places of the two groups).
    """
    meetings: list[Meeting] = []
    for place, (one, two) in played_for(found, winners):
        better, worse = sorted((one, two), key=found.place)
        equal = found.place(one) == found.place(two)
        seats, colour = seated(better, worse, balance, equal_places=equal, lots=lots)
        reason = Reason(FOR_PLACES, {"places": [place, place + 1]})
        meetings.append(Meeting(BoardNo(len(meetings) + 1), seats, (reason, colour)))
    return RoundPlan(number, tuple(meetings))


def played_for(found: Crossing, first: Winners) -> list[tuple[int, tuple[EntrantId, EntrantId]]]:
    """List who meets in the second round, with the better of the two places they play for.

    Raises Refused if a meeting of the first round has no winner.
    """
    return [
        (4 * block + for_place, pair)
        for block, pairs in enumerate(found.blocks())
        for for_place, pair in zip((1, 3), _second(pairs, first), strict=True)
    ]


def _second(
    pairs: Sequence[tuple[EntrantId, EntrantId]], winners: Winners
) -> tuple[tuple[EntrantId, EntrantId], tuple[EntrantId, EntrantId]]:
    (win_one, lose_one), (win_two, lose_two) = (_decided(pair, winners) for pair in pairs)
    return (win_one, win_two), (lose_one, lose_two)


def _decided(pair: tuple[EntrantId, EntrantId], winners: Winners) -> tuple[EntrantId, EntrantId]:
    winner = winners.get(frozenset(pair))
    if winner is None or winner not in pair:
        raise Refused("cross.undecided", DECIDED, pair=list(pair))
    return winner, pair[1] if winner == pair[0] else pair[0]
