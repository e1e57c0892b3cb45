"""A board that is no longer what it was: a stone displaced, or everything wrecked."""

from enum import StrEnum

import msgspec

from qipan.kernel.errors import Refused
from qipan.kernel.rules import RuleKey, rule

DISPLACED = rule(
    "go.displaced-stone", "A displaced stone is put back or left as agreed, else as ruled."
)
MOVED_ON_PURPOSE = rule("go.stone-moved-on-purpose", "Who moves stones on purpose loses.")
WRECKED = rule(
    "go.wrecked-board", "A wrecked board is rebuilt; if it cannot be, the referee rules."
)


class Choice(StrEnum):
    """What can become of such a game."""

    RESTORE = "restore"
    LEAVE = "leave"
    """Go on with the stones as they stand, declared correct."""
    REBUILD = "rebuild"
    DRAW = "draw"
    REPLAY = "replay"
    BOTH_LOSE = "both-lose"
    OFFENDER_LOSES = "offender-loses"


class BoardRuling(msgspec.Struct, frozen=True):
    """How a game with a spoilt board goes on, or ends."""

    choice: Choice
    rule: RuleKey
    by_agreement: bool = False
    halves: tuple[int, int] | None = None
    """Points of both seats in halves of a game point, if it ends: a draw is one each."""
    replay: bool = False


_ENDS: dict[Choice, tuple[int, int]] = {Choice.DRAW: (1, 1), Choice.BOTH_LOSE: (0, 0)}
_SPOILT = (Choice.DRAW, Choice.REPLAY, Choice.BOTH_LOSE)


def displaced(
    wishes: tuple[Choice | None, Choice | None],
    ruling: Choice | None = None,
    *,
    moved_by: int | None = None,
) -> BoardRuling:
    """Rule on a displaced stone [go.displaced-stone].

    Players who both wish to restore or to leave have it so; else the referee's ruling holds. Who
    displaced it on purpose loses. Raises Refused if they differ and there is no fitting ruling.
    """
    if moved_by is not None:
        halves = (0, 2) if moved_by == 0 else (2, 0)
        return BoardRuling(Choice.OFFENDER_LOSES, MOVED_ON_PURPOSE, halves=halves)
    if wishes[0] == wishes[1] and wishes[0] in (Choice.RESTORE, Choice.LEAVE):
        return BoardRuling(wishes[0], DISPLACED, by_agreement=True)
    return _ruled(ruling, (Choice.RESTORE, Choice.LEAVE, *_SPOILT), DISPLACED)


def wrecked(can_rebuild: bool, ruling: Choice | None = None) -> BoardRuling:
    """Rule on a board wrecked by neither player [go.wrecked-board].

    It is rebuilt if that can be done; else draw, replay or loss for both, as the referee rules.
    Raises Refused without a fitting ruling.
    """
    if can_rebuild:
        return BoardRuling(Choice.REBUILD, WRECKED, by_agreement=True)
    return _ruled(ruling, _SPOILT, WRECKED)


def _ruled(ruling: Choice | None, allowed: tuple[Choice, ...], by: RuleKey) -> BoardRuling:
    if ruling not in allowed:
        raise Refused(
            "go.ruling-needed",
            by,
            asked=str(ruling) if ruling else None,
            allowed=[str(choice) for choice in allowed],
        )
    return BoardRuling(ruling, by, halves=_ENDS.get(ruling), replay=ruling is Choice.REPLAY)
