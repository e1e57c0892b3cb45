"""Events of rulings on games, and of play-offs that go on by one."""

from qipan.journal.event import Cause, Event
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.rules import RuleKey


class GameRuled(Event, frozen=True, tag="game-ruled/1"):
    """An arbiter ruled on a game; a result that follows is an event of its own."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    ruling: str
    """``win``, ``loss``, ``draw``, ``both-lose``, or ``replay``: the game is played again."""
    rule: RuleKey
    reason: str
    playoff: bool = False
    """Whether ``game`` counts the games of the play-off."""
    entrant: EntrantId | None = None
    """Who wins, or loses."""


class PlayOffGameAgain(Event, frozen=True, tag="play-off-game-again/1"):
    """A game of a play-off is played again: its result and its table fall, and what it decided.

    Who plays it and who moves first in it stay.
    """

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    """Number within the play-off."""
    table_game: int
    """Its number among the tables of the board."""
    reason: str


class MatchReopened(Event, frozen=True, tag="match-reopened/1"):
    """A ruling on a game took the match's winner away; the play-off goes on."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    cause: Cause


Events = GameRuled | PlayOffGameAgain | MatchReopened
