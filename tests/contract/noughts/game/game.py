"""Noughts and crosses. Seat 0 has the crosses and begins; squares are ``a1`` to ``c3``."""

from collections.abc import Iterator, Sequence

import msgspec
from qipan.games.noughts.view import NoughtsView

from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import AGREED, OVER, UNKNOWN_SEAT, Game, Outcome, Setup, drawn, won_by
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey, rule

THREE = rule("noughts.three", "Three in a row win.")
FULL = rule("noughts.full", "A full board without three in a row is a draw.")
EMPTY = rule("noughts.empty-square", "A mark goes on an empty square.")
SQUARES = tuple(column + row for row in "123" for column in "abc")
LINES = (
    *("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3"),
    *("a1 b2 c3", "a3 b2 c1"),
)


class Rules(msgspec.Struct, frozen=True):
    """There is nothing to choose."""


class Marks(msgspec.Struct, frozen=True):
    """The squares marked so far, in order, and how it ended."""

    played: tuple[str, ...] = ()
    ended: Outcome | None = None


class Noughts(Game[Rules, Marks, str]):
    """Three in a row."""

    name = "noughts"
    rules_type = Rules
    view_type = NoughtsView
    sides = ("noughts.crosses", "noughts.noughts")

    def seats(self, rules: Rules) -> Sequence[int]:
        """Two, always."""
        del rules
        return (2,)

    def start(self, rules: Rules, seats: int, setup: Setup) -> Marks:
        """Start with an empty board. Raises BadInput on anything else."""
        del rules
        if seats != 2 or setup:
            raise BadInput("two play noughts and crosses, on an empty board", where="setup")
        return Marks()

    def phase(self, state: Marks) -> str:
        """Playing, or over."""
        return "over" if state.ended else "play"

    def acting(self, state: Marks) -> tuple[Seat, ...]:
        """The players alternate."""
        return () if state.ended else (Seat(len(state.played) % 2),)

    def moves(self, state: Marks, seat: Seat) -> Iterator[str]:
        """Every empty square."""
        if seat in self.acting(state):
            yield from (square for square in SQUARES if square not in state.played)

    def play(self, state: Marks, seat: Seat, move: str) -> Marks:
        """Mark a square. Raises IllegalMove."""
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        if seat not in self.acting(state):
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=1 - seat)
        if move in state.played:
            raise IllegalMove("noughts.occupied", EMPTY, square=move)
        played = (*state.played, move)
        mine = set(played[seat::2])
        if any(set(line.split()) <= mine for line in LINES):
            return Marks(played, won_by(seat, THREE))
        return Marks(played, drawn(FULL) if len(played) == len(SQUARES) else None)

    def retire(self, state: Marks, seat: Seat, by: RuleKey) -> Marks:
        """The other player wins."""
        return Marks(state.played, won_by(1 - seat, by))

    def agree_draw(self, state: Marks, by: RuleKey = AGREED) -> Marks:
        """Both agree on a draw."""
        if state.ended:
            raise IllegalMove("game.over", OVER)
        return Marks(state.played, drawn(by))

    def outcome(self, state: Marks) -> Outcome | None:
        """Three in a row win [noughts.three]; a full board draws [noughts.full]."""
        return state.ended

    def view(self, state: Marks, seat: Seat | None) -> NoughtsView:
        """Everybody sees everything."""
        del seat
        return NoughtsView(state.played, None if state.ended else len(state.played) % 2)

    def write(self, state: Marks, seat: Seat, move: str) -> str:
        """Write the square."""
        del state, seat
        return move

    def read(self, state: Marks, seat: Seat, text: str) -> str:
        """Read a square. Raises BadInput."""
        del state, seat
        if text not in SQUARES:
            raise BadInput(f"{text[:20]!r} is no square from a1 to c3")
        return text
