"""Open matching: wait, meet somebody at random, play a match of two games, and count points.

A lobby is a stream ``lobby/<id>``: its terms, the matches made, and every game that counted. Who
waits is not stored: whoever is gone after a restart waits again. A match is two games with seats
exchanged; more game points win it. Nobody meets the last opponent again at once. Computer players
never sit here: practice is a table of its own that counts nowhere.

Who is drawn and does not come keeps nobody: after ``GRACE`` the clocks of the game run, and the
limits of the clock decide. If neither comes to the first game the match is given up and counts for
nobody. Nothing here waits for the disk: what is decided is handed in, and applied once stored.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from functools import partial

import structlog

from qipan.games import game_named
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import (
    PREFIX,
    GameCounted,
    LobbyEvent,
    LobbyMatch,
    LobbyOpened,
    LobbyState,
    MatchAbandoned,
    MatchMade,
    apply_lobby,
    read_lobby,
)
from qipan.journal.log import Stored
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import EntrantId, StreamId
from qipan.kernel.rules import rule
from qipan.pairing.open_matching import match_waiting
from qipan.play.lobbies.tables import LobbyTables, OwnTables, TableGlance
from qipan.play.lobbies.terms import is_open, present_table, require_free
from qipan.play.owner import Owner

ABSENT = rule(
    "lobby.absent", "The clock runs for an absent player; a match nobody comes to is void."
)
GRACE = 60_000
"""Milliseconds for coming to a game; then its clocks run."""
log = structlog.get_logger()


class Lobby:
    """One period of open matching on an owner's tables."""

    def __init__(
        self,
        owner: Owner,
        name: str,
        table_name: Callable[[], str],
        state: LobbyState | None = None,
        tables: LobbyTables | None = None,
    ) -> None:
        """Take up a lobby, from the log unless its state is known. Raises Unknown or Corrupt.

        Without ``tables`` it plays on those of its own owner.
        """
        self.owner, self.name, self._table_name = owner, name, table_name
        self.tables: LobbyTables = OwnTables(owner) if tables is None else tables
        self._stream = StreamId(PREFIX + name)
        self.waiting: dict[EntrantId, None] = {}
        self.state = read_lobby(owner.dependencies.log, name) if state is None else state
        self._tables = {
            table: (number, index)
            for number, match in self.state.matches.items()
            for index, table in enumerate(match.tables)
        }
        self._queue: deque[tuple[tuple[LobbyEvent, ...], Callable[[], None]]] = deque()
        self._storing = False
        self._drawn: set[EntrantId] = set()
        """Drawn against each other, and not stored yet."""
        self._handed_in: dict[tuple[int, int], tuple[int, int]] = {}
        """Half points of each game of a match that were counted, or are being stored."""
        self._giving_up: set[int] = set()
        self._again: set[str] = set()
        """Tables whose end could not be stored."""
        self._opened: dict[str, int] = {}
        """Since when a table waits for its players."""
        self._taken_up = False
        self.tables.listen(self._look)
        # After a restart: games that ended unnoticed are counted, those not opened are opened.
        self.tables.look(self._tables_going_on(), first=True)
        self._taken_up = True

    @classmethod
    def open(
        cls,
        owner: Owner,
        name: str,
        terms: LobbyOpened,
        table_name: Callable[[], str],
        tables: LobbyTables | None = None,
    ) -> "Future[Lobby]":
        """Open a new lobby; the future holds Conflict if there is one of that name."""
        at = owner.dependencies.now().isoformat()
        batch = Batch(StreamId(PREFIX + name), 0, "owner", at, (fresh(terms),))
        result: Future[Lobby] = Future()
        result.set_running_or_notify_cancel()  # who waits no longer takes nothing back

        def stored(done: "Future[Stored]") -> None:
            error = done.exception()
            if error is not None:
                result.set_exception(error)
            else:
                result.set_result(cls(owner, name, table_name, LobbyState(terms), tables))

        future = owner.dependencies.log.submit(batch)
        future.add_done_callback(lambda done: owner.dependencies.post(lambda: stored(done)))
        return result

    # -- waiting -------------------------------------------------------------------------------

    def wait(self, who: EntrantId) -> None:
        """Wait for an opponent. Raises Refused outside the period or during a match."""
        require_free(self.state, who, self.owner.dependencies.now())
        if who not in self._drawn:
            self.waiting.setdefault(who)

    def leave(self, who: EntrantId) -> None:
        """Wait no longer."""
        self.waiting.pop(who, None)

    def waits(self, who: EntrantId) -> bool:
        """Say whether somebody waits: for an opponent, or for the table that is being laid."""
        drawn = who in self._drawn or (who in self.state.playing and not self.table_of(who))
        return who in self.waiting or drawn

    def table_of(self, who: EntrantId) -> str:
        """Name the table somebody is to play at now; empty until it is there."""
        table = present_table(self.state, who)
        return table if self.tables.is_laid(table) else ""

    @property
    def is_open(self) -> bool:
        """Say whether matches are made now."""
        return is_open(self.state.terms, self.owner.dependencies.now())

    def match(self) -> list[LobbyMatch]:
        """Match those who wait and open their first games; gives those that are stored already."""
        if not self.is_open:
            self.waiting.clear()
            return []
        if self._storing:
            return []  # numbers build on what is being stored
        found = match_waiting(list(self.waiting), self.state.last, self.owner.dependencies.dice)
        if not found.meetings:
            return []
        first = len(self.state.matches) + 1
        made = tuple(
            MatchMade(
                match=number,
                entrants=(meeting.seats[0], meeting.seats[1]),
                tables=(self._table_name(), self._table_name()),
            )
            for number, meeting in enumerate(found.meetings, first)
        )
        for event in made:
            for who in event.entrants:
                self.waiting.pop(who, None)
                self._drawn.add(who)
        self._store(made, lambda: self._seat_all(made))
        return [self.state.matches[each.match] for each in made if each.match in self.state.matches]

    def _seat_all(self, made: tuple[MatchMade, ...]) -> None:
        for event in made:
            for index, table in enumerate(event.tables):
                self._tables[table] = (event.match, index)
            self._drawn.difference_update(event.entrants)
            self._seat(event.match, 0)

    def _seat(self, number: int, game: int) -> None:
        """Open a game of a match; seats are exchanged in the second."""
        match, terms = self.state.matches[number], self.state.terms
        occupants = match.entrants if game == 0 else match.entrants[::-1]
        opened = TableOpened(
            game=terms.game,
            engine=terms.engine,
            rules={**game_named(terms.game).table_rules, **terms.rules},
            controls=terms.controls,
            occupants=tuple(occupants),
            origin={"lobby": self.name, "match": str(number), "game": str(game + 1)},
            delay=terms.delay,
        )
        self.tables.open(match.tables[game], opened)

    # -- who does not come ---------------------------------------------------------------------

    def hurry(self) -> None:
        """Let games begin that somebody has not come to in time [lobby.absent]."""
        again, self._again = self._again, set()
        self.tables.look([*again, *self._tables_going_on()])

    def _hurry(self, number: int, table: str, stands: TableGlance) -> None:
        now = self.owner.dependencies.clock()
        if now - self._opened.setdefault(table, now) < GRACE:
            return
        if self.state.matches[number].game == 0 and not stands.anybody:
            self._give_up(number, table)
        else:
            self.tables.begin(table)

    def _give_up(self, number: int, table: str) -> None:
        if number in self._giving_up:
            return
        self._giving_up.add(number)
        annul = partial(self.tables.annul, table, ABSENT)
        self._store((MatchAbandoned(match=number),), annul)

    # -- counting ------------------------------------------------------------------------------

    def look(self, table: str, stands: TableGlance) -> None:
        """Hear from elsewhere how a table stands."""
        self._look(table, stands)

    def _look(self, table: str, stands: TableGlance | None) -> None:
        """Count a game that has ended, hurry one that was not begun, open one that is missing."""
        if table not in self._tables:
            return
        number, game = self._tables[table]
        match, playing = self.state.matches[number], self.state.playing
        on = match.game == game and any(playing.get(who) == number for who in match.entrants)
        if stands is None:
            if on:
                self._seat(number, game)
        elif stands.over:
            self._count(table, stands.places)
        elif on and not stands.begun and self._taken_up:
            self._hurry(number, table, stands)

    def _count(self, table: str, places: tuple[int, ...]) -> None:
        """Count a game that ended; an annulled one waits for the arbiter's award."""
        if not places:
            return
        number, game = key = self._tables[table]
        match = self.state.matches[number]
        first, second = places
        by_seat = (1, 1) if first == second else (2, 0) if first == 1 else (0, 2)
        scores = by_seat if game == 0 else (by_seat[1], by_seat[0])
        known = self._handed_in.get(key, match.games.get(game))
        if known == scores or match.abandoned:
            return
        self._handed_in[key] = scores
        counted = GameCounted(
            match=number, number=game, half_points=scores, shown_from=self._shown_from()
        )
        if game == 0 and known is None:
            self._store((counted,), lambda: self._seat(number, 1))
        else:
            self._store((counted,))

    def _shown_from(self) -> str:
        """Say when the public may know of a game that ended now; empty: at once."""
        delay = timedelta(milliseconds=self.state.terms.delay)
        return (self.owner.dependencies.now() + delay).isoformat() if delay else ""

    def _tables_going_on(self) -> list[str]:
        """Name the tables of the games that are on, by match."""
        numbers = sorted(set(self.state.playing.values()))
        matches = (self.state.matches[number] for number in numbers)
        return [match.tables[match.game] for match in matches]

    # -- storing -------------------------------------------------------------------------------

    def _store(
        self, events: tuple[LobbyEvent, ...], then: Callable[[], None] = lambda: None
    ) -> None:
        """Hand events in, one batch after the other; ``then`` follows when they are durable."""
        self._queue.append((events, then))
        self._drain()

    def _drain(self) -> None:
        if self._storing or not self._queue:
            return
        self._storing = True
        events, then = self._queue.popleft()
        dependencies = self.owner.dependencies
        batch = Batch(
            self._stream,
            self.state.version,
            "owner",
            dependencies.now().isoformat(),
            tuple(fresh(event) for event in events),
        )
        future = dependencies.log.submit(batch)
        future.add_done_callback(
            lambda done: dependencies.post(lambda: self._stored(events, then, done))
        )

    def _stored(
        self,
        events: tuple[LobbyEvent, ...],
        then: Callable[[], None],
        done: "Future[Stored]",
    ) -> None:
        self._storing = False
        error = done.exception()
        if error is None:
            for event in events:
                apply_lobby(self.state, event)
            then()
        elif isinstance(error, QipanError):
            self._not_stored(events, error)
        else:
            raise error
        self._drain()

    def _not_stored(self, events: tuple[LobbyEvent, ...], error: QipanError) -> None:
        """Nothing happened: who was drawn waits again, what was to be counted is counted later."""
        log.warning("lobby", name=self.name, why=str(error))
        for event in events:
            if isinstance(event, MatchMade):
                self._drawn.difference_update(event.entrants)
                for who in event.entrants:
                    self.waiting.setdefault(who)
            elif isinstance(event, GameCounted):
                self._handed_in.pop((event.match, event.number), None)
                self._again.add(self.state.matches[event.match].tables[event.number])
            elif isinstance(event, MatchAbandoned):
                self._giving_up.discard(event.match)
