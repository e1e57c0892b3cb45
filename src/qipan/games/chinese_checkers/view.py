"""What everybody sees of a star board."""

from qipan.games.chinese_checkers.board import NAMES
from qipan.games.chinese_checkers.state import Star, corner_names, write_board
from qipan.games.chinese_checkers.turns import measure
from qipan.kernel.game import View


class Arrival(View, frozen=True):
    """A seat that filled its target, and in which round."""

    seat: int
    round: int


class StarView(View, frozen=True):
    """The star with its pieces, and how far everybody is."""

    board: str
    """A seat's number or a dot for each hole, row by row from the north."""
    corners: list[str]
    """The corner where each seat began: N, NE, SE, S, SW, NW."""
    turn: int | None
    round: int
    finished: list[Arrival]
    """In the order of finishing."""
    retired: tuple[int, ...]
    blocked: tuple[int, ...]
    """For each seat, its turns in a row with only foreign pieces in its way."""
    missing: list[int]
    """For each seat, the pieces that are not yet home."""
    asked: bool
    """The seat to move has asked for a skip."""
    agreed: tuple[int, ...]
    last: list[str]
    """The holes of the last move, jump by jump."""


def view_of(state: Star) -> StarView:
    """Give a position as plain values."""
    return StarView(
        board=write_board(state),
        corners=corner_names(state),
        turn=None if state.ended else state.turn,
        round=state.round,
        finished=[Arrival(seat, when) for seat, when in state.finished],
        retired=state.retired,
        blocked=state.blocked,
        missing=[measure(state, seat)[0] for seat in range(len(state.corners))],
        asked=state.asked,
        agreed=state.agreed,
        last=[NAMES[hole] for hole in state.way],
    )
