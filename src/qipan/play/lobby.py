"""Open matching: wait, meet somebody at random, play a match of two games, and count points.

A lobby is a stream ``lobby/<id>``: its terms, the matches made, and every game that counted. Who
waits is not stored: whoever is gone after a restart waits again. A match is two games with seats
exchanged; more game points win it. Nobody meets the last opponent again at once. Computer players
never sit here: practice is a table of its own that counts nowhere.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from qipan.journal.envelope import Batch
from qipan.journal.events.base import Event, fresh
from qipan.journal.table_events import TableEvent, TableOpened
from qipan.kernel.clock import Control
from qipan.kernel.errors import Corrupt, Refused, Unknown
from qipan.kernel.ids import EntrantId, StreamId
from qipan.kernel.rules import rule
from qipan.pairing.open_matching import match_waiting
from qipan.play.owner import Owner
from qipan.play.room import Room

PREFIX = "lobby/"
POINTS = rule("lobby.match-points", "A match won scores 2, drawn 1, lost 0.")
QUALIFIED = rule("lobby.target", "Who reaches the target of points in a period qualifies.")
PERIOD = rule("lobby.period", "Matches are made within the period.")
BUSY = rule("lobby.one-match", "Nobody plays two matches at once.")
WON, DRAWN, LOST = 2, 1, 0


class LobbyOpened(Event, frozen=True, tag="lobby-opened/1"):
    """A period of open matching, with its terms."""

    game: str
    engine: str
    controls: tuple[Control, ...]
    rules: dict[str, Any] = {}
    target: int = 20
    begins: str = ""
    """UTC, ISO 8601; empty: at once."""
    ends: str = ""


class MatchMade(Event, frozen=True, tag="match-made/1"):
    """Two who waited were drawn against each other; ``tables`` are their two games."""

    match: int
    entrants: tuple[EntrantId, EntrantId]
    """The first moves first in the first game."""
    tables: tuple[str, str]


class GameCounted(Event, frozen=True, tag="game-counted/1"):
    """A game of a match ended; ``half_points`` for the match's entrants: 2, 1 or 0."""

    match: int
    number: int
    half_points: tuple[int, int]


LobbyEvent = LobbyOpened | MatchMade | GameCounted
_decoder: msgspec.json.Decoder[LobbyEvent] = msgspec.json.Decoder(LobbyEvent)


@dataclass
class Match:
    """A match of two games."""

    entrants: tuple[EntrantId, EntrantId]
    tables: tuple[str, str]
    games: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Say whether both games are counted."""
        return len(self.games) == 2

    def points(self) -> tuple[int, int]:
        """Give the match points [lobby.match-points]: the better sum of two games wins."""
        first = sum(each[0] for each in self.games.values())
        second = sum(each[1] for each in self.games.values())
        if first == second:
            return DRAWN, DRAWN
        return (WON, LOST) if first > second else (LOST, WON)


@dataclass
class LobbyState:
    """What the events of a lobby add up to."""

    terms: LobbyOpened
    version: int = 1
    matches: dict[int, Match] = field(default_factory=dict)
    totals: dict[EntrantId, int] = field(default_factory=dict)
    played: dict[EntrantId, int] = field(default_factory=dict)
    last: dict[EntrantId, EntrantId] = field(default_factory=dict)
    playing: dict[EntrantId, int] = field(default_factory=dict)
    qualified: list[EntrantId] = field(default_factory=list)
    """In the order in which they reached the target."""


def apply_lobby(state: LobbyState, event: LobbyEvent) -> None:
    """Add one event."""
    state.version += 1
    if isinstance(event, MatchMade):
        state.matches[event.match] = Match(event.entrants, event.tables)
        a, b = event.entrants
        state.last[a], state.last[b] = b, a
        state.playing[a] = state.playing[b] = event.match
    elif isinstance(event, GameCounted):
        match = state.matches[event.match]
        if match.over:  # an arbiter corrected a game: what the match gave is taken back first
            _credit(state, match, -1)
        match.games[event.number] = event.half_points
        if match.over:
            _credit(state, match, 1)
            for who in match.entrants:
                if state.playing.get(who) == event.match:
                    del state.playing[who]


def _credit(state: LobbyState, match: Match, sign: int) -> None:
    for who, points in zip(match.entrants, match.points(), strict=True):
        state.totals[who] = state.totals.get(who, 0) + sign * points
        state.played[who] = state.played.get(who, 0) + sign
        reached = state.totals[who] >= state.terms.target
        if reached and who not in state.qualified:
            state.qualified.append(who)
        elif not reached and who in state.qualified:
            state.qualified.remove(who)


class Lobby:
    """One period of open matching on an owner's tables."""

    def __init__(self, owner: Owner, name: str, table_name: Callable[[], str]) -> None:
        """Take up a lobby from the log. Raises Unknown or Corrupt."""
        self.owner, self.name, self._table_name = owner, name, table_name
        self._stream = StreamId(PREFIX + name)
        self.waiting: dict[EntrantId, None] = {}
        self.state = self._read()
        self._tables = {
            table: (number, index)
            for number, match in self.state.matches.items()
            for index, table in enumerate(match.tables)
        }
        owner.on_stored.append(self._on_table)
        self._catch_up()

    @classmethod
    def open(
        cls, owner: Owner, name: str, terms: LobbyOpened, table_name: Callable[[], str]
    ) -> "Lobby":
        """Open a new lobby. Raises Conflict if there is one of that name."""
        at = owner.around.now().isoformat()
        batch = Batch(StreamId(PREFIX + name), 0, "owner", at, (fresh(terms),))
        owner.around.log.append(batch)
        return cls(owner, name, table_name)

    def _read(self) -> LobbyState:
        stored = self.owner.around.log.read(self._stream)
        if not stored:
            raise Unknown("lobby", self.name)
        state = None
        for envelope in stored:
            try:
                event = _decoder.decode(envelope.payload)
            except (msgspec.ValidationError, msgspec.DecodeError) as error:
                raise Corrupt(self._stream, envelope.version, str(error)) from error
            if isinstance(event, LobbyOpened):
                state = LobbyState(event)
            elif state is not None:
                apply_lobby(state, event)
        if state is None:
            raise Corrupt(self._stream, 1, "a lobby begins by being opened")
        return state

    # -- waiting -------------------------------------------------------------------------------

    def wait(self, who: EntrantId) -> None:
        """Wait for an opponent. Raises Refused outside the period or during a match."""
        self._within()
        if who in self.state.playing:
            raise Refused("lobby.playing", BUSY, match=self.state.playing[who])
        self.waiting.setdefault(who)

    def leave(self, who: EntrantId) -> None:
        """Wait no longer."""
        self.waiting.pop(who, None)

    def _within(self) -> None:
        now, terms = self.owner.around.now().isoformat(), self.state.terms
        if (terms.begins and now < terms.begins) or (terms.ends and now >= terms.ends):
            raise Refused("lobby.closed", PERIOD, begins=terms.begins, ends=terms.ends)

    def match(self) -> list[Match]:
        """Match those who wait and open their first games; gives the new matches."""
        try:
            self._within()
        except Refused:
            self.waiting.clear()
            return []
        found = match_waiting(list(self.waiting), self.state.last, self.owner.around.dice)
        if not found.meetings:
            return []
        first = len(self.state.matches) + 1
        made = [
            MatchMade(
                match=number,
                entrants=(meeting.seats[0], meeting.seats[1]),
                tables=(self._table_name(), self._table_name()),
            )
            for number, meeting in enumerate(found.meetings, first)
        ]
        self._store(*made)
        for event in made:
            for index, table in enumerate(event.tables):
                self._tables[table] = (event.match, index)
            for who in event.entrants:
                self.waiting.pop(who, None)
            self._seat(event.match, 0)
        return [self.state.matches[event.match] for event in made]

    def _seat(self, number: int, game: int) -> None:
        """Open a game of a match; seats are exchanged in the second."""
        match, terms = self.state.matches[number], self.state.terms
        occupants = match.entrants if game == 0 else match.entrants[::-1]
        opened = TableOpened(
            game=terms.game,
            engine=terms.engine,
            rules=terms.rules,
            controls=terms.controls,
            occupants=tuple(occupants),
            origin={"lobby": self.name, "match": str(number), "game": str(game + 1)},
        )
        self.owner.open(match.tables[game], opened, begin=False)

    # -- counting ------------------------------------------------------------------------------

    def _on_table(self, room: Room, event: TableEvent) -> None:
        del event
        if room.table.over and room.table.id in self._tables:
            self._count(room)

    def _count(self, room: Room) -> None:
        """Count a game; an annulled one waits for the arbiter's award."""
        outcome = room.table.outcome
        if room.table.annulled is not None or outcome is None:
            return
        number, game = self._tables[room.table.id]
        match = self.state.matches[number]
        places = outcome.places
        by_seat = (1, 1) if places[0] == places[1] else (2, 0) if places[0] == 1 else (0, 2)
        scores = by_seat if game == 0 else (by_seat[1], by_seat[0])
        if match.games.get(game) == scores:
            return
        first_time = game not in match.games
        self._store(GameCounted(match=number, number=game, half_points=scores))
        if game == 0 and first_time:
            self._seat(number, 1)

    def _catch_up(self) -> None:
        """After a restart: count games that ended unnoticed, open games that were not opened."""
        for number in sorted(set(self.state.playing.values())):
            match = self.state.matches[number]
            for game in (0, 1):
                if game in match.games or (game == 1 and 0 not in match.games):
                    continue
                try:
                    room = self.owner.room(match.tables[game])
                except Unknown:
                    self._seat(number, game)
                    continue
                if room.table.over:
                    self._count(room)

    def _store(self, *events: LobbyEvent) -> None:
        """Store events and wait for them: few a second, and the next step builds on them."""
        at = self.owner.around.now().isoformat()
        made = tuple(fresh(event) for event in events)
        self.owner.around.log.append(Batch(self._stream, self.state.version, "owner", at, made))
        for event in events:
            apply_lobby(self.state, event)
