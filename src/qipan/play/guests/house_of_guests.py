"""Asks guests for moves, one at a time each; what fails is played by the house, with a note.

A program that fails is ended and started again for the next question; after several failures in a
row it is left alone for a while.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from qipan.games import game_named
from qipan.games.guest_engines import GuestEngine, ask_of, checked_engines
from qipan.kernel.errors import QipanError, Unknown
from qipan.kernel.guest_talk import RESIGN, GuestFailed, GuestMove, GuestNotAsked
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Resignation
from qipan.play.guests.program import Program

GRACE = 2.0
"""Seconds beyond its own that a guest is waited for."""
STARTING = 20.0
"""Seconds more for the first move after it was started."""
LEAST = 0.05
"""Seconds that a guest is told at least: nothing would mean no limit to some."""
MOST_FAILURES, REST = 3, 60.0


class PlayedByHouse(msgspec.Struct, frozen=True):
    """A move of the house in place of a guest's, and why."""

    move: Any
    guest: str
    why: str


class GuestTime(msgspec.Struct, frozen=True):
    """What the clock at a table leaves a guest; None: as long as the administrator gave it."""

    seconds: float | None = None
    """For its move."""
    patience: float | None = None
    """After which it is given up."""


UNHURRIED = GuestTime()


class _Chair:
    """Where one guest sits: its program while it runs, and how it behaved."""

    def __init__(self, engine: GuestEngine) -> None:
        self.engine, self.ask = engine, ask_of(engine)
        self.turn = threading.Lock()
        self.program: Program | None = None
        self.failures = 0
        self.rests_until = 0.0


class HouseOfGuests:
    """All guests that the administrator named."""

    def __init__(self, engines: Iterable[GuestEngine] = ()) -> None:
        """Start nothing yet. Raises BadInput or Unknown if a guest makes no sense."""
        self._chairs = {name: _Chair(each) for name, each in checked_engines(engines).items()}
        self._ended = False

    def playing(self, game: str) -> list[str]:
        """Name the guests that play a game."""
        return [name for name, each in self._chairs.items() if each.engine.game == game]

    def answer(self, name: str, state: Any, given: GuestTime = UNHURRIED) -> GuestMove:
        """Ask a guest for its move in a position, in text. Raises Unknown or GuestFailed."""
        if name not in self._chairs:
            raise Unknown("guest", name[:40], tuple(self._chairs))
        chair, since = self._chairs[name], time.monotonic()
        if not chair.turn.acquire(timeout=-1 if given.patience is None else given.patience):
            raise GuestFailed("it plays elsewhere, and there is no time to wait")
        try:
            if self._ended or time.monotonic() < chair.rests_until:
                raise GuestFailed("it rests after failures")
            try:
                found = self._asked(chair, state, given, since)
            except GuestNotAsked:
                raise
            except GuestFailed:
                self._failed(chair)
                raise
            chair.failures = 0
            return found
        finally:
            chair.turn.release()

    def move(
        self, name: str, game: str, state: Any, seat: Seat, given: GuestTime = UNHURRIED
    ) -> Any:
        """Ask a guest for a legal move, or a Resignation. Raises Unknown or GuestFailed."""
        rules = game_named(game)
        said = self.answer(name, state, given)
        if said.text == RESIGN:
            return Resignation()
        try:
            move = rules.read(state, seat, said.text)
            rules.play(state, seat, move)
        except QipanError as error:
            with self._chairs[name].turn:
                self._failed(self._chairs[name])
            raise GuestFailed(f"not a legal move: {said.text[:40]}") from error
        return move

    def move_or_house(
        self,
        name: str,
        game: str,
        at: tuple[Any, Seat],
        house: Callable[[], Any],
        given: GuestTime = UNHURRIED,
    ) -> Any:
        """Give a guest's move, or the house's with the reason why."""
        try:
            return self.move(name, game, *at, given)
        except GuestNotAsked:
            return house()
        except (GuestFailed, Unknown) as error:
            return PlayedByHouse(house(), name, str(error))

    def _asked(self, chair: _Chair, state: Any, given: GuestTime, since: float) -> GuestMove:
        engine = chair.engine
        seconds = engine.seconds
        if given.seconds is not None:
            seconds = min(seconds, max(LEAST, given.seconds))
        if chair.program is None:
            chair.program = Program(engine)
        program = chair.program
        patience = seconds + GRACE + (STARTING if program.fresh else 0)
        if given.patience is not None:
            patience = min(patience, max(0.0, given.patience - (time.monotonic() - since)))
        program.give(patience)
        found = chair.ask(state, program, seconds)
        program.fresh = False
        return found

    def _failed(self, chair: _Chair) -> None:
        if chair.program is not None:
            chair.program.stop()
            chair.program = None
        chair.failures += 1
        if chair.failures >= MOST_FAILURES:
            chair.rests_until = time.monotonic() + REST
            chair.failures = 0

    def stop(self) -> None:
        """End every program. Safe to call twice."""
        self._ended = True
        for chair in self._chairs.values():
            program = chair.program
            if program is not None:
                program.stop()
