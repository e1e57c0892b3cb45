"""Open matching: whoever waits is matched at random, never at once with the same opponent again.

The longest waiting is served first and gets a random opponent among all others who wait, so that
nobody starves and, where nothing is forbidden, every way to pair the waiting is equally likely.
The queue and the last opponents belong to the caller; dice are passed in.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.kernel.rules import rule
from qipan.pairing.balance import BY_LOT
from qipan.pairing.plan import Meeting, Reason

RANDOM = rule("open-matching.random", "The opponent is drawn among all who are waiting.")
LONGEST_FIRST = rule("open-matching.longest-first", "The longest waiting is served first.")
NOT_AT_ONCE = rule("open-matching.not-at-once", "Nobody meets the same opponent twice in a row.")
ALONE = rule("open-matching.alone", "Nobody waits whom this entrant may meet.")
_TRIES = 8
"""Random picks before all candidates are listed; nearly always the first pick is good."""

Last = Mapping[EntrantId, EntrantId]
"""The last opponent of everybody who has played."""


class Matched(msgspec.Struct, frozen=True):
    """Who was matched and who still waits, longest first."""

    meetings: tuple[Meeting, ...]
    left: tuple[EntrantId, ...]
    reasons: tuple[Reason, ...] = ()


def may_meet(last: Last, a: EntrantId, b: EntrantId) -> bool:
    """Say whether two may be matched: neither was the other's last opponent.

    [open-matching.not-at-once]
    """
    return a != b and last.get(a) != b and last.get(b) != a


def match_waiting(waiting: Sequence[EntrantId], last: Last, dice: Random) -> Matched:
    """Match as many as possible of those waiting, given longest waiting first.

    Raises BadInput if somebody waits twice.
    """
    if len(set(waiting)) != len(waiting):
        raise BadInput("somebody waits twice")
    pool = _Pool(waiting)
    pairs: list[tuple[EntrantId, EntrantId]] = []
    left: list[EntrantId] = []
    for who in waiting:
        if who not in pool:
            continue
        pool.remove(who)
        other = pool.pick(who, last, dice)
        if other is None:
            left.append(who)
        else:
            pool.remove(other)
            pairs.append((who, other))
    left = _helped(left, pairs, last)
    meetings = tuple(
        _seated(board, pair, len(waiting), dice) for board, pair in enumerate(pairs, 1)
    )
    reasons = tuple(Reason(ALONE, {"entrant": who}) for who in left)
    return Matched(meetings, tuple(left), reasons)


class _Pool:
    """Names that can be drawn and removed in constant time."""

    def __init__(self, names: Iterable[EntrantId]) -> None:
        self.names = list(names)
        self.at = {who: at for at, who in enumerate(self.names)}

    def __contains__(self, who: EntrantId) -> bool:
        return who in self.at

    def remove(self, who: EntrantId) -> None:
        at = self.at.pop(who)
        last = self.names.pop()
        if last != who:
            self.names[at] = last
            self.at[last] = at

    def pick(self, who: EntrantId, last: Last, dice: Random) -> EntrantId | None:
        """Draw an opponent, every one who is allowed with the same chance."""
        if not self.names:
            return None
        for _ in range(_TRIES):
            other = self.names[dice.randrange(len(self.names))]
            if may_meet(last, who, other):
                return other
        allowed = [other for other in self.names if may_meet(last, who, other)]
        return allowed[dice.randrange(len(allowed))] if allowed else None


def _helped(
    left: list[EntrantId], pairs: list[tuple[EntrantId, EntrantId]], last: Last
) -> list[EntrantId]:
    """Two who may not meet each other are helped by exchanging with a pair made before."""
    still: list[EntrantId] = []
    waiting = list(left)
    while len(waiting) > 1:
        x = waiting.pop(0)
        y = next((y for y in waiting if _join(x, y, pairs, last)), None)
        if y is None:
            still.append(x)
        else:
            waiting.remove(y)
    return still + waiting


def _join(x: EntrantId, y: EntrantId, pairs: list[tuple[EntrantId, EntrantId]], last: Last) -> bool:
    if may_meet(last, x, y):
        pairs.append((x, y))
        return True
    for at in range(len(pairs) - 1, -1, -1):
        for p, q in (pairs[at], pairs[at][::-1]):
            if may_meet(last, x, p) and may_meet(last, y, q):
                pairs[at] = (x, p)
                pairs.append((y, q))
                return True
    return False


def _seated(board: int, pair: tuple[EntrantId, EntrantId], among: int, dice: Random) -> Meeting:
    seats = pair if dice.randrange(2) == 0 else pair[::-1]
    reasons = (
        Reason(LONGEST_FIRST, {"entrant": pair[0]}),
        Reason(RANDOM, {"waiting": among}),
        Reason(BY_LOT, {"drawn": seats[0]}),
    )
    return Meeting(BoardNo(board), seats, reasons)


def why_not(waiting: Sequence[EntrantId], last: Last, a: EntrantId, b: EntrantId) -> Reason:
    """Say why two are not matched: one does not wait, they met last, or the lot fell otherwise."""
    missing = [who for who in (a, b) if who not in waiting]
    if missing:
        return Reason(ALONE, {"not-waiting": missing})
    if not may_meet(last, a, b):
        return Reason(NOT_AT_ONCE, {"last": {a: last.get(a), b: last.get(b)}})
    return Reason(RANDOM, {"waiting": len(waiting)})
