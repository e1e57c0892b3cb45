"""Rulings on games, on stones that fell, and clocks stopped while stones were taken off."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state import GameRuling, StonePauseTaken, StoneRuling
from qipan.journal.state.draft import Draft, Reducers


class GameRuled(GameRuling, Event, frozen=True, tag="game-ruled/1"):
    """An arbiter ruled on a game; a result that follows is an event of its own."""


class StoneRuled(StoneRuling, Event, frozen=True, tag="stone-ruled/1"):
    """It was decided what becomes of a stone that was dropped by accident."""


class ClockPausedForStones(StonePauseTaken, Event, frozen=True, tag="clock-paused-for-stones/1"):
    """A clock was stopped while captured stones were taken off."""


Events = GameRuled | StoneRuled | ClockPausedForStones


def add_game_ruled(draft: Draft, event: GameRuled) -> None:
    """Keep the ruling; the record of a game that is played again falls with it."""
    section = draft.section(event.section)
    section.ruled.append(event)
    if event.ruling == "replay":
        key = (event.round, event.board, event.game, event.playoff)
        section.records.pop(key, None)
        section.settled.pop(key, None)


def add_stone_ruled(draft: Draft, event: StoneRuled) -> None:
    """Keep what becomes of the stone."""
    draft.section(event.section).stones.append(event)


def add_clock_paused_for_stones(draft: Draft, event: ClockPausedForStones) -> None:
    """Keep that the clock stood."""
    draft.section(event.section).pauses.append(event)


REDUCERS: Reducers = {
    GameRuled: add_game_ruled,
    StoneRuled: add_stone_ruled,
    ClockPausedForStones: add_clock_paused_for_stones,
}

PRIVATE: PrivateReasons = {
    GameRuled: "the result that follows is told; reasons are for the staff",
    StoneRuled: "what happens at a board is for those who sit there",
    ClockPausedForStones: "what happens at a board is for those who sit there",
}
