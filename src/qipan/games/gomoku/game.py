"""Gomoku: five in a row.

Seat 0 is Black and moves first. Books differ only through ``Rules``; nothing here asks which one
is in force.
"""

from collections.abc import Iterator, Sequence

import msgspec

from qipan.games.gomoku.board import Point, longest_runs, points, read_point, write_point
from qipan.games.gomoku.rules import Rules, Win
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import AGREED, OVER, UNKNOWN_SEAT, Game, Outcome, Setup, View, drawn, won_by
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey, rule

FIVE = rule("gomoku.five", "Five in a row wins.")
FULL = rule("gomoku.board-full", "A full board without five is a draw.")
OCCUPIED = rule("gomoku.empty-point", "A stone goes on an empty point.")
SIZES = range(5, 26)


class Position(msgspec.Struct, frozen=True):
    """The stones of both seats, the moves that put them there, and how it ended."""

    rules: Rules
    stones: tuple[int, int] = (0, 0)
    played: tuple[Point, ...] = ()
    ended: Outcome | None = None

    @property
    def turn(self) -> Seat:
        """Give the seat to move."""
        return Seat(len(self.played) % 2)


class Gomoku(Game[Rules, Position, Point]):
    """Five in a row on a square board of 5 to 25 lines."""

    name = "gomoku"
    rules_type = Rules

    def seats(self, rules: Rules) -> Sequence[int]:
        """Two, always."""
        del rules
        return (2,)

    def start(self, rules: Rules, seats: int, setup: Setup) -> Position:
        """Start on an empty board. Raises BadInput on a wrong size or any setup."""
        if rules.size not in SIZES:
            raise BadInput(
                f"a gomoku board has 5 to 25 lines, not {rules.size}", where="rules.size"
            )
        if seats != 2 or setup:
            raise BadInput("gomoku has two seats and no setup", where="setup")
        return Position(rules)

    def phase(self, state: Position) -> str:
        """Playing, or over."""
        return "over" if state.ended else "play"

    def acting(self, state: Position) -> tuple[Seat, ...]:
        """The players alternate, Black first."""
        return () if state.ended else (state.turn,)

    def moves(self, state: Position, seat: Seat) -> Iterator[Point]:
        """Every empty point."""
        if seat in self.acting(state):
            taken = state.stones[0] | state.stones[1]
            yield from (at for at in points(state.rules.size) if not taken >> at & 1)

    def play(self, state: Position, seat: Seat, move: Point) -> Position:
        """Put a stone. Raises IllegalMove if it is not this seat's turn or the point is taken."""
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        if seat != state.turn:
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=state.turn)
        if (state.stones[0] | state.stones[1]) >> move & 1:
            raise IllegalMove(
                "gomoku.occupied", OCCUPIED, point=write_point(state.rules.size, move)
            )
        mine = state.stones[seat] | 1 << move
        stones = (mine, state.stones[1]) if seat == 0 else (state.stones[0], mine)
        played = (*state.played, move)
        return Position(state.rules, stones, played, _ending(state.rules, mine, played))

    def retire(self, state: Position, seat: Seat, by: RuleKey) -> Position:
        """The other player wins."""
        return msgspec.structs.replace(state, ended=won_by(1 - seat, by))

    def agree_draw(self, state: Position, by: RuleKey = AGREED) -> Position:
        """Both agree on a draw."""
        if state.ended:
            raise IllegalMove("game.over", OVER)
        return msgspec.structs.replace(state, ended=drawn(by))

    def outcome(self, state: Position) -> Outcome | None:
        """Five in a row wins [gomoku.five]; a full board draws [gomoku.board-full]."""
        return state.ended

    def view(self, state: Position, seat: Seat | None) -> View:
        """Everybody sees everything."""
        del seat
        size = state.rules.size
        return {
            "size": size,
            "moves": [write_point(size, at) for at in state.played],
            "turn": None if state.ended else state.turn,
        }

    def write(self, state: Position, seat: Seat, move: Point) -> str:
        """Write the point: ``h8``."""
        del seat
        return write_point(state.rules.size, move)

    def read(self, state: Position, seat: Seat, text: str) -> Point:
        """Read a point. Raises BadInput if it is not on the board."""
        del seat
        return read_point(state.rules.size, text)


def _ending(rules: Rules, mine: int, played: tuple[Point, ...]) -> Outcome | None:
    seat = Seat((len(played) - 1) % 2)
    runs = longest_runs(mine, played[-1], rules.size)
    exact = rules.win is Win.EXACTLY_FIVE or (rules.win is Win.RENJU and seat == 0)
    if 5 in runs or (not exact and max(runs) > 5):
        return won_by(seat, FIVE)
    if len(played) == rules.size**2:
        return drawn(FULL)
    return None
