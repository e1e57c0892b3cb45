"""Events of rulings on games that could not be finished."""

from qipan.journal.events.base import Event
from qipan.kernel.ids import BoardNo, RoundNo, SectionId
from qipan.kernel.rules import RuleKey


class GameRuled(Event, frozen=True, tag="game-ruled/1"):
    """An arbiter ruled on a game; a result that follows is an event of its own."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    ruling: str
    """``draw``, ``both-lose``, or ``replay``: the game is played again."""
    rule: RuleKey
    reason: str


Events = GameRuled
