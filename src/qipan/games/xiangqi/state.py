"""The state of a game of xiangqi, and what can be done besides moving a piece."""

from enum import StrEnum

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition.ruling import Ruling
from qipan.games.xiangqi.rulesets import XiangqiRules
from qipan.games.xiangqi.squares import Move
from qipan.kernel.game import Outcome
from qipan.kernel.rules import RuleKey


class Claim(StrEnum):
    """What a player may ask for when it is his turn."""

    REPETITION = "claim:repetition"
    LIMIT = "claim:limit"


class Decision(StrEnum):
    """What an arbiter may decide on a repetition that the rules leave to him."""

    PLAY_ON = "ruling:none"
    DRAW = "ruling:draw"
    RED_WINS = "ruling:red_wins"
    BLACK_WINS = "ruling:black_wins"


Action = Move | Claim | Decision
"""All that a seat, or the table for an arbiter, can do."""


class Warned(msgspec.Struct, frozen=True):
    """A ruling that is carried out unless somebody varies within the rounds of grace."""

    must_vary: int | None
    """The side that must vary or loses; None if either may, or else it is a draw."""
    rule: RuleKey
    due: int
    """Number of played plies at which it is carried out."""
    loop: frozenset[bytes]
    """Keys of the repeated positions; any other position means that somebody varied."""


class Penalty(msgspec.Struct, frozen=True):
    """What a false claim cost; the clock's part is for whoever keeps the clock."""

    seat: int
    ply: int
    technical_fouls: int
    minutes: int


class State(msgspec.Struct, frozen=True):
    """A game so far: where it began, what was played, the board now, and how it ended."""

    rules: XiangqiRules
    fen: str
    board: Board
    played: tuple[Move, ...] = ()
    written: tuple[str, ...] = ()
    """The same moves as text, so that showing a long game does not write all of it again."""
    keys: tuple[bytes, ...] = ()
    """Keys of the positions since the last capture, the present one last."""
    quiet: int = 0
    """Plies without capture that the first position brought along."""
    first_round: int = 1
    check: bool = False
    """Whether the side to move stands in check."""
    checks: tuple[int, int] = (0, 0)
    """Checks given by each seat since the last capture."""
    counted_from: int | None = None
    """Number of played plies at which a limit is counted from, where it is not counted back."""
    false_claims: tuple[int, int] = (0, 0)
    penalties: tuple[Penalty, ...] = ()
    warned: Warned | None = None
    ruling: Ruling | None = None
    """A ruling that waits for an arbiter."""
    ended: Outcome | None = None

    @property
    def quiet_plies(self) -> int:
        """Count the plies since the last capture."""
        return len(self.keys) - 1 + self.quiet

    @property
    def round(self) -> int:
        """Give the number of the round that is being played, from 1."""
        late = self.board.turn == -1 if len(self.played) % 2 == 0 else self.board.turn == 1
        return self.first_round + (len(self.played) + late) // 2
