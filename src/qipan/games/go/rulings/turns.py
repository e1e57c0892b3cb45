"""Rulings around single moves: two in a row, a dropped stone, closing a boundary, colours."""

from collections.abc import Sequence

import msgspec

from qipan.games.go.position import Ply
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import TABLE
from qipan.kernel.rules import RuleKey, rule

DOUBLE = rule("go.double-move", "Two moves in a row lose, unless the opponent passed.")
DROPPED = rule("go.dropped-stone", "A stone dropped by accident is replayed if the opponent lets.")
CLOSING = rule(
    "go.referee-closes", "A referee closes a boundary if who moves first there changes nothing."
)
AT_ONCE = rule("go.complaint-at-once", "A complaint is made at once; after the game it is void.")
NIGIRI = rule("go.nigiri", "Colours are drawn by guessing odd or even.")


class DoubleMove(msgspec.Struct, frozen=True):
    """Whether a second move in a row loses the game."""

    lost: bool
    rule: RuleKey = DOUBLE


def double_move(log: Sequence[Ply], seat: int) -> DoubleMove:
    """Rule on a seat that wants to move when the log says what came before [go.double-move].

    It is a double move if the last thing done by a player was this seat's own stone or pass. A
    pass of the opponent, or a turn that the opponent lost by a ruling, excuses it.
    """
    for ply in reversed(log):
        if ply.seat == TABLE and ply.text == "lost":
            return DoubleMove(lost=False)
        if ply.is_stone or ply.text == "pass":
            return DoubleMove(lost=ply.seat == seat)
    return DoubleMove(lost=False)


class Dropped(msgspec.Struct, frozen=True):
    """What becomes of a stone that fell."""

    replay: bool
    """Whether it is lifted and played anywhere; else it stands where it fell."""
    by_committee: bool
    rule: RuleKey = DROPPED


def dropped(opponent_lets: bool, committee: str | None = None) -> Dropped:
    """Rule on a stone dropped by accident [go.dropped-stone].

    The opponent may let it be replayed; else the committee votes ``replay`` or ``stands``. Raises
    Refused while neither has spoken.
    """
    if opponent_lets:
        return Dropped(replay=True, by_committee=False)
    if committee not in ("replay", "stands"):
        raise Refused("go.committee-needed", DROPPED, allowed=["replay", "stands"])
    return Dropped(replay=committee == "replay", by_committee=True)


def may_close(black_first: int, white_first: int) -> bool:
    """Say whether a referee may close a boundary [go.referee-closes].

    Takes Black's lead in half points if Black, and if White, moved there first: the winner must
    be the same. Otherwise the players go on, without a hint.
    """
    return (black_first > 0) == (white_first > 0) and (black_first < 0) == (white_first < 0)


def complaint(game_over: bool) -> None:
    """Accept a complaint during the game. Raises Refused after it [go.complaint-at-once]."""
    if game_over:
        raise Refused("go.complaint-late", AT_ONCE)


def nigiri(hidden: int, guess: int) -> bool:
    """Say whether the guesser gets Black: one stone says odd, two say even [go.nigiri].

    Raises BadInput on other numbers of stones.
    """
    if guess not in (1, 2) or hidden < 1:
        raise BadInput("one stone or two are laid against a hidden handful", where="guess")
    return hidden % 2 == guess % 2
