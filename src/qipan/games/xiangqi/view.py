"""What everybody sees of a game of xiangqi."""

from qipan.games.xiangqi.endings import seat_of
from qipan.games.xiangqi.fen import write_fen_of
from qipan.games.xiangqi.repetition import RulingAnswer, answer, side_name
from qipan.games.xiangqi.state import Penalty, State
from qipan.kernel.game import View
from qipan.kernel.rules import RuleKey


class WarningView(View, frozen=True):
    """A ruling that is carried out unless somebody varies in time."""

    must_vary: str | None
    """``red``, ``black``, or None if either may."""
    rule: RuleKey
    plies_left: int


class XiangqiView(View, frozen=True):
    """The position, the moves that led to it, and what was claimed."""

    fen: str
    start: str
    """The position before the first move."""
    moves: tuple[str, ...]
    turn: int | None
    check: bool
    """Whether the side to move stands in check."""
    quiet_plies: int
    """Plies since the last capture."""
    counted_from: int | None
    """Number of played plies at which a limit is counted from, where it is not counted back."""
    penalties: tuple[Penalty, ...]
    warned: WarningView | None
    ruling: RulingAnswer | None
    """A ruling that waits for an arbiter."""


def view_of(state: State) -> XiangqiView:
    """Give a position as plain values."""
    return XiangqiView(
        fen=write_fen_of(state.keys[-1], state.quiet_plies, state.round),
        start=state.fen,
        moves=state.written,
        turn=None if state.ended or state.ruling else seat_of(state.board.turn),
        check=state.check,
        quiet_plies=state.quiet_plies,
        counted_from=state.counted_from,
        penalties=state.penalties,
        warned=_warning(state),
        ruling=answer(state.ruling) if state.ruling else None,
    )


def _warning(state: State) -> WarningView | None:
    if state.warned is None:
        return None
    return WarningView(
        must_vary=side_name(state.warned.must_vary),
        rule=state.warned.rule,
        plies_left=state.warned.due - len(state.played),
    )
