"""What happens in a lobby, and what it adds up to: terms, matches, games, totals."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.journal.log import Log
from qipan.kernel.clock import Control
from qipan.kernel.errors import BadInput, Corrupt, Unknown
from qipan.kernel.ids import EntrantId, StreamId
from qipan.kernel.moments import moment
from qipan.kernel.rules import rule

PREFIX = "lobby/"

POINTS = rule("lobby.match-points", "A match won scores 2, drawn 1, lost 0.")
QUALIFIED = rule("lobby.target", "Reaching the target points in a period qualifies.")
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
    title: str = ""
    """As people read it; empty: its name."""
    book: str = ""
    """The regulation whose event of open matching this is; who plays says who they are."""
    under: str = ""
    """The event of that book."""
    worth: tuple[int, int, int] = (WON, DRAWN, LOST)
    """Match points for a match won, drawn and lost."""
    zone: str = ""
    """Where its times were meant: ``+08:00`` or ``Asia/Shanghai``."""
    delay: int = 0
    """Milliseconds by which spectators see its tables and totals later."""


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
    shown_from: str = ""
    """UTC: the public knows nothing of this end before then; empty: at once."""


class MatchAbandoned(Event, frozen=True, tag="match-abandoned/1"):
    """Neither came to the first game: the match counts for nobody."""

    match: int


LobbyEvent = LobbyOpened | MatchMade | GameCounted | MatchAbandoned
decoder: msgspec.json.Decoder[LobbyEvent] = msgspec.json.Decoder(LobbyEvent)


@dataclass
class LobbyMatch:
    """A match of two games."""

    entrants: tuple[EntrantId, EntrantId]
    tables: tuple[str, str]
    games: dict[int, tuple[int, int]] = field(default_factory=dict)
    abandoned: bool = False
    worth: tuple[int, int, int] = (WON, DRAWN, LOST)

    @property
    def over(self) -> bool:
        """Say whether both games are counted."""
        return len(self.games) == 2

    @property
    def game(self) -> int:
        """Give the game that is on, 0 or 1."""
        return 0 if 0 not in self.games else 1

    def points(self) -> tuple[int, int]:
        """Give the match points [lobby.match-points]: the better sum of two games wins."""
        first = sum(each[0] for each in self.games.values())
        second = sum(each[1] for each in self.games.values())
        if first == second:
            return self.worth[1], self.worth[1]
        won, _, lost = self.worth
        return (won, lost) if first > second else (lost, won)


class UnshownGame(NamedTuple):
    """A game that was counted and is not public yet, with what stood before it."""

    shown_from: datetime
    match: int
    number: int
    before: tuple[int, int] | None


@dataclass
class LobbyState:
    """What the events of a lobby add up to."""

    terms: LobbyOpened
    version: int = 1
    matches: dict[int, LobbyMatch] = field(default_factory=dict)
    totals: dict[EntrantId, int] = field(default_factory=dict)
    played: dict[EntrantId, int] = field(default_factory=dict)
    last: dict[EntrantId, EntrantId] = field(default_factory=dict)
    playing: dict[EntrantId, int] = field(default_factory=dict)
    qualified: list[EntrantId] = field(default_factory=list)
    """In the order in which they reached the target."""
    unshown: tuple[UnshownGame, ...] = ()
    """What was counted last, in that order; what is public meanwhile is forgotten now and then."""


def read_lobby(log: Log, name: str) -> LobbyState:
    """Read a lobby from its stream. Raises Unknown or Corrupt."""
    stored = log.read(StreamId(PREFIX + name))
    if not stored:
        raise Unknown("lobby", name)
    first = _event_in(stored[0])
    if not isinstance(first, LobbyOpened):
        raise Corrupt(stored[0].stream, 1, "a lobby begins by being opened")
    state = LobbyState(first)
    for envelope in stored[1:]:
        apply_lobby(state, _event_in(envelope))
    return state


def read_on(log: Log, name: str, before: LobbyState) -> LobbyState:
    """Read what is new in a lobby; gives the same state if nothing is. Raises Corrupt.

    Pages read from threads of their own what was known before: that stays as it is.
    """
    fresh = [_event_in(each) for each in log.read(StreamId(PREFIX + name), before.version)]
    if not fresh:
        return before
    matches = dict(before.matches)
    for event in fresh:
        if not isinstance(event, LobbyOpened) and event.match in matches:
            match = matches[event.match]
            matches[event.match] = replace(match, games=dict(match.games))
    state = replace(
        before,
        matches=matches,
        totals=dict(before.totals),
        played=dict(before.played),
        last=dict(before.last),
        playing=dict(before.playing),
        qualified=list(before.qualified),
    )
    for event in fresh:
        apply_lobby(state, event)
    return state


def _event_in(envelope: Envelope) -> LobbyEvent:
    try:
        return decoder.decode(envelope.payload)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Corrupt(envelope.stream, envelope.version, str(error)) from error


def apply_lobby(state: LobbyState, event: LobbyEvent) -> None:
    """Add one event."""
    state.version += 1
    if isinstance(event, MatchMade):
        worth = state.terms.worth
        state.matches[event.match] = LobbyMatch(event.entrants, event.tables, worth=worth)
        a, b = event.entrants
        state.last[a], state.last[b] = b, a
        state.playing[a] = state.playing[b] = event.match
    elif isinstance(event, GameCounted):
        match = state.matches[event.match]
        if event.shown_from:
            _withhold(state, event, match.games.get(event.number))
        _set_game(state, match, event.number, event.half_points)
        if match.over:
            _release(state, event.match)
    elif isinstance(event, MatchAbandoned):
        state.matches[event.match].abandoned = True
        _release(state, event.match)


def _set_game(
    state: LobbyState, match: LobbyMatch, number: int, half_points: tuple[int, int] | None
) -> None:
    """Count a game, or take it back; what its match gave before is taken back first."""
    if match.over:
        _credit(state, match, -1)
    if half_points is None:
        match.games.pop(number, None)
    else:
        match.games[number] = half_points
    if match.over:
        _credit(state, match, 1)


def _withhold(state: LobbyState, event: GameCounted, before: tuple[int, int] | None) -> None:
    shown_from = moment(event.shown_from)
    counted_at = shown_from - timedelta(milliseconds=state.terms.delay)
    kept = tuple(each for each in state.unshown if each.shown_from > counted_at)
    state.unshown = (*kept, UnshownGame(shown_from, event.match, event.number, before))


def lobby_in_public(state: LobbyState, now: datetime) -> LobbyState:
    """Give a lobby without games of which the public is not told yet; itself if there are none."""
    withheld = [each for each in state.unshown if each.shown_from > now]
    if not withheld:
        return state
    shown = replace(
        state,
        matches=dict(state.matches),
        totals=dict(state.totals),
        played=dict(state.played),
        qualified=list(state.qualified),
    )
    for each in reversed(withheld):
        found = shown.matches[each.match]
        copied = shown.matches[each.match] = replace(found, games=dict(found.games))
        _set_game(shown, copied, each.number, each.before)
    for who in [who for who, played in shown.played.items() if not played]:
        del shown.played[who], shown.totals[who]
    return shown


def _release(state: LobbyState, number: int) -> None:
    for who in state.matches[number].entrants:
        if state.playing.get(who) == number:
            del state.playing[who]


def _credit(state: LobbyState, match: LobbyMatch, sign: int) -> None:
    for who, points in zip(match.entrants, match.points(), strict=True):
        state.totals[who] = state.totals.get(who, 0) + sign * points
        state.played[who] = state.played.get(who, 0) + sign
        reached = state.totals[who] >= state.terms.target
        if reached and who not in state.qualified:
            state.qualified.append(who)
        elif not reached and who in state.qualified:
            state.qualified.remove(who)


def period(begins: str, ends: str) -> tuple[str, str]:
    """Check begin and end of a period, and write them in one way; empty: open. Raises BadInput."""
    first = moment(begins, "begins") if begins.strip() else None
    last = moment(ends, "ends") if ends.strip() else None
    if first is not None and last is not None and last <= first:
        raise BadInput("a period ends after it begins", where="ends", code="lobby.order")
    return (first.isoformat() if first else "", last.isoformat() if last else "")
