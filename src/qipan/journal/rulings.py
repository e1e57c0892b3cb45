"""Rulings on games."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state import GameRuling
from qipan.journal.state.draft import Draft, Reducers


class GameRuled(GameRuling, Event, frozen=True, tag="game-ruled/1"):
    """An arbiter ruled on a game; a result that follows is an event of its own."""


Events = GameRuled


def add_game_ruled(draft: Draft, event: GameRuled) -> None:
    """Keep the ruling; the record of a game that is played again falls with it."""
    section = draft.section(event.section)
    section.ruled.append(event)
    if event.ruling == "replay":
        key = (event.round, event.board, event.game, event.playoff)
        section.records.pop(key, None)
        section.settled.pop(key, None)


REDUCERS: Reducers = {
    GameRuled: add_game_ruled,
}

PRIVATE: PrivateReasons = {
    GameRuled: "the result that follows is told; reasons are for the staff",
}
