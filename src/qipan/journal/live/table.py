"""The state of a table: what its events add up to. No clock and no dice are read here.

``apply`` changes the table it is given; whoever decided on a move passes the state it led to, so
that it is not computed twice. Which clocks run follows from the game alone: in the phase ``play``
that of the first seat that acts, in other phases those of all who act, none while the table acts.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec

from qipan.games import game_named
from qipan.journal.envelope import Envelope
from qipan.journal.live import events
from qipan.journal.live.answered import AnsweredMessages
from qipan.journal.live.events import Spent, TableEvent
from qipan.kernel.clock import Reading, fined, first_reading, interrupted, settled
from qipan.kernel.errors import BadInput, Corrupt, QipanError
from qipan.kernel.game import AGREED, CLAIM, RESIGNED, Game, Outcome
from qipan.kernel.ids import TABLE, Seat, StreamId
from qipan.kernel.rules import RuleKey, rule

PREFIX = "table/"
AnyGame = Game[Any, Any, Any]
ON_TIME = rule("play.time", "A player who runs out of time loses.")
_BROKEN = (QipanError, LookupError, ValueError, TypeError)
"""What a record that makes no sense can run into."""
_decoder: msgspec.json.Decoder[TableEvent] = msgspec.json.Decoder(TableEvent)


_encode = msgspec.json.Encoder().encode
_MOVE = str(events.MovePlayed.__struct_config__.tag)
MOST_NOTED = 4096
"""Moves as they are told that are kept once for all tables: those that are played everywhere."""
_T = TypeVar("_T", bound=Hashable)


@lru_cache(maxsize=MOST_NOTED)
def one_of(told: _T) -> _T:
    """Give one object for equal values: the same moves are made at thousands of tables."""
    return told


def told_to(viewers: tuple[_T, ...]) -> _T | tuple[_T, ...]:
    """Give what each is told, or that alone which all are told: so it is with nearly every move."""
    found: _T | tuple[_T, ...] = one_of(viewers[0] if len(set(viewers)) == 1 else viewers)
    return found


class Played(msgspec.Struct, frozen=True, gc=False):
    """One move as it was shown; a server holds many, so everything in it is as small as it goes.

    Where a move hides something there is one of each for a spectator, and then for each seat.
    """

    seq: int
    seat: int
    shown: str | tuple[str, ...]
    noted: bytes | tuple[bytes, ...]
    """As people write it, by notation, where that differs from the text: JSON, as a page is told.
    """

    @property
    def text(self) -> str:
        """Give the text as a spectator reads it, and everybody where nothing is hidden."""
        return self.for_viewer(None)

    @property
    def texts(self) -> tuple[str, ...]:
        """Give all texts that anybody reads."""
        return (self.shown,) if isinstance(self.shown, str) else self.shown

    def for_viewer(self, seat: int | None) -> str:
        """Give the text that a seat (None: a spectator) may read."""
        shown = self.shown
        return shown if isinstance(shown, str) else shown[0 if seat is None else seat + 1]

    def noted_for(self, seat: int | None) -> msgspec.Raw:
        """Give the same as people write it, to be said as it is."""
        noted = self.noted
        if isinstance(noted, bytes):
            return msgspec.Raw(noted)
        return msgspec.Raw(noted[0 if seat is None else seat + 1])


@dataclass
class Table:
    """A live game."""

    id: str
    opened: events.TableOpened
    game: AnyGame
    state: Any
    readings: list[Reading]
    version: int = 1
    begun: bool = False
    suspended: str = ""
    """Why clocks stand; empty while they may run."""
    timed: tuple[Seat, ...] = ()
    moves: list[Played] = field(default_factory=list)
    answered: AnsweredMessages = field(default_factory=AnsweredMessages)
    offers: dict[str, set[int]] = field(default_factory=dict)
    """What is offered, and who agreed so far."""
    declined: set[tuple[str, int]] = field(default_factory=set)
    """What was offered by whom and declined since the last move."""
    outcome: Outcome | None = None
    annulled: RuleKey | None = None
    controls: tuple[Any, ...] = ()
    generations: list[int] = field(default_factory=list)
    muted: frozenset[int] = frozenset()
    chat: bool = False
    marks: list[tuple[int, str, int]] = field(default_factory=list)
    """Warnings and fines: seat, rule, points."""
    ends: str = ""
    """When the time of the whole table is up, UTC; empty: it has no limit, or clocks stand."""
    left: int = 0
    """What was left of it when clocks were made to stand, in milliseconds."""
    taken_back: int = 0
    """The sequence number at which moves were last taken back."""

    @property
    def newest(self) -> int:
        """Give the sequence number at which the position last changed; 0 before any move."""
        return max(self.moves[-1].seq if self.moves else 0, self.taken_back)

    @property
    def seats(self) -> int:
        """Count the seats."""
        return len(self.opened.occupants)

    @property
    def over(self) -> bool:
        """Say whether the game has ended in any way."""
        return self.outcome is not None or self.annulled is not None

    @property
    def going(self) -> bool:
        """Say whether clocks run now."""
        over = self.outcome is not None or self.annulled is not None
        return self.begun and not self.suspended and not over

    @property
    def running(self) -> tuple[Seat, ...]:
        """List the seats whose clocks run now."""
        return self.timed if self.going else ()


def stream_of(table: str) -> StreamId:
    """Name the stream of a table."""
    return StreamId(f"{PREFIX}{table}")


def timed_seats(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Say whose clocks run in this state of a game."""
    if game.clocks_stand(state):
        return ()
    acting = game.acting(state)
    if len(acting) == 1:
        return () if acting[0] == TABLE else acting
    if not acting or TABLE in acting:
        return ()
    return acting[:1] if game.phase(state) == "play" else acting


@cache
def hides(game: AnyGame) -> bool:
    """Say whether viewers may see different things."""
    return type(game).shown is not Game.shown


def open_table(name: str, opened: events.TableOpened) -> Table:
    """Make the table of its first event. Raises BadInput or Unknown if it makes no sense."""
    game = game_named(opened.game)
    rules = convert_rules(game, opened.rules)
    seats = len(opened.occupants)
    if seats not in game.seats(rules) or len(opened.controls) != seats:
        raise BadInput(f"{opened.game} is not played by {seats}", where="seats")
    state = game.start(rules, seats, opened.setup)
    return Table(
        id=name,
        opened=opened,
        game=game,
        state=state,
        readings=[first_reading(control) for control in opened.controls],
        timed=timed_seats(game, state),
        outcome=game.outcome(state),
        controls=opened.controls,
        generations=[0] * seats,
        chat=opened.chat,
    )


def convert_rules(game: AnyGame, rules: dict[str, Any]) -> Any:
    """Read the options of a game. Raises BadInput."""
    try:
        return msgspec.convert(rules, game.rules_type, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where="rules") from error


def rules_asked(game: AnyGame, rules: dict[str, Any]) -> Any:
    """Read the options of a table that is to be opened. Raises BadInput, also on unknown ones.

    Those of a table that is stored may be of an earlier version: ``convert_rules`` leaves out what
    is not known any more.
    """
    known = game.rules_type.__struct_fields__
    for option in rules:
        if option not in known:
            facts = {"option": option[:40], "known": list(known)}
            said = f"{game.name} has no option {option[:40]!r}"
            raise BadInput(said, where="rules", code="option.unknown", facts=facts)
    return convert_rules(game, rules)


def read_event(envelope: Envelope) -> TableEvent:
    """Read an event of a table. Raises Corrupt."""
    try:
        return _decoder.decode(envelope.payload)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error


def fold_table(name: str, envelopes: "list[Envelope]") -> Table:
    """Tell a whole table again from its events. Raises Corrupt where they do not follow."""
    table = first_of(name, envelopes[0])
    for envelope in envelopes[1:]:
        follow(table, envelope)
    return table


def refold_table(name: str, envelopes: "list[Envelope]") -> Table:
    """Tell a table again from events that its owner decided on: what was legal then is not asked.

    The same table as ``fold_table`` gives, sooner. Raises Corrupt where they cannot follow at all.
    """
    table = first_of(name, envelopes[0])
    follow_on(table, envelopes[1:])
    return table


def follow_on(table: Table, envelopes: "list[Envelope]") -> None:
    """Add events that the table's owner decided on. Raises Corrupt where they cannot follow."""
    names = [envelope.name for envelope in envelopes[1:]]
    for envelope, after_it in zip_longest(envelopes, names):
        follow(table, envelope, known=True, goes_on=after_it == _MOVE)


def first_of(name: str, envelope: Envelope) -> Table:
    """Make a table of its first stored event. Raises Corrupt."""
    first = read_event(envelope)
    if not isinstance(first, events.TableOpened):
        raise Corrupt(envelope.stream, envelope.version, "a table begins by being opened")
    try:
        return open_table(name, first)
    except _BROKEN as error:
        raise Corrupt(envelope.stream, envelope.version, str(error)) from error


def follow(table: Table, envelope: Envelope, *, known: bool = False, goes_on: bool = False) -> None:
    """Add a stored event. Raises Corrupt if it does not follow, as an illegal move does not.

    ``known``: it was found legal before; ``goes_on``: and a move came next.
    """
    event = read_event(envelope)
    try:
        if known and isinstance(event, events.MovePlayed):
            _charge(table, event)
            _apply_move(table, event, None, known=True, goes_on=goes_on)
        else:
            apply(table, event)
    except _BROKEN as error:
        why = f"does not follow from what came before: {error}"
        raise Corrupt(envelope.stream, envelope.version, why) from error


def apply(table: Table, event: TableEvent, after: Any = None) -> None:
    """Add one event; ``after`` is the game's state it leads to, if that is known already."""
    _charge(table, event)
    match event:
        case events.MovePlayed():
            _apply_move(table, event, after)
        case events.OfferMade():
            table.offers[event.what] = {event.seat}
        case events.OfferAnswered():
            _apply_answer(table, event)
        case events.SeatResigned():
            _retire(table, event.seat, RESIGNED)
        case events.FlagFell():
            _retire(table, event.seat, ON_TIME)
        case events.GameBegun():
            table.begun, table.ends = True, event.ends
        case events.PlaySuspended():
            table.suspended = event.why
            table.ends, table.left = "", event.left or table.left
        case events.PlayResumed():
            table.suspended, table.ends = "", event.ends
            if event.readings:
                table.readings = list(event.readings)
        case events.ClockReplaced():
            table.controls, table.readings = event.controls, list(event.readings)
        case _:
            _apply_ruling(table, event)


def _charge(table: Table, event: TableEvent) -> None:
    table.version += 1
    spent: Spent = getattr(event, "spent", ())
    for seat, elapsed in spent:
        table.readings[seat] = interrupted(table.readings[seat], elapsed)


def _apply_ruling(table: Table, event: TableEvent) -> None:
    match event:
        case events.SeatWarned():
            table.marks.append((event.seat, event.rule, 0))
        case events.SeatFined():
            table.marks.append((event.seat, event.rule, event.points))
            seat = event.seat
            table.readings[seat] = fined(table.controls[seat], table.readings[seat], event.time)
        case events.GameAwarded():
            table.outcome, table.annulled = Outcome(event.places, event.rule), None
            _end_turns(table, ())
        case events.GameAnnulled():
            table.annulled = event.rule
            _end_turns(table, ())
        case events.MovesTakenBack():
            _take_back(table, event.plies)
        case events.SeatReissued():
            table.generations[event.seat] += 1
        case events.ChatSwitched():
            table.chat = table.chat if event.open is None else event.open
            table.muted = table.muted if event.muted is None else frozenset(event.muted)
        case events.NoticeSent():
            pass
        case _:
            raise BadInput(f"{type(event).__name__} does not follow here")


def position_after(table: Table, moves: int) -> Any:
    """Play the first moves of a table again. Raises BadInput where a game hides something."""
    if hides(table.game) or not 0 <= moves <= len(table.moves):
        raise BadInput("there is no way back to that position", where="plies")
    game, opened = table.game, table.opened
    state = game.start(convert_rules(game, opened.rules), table.seats, opened.setup)
    for each in table.moves[:moves]:
        seat = Seat(each.seat)
        state = game.play(state, seat, game.read(state, seat, each.text))
    return state


def _take_back(table: Table, plies: int) -> None:
    state = position_after(table, len(table.moves) - plies)
    del table.moves[len(table.moves) - plies :]
    table.offers.clear()
    table.declined.clear()
    table.taken_back = table.version
    _become(table, state, None)


def _apply_move(
    table: Table,
    event: events.MovePlayed,
    after: Any,
    *,
    known: bool = False,
    goes_on: bool = False,
) -> None:
    game, seat, before = table.game, Seat(event.seat), table.state
    move = game.read(before, seat, event.text)
    if known:
        after = game.follow(before, seat, move, goes_on=goes_on)
    elif after is None:
        after = game.play(before, seat, move)
    if not hides(game):
        shown: str | tuple[str, ...] = one_of(event.text)
        noted: bytes | tuple[bytes, ...] = one_of(_encode(game.noted(before, seat, move, None)))
    else:
        viewers = [None, *(Seat(each) for each in range(table.seats))]
        shown = told_to(tuple([game.shown(before, seat, move, each) for each in viewers]))
        noted = told_to(tuple([_encode(game.noted(before, seat, move, each)) for each in viewers]))
    table.moves.append(Played(table.version, event.seat, shown, noted))
    if event.id:
        table.answered.note(event.seat, event.id, table.version)
    table.offers.clear()
    table.declined.clear()
    goes_on = event.text.startswith(CLAIM) or len(table.timed) > 1
    _become(table, after, None if goes_on else seat)
    for fined_seat, amount in event.fines:
        reading = table.readings[fined_seat]
        table.readings[fined_seat] = fined(table.controls[fined_seat], reading, amount)


def _become(table: Table, after: Any, mover: Seat | None) -> None:
    """Take the next state of the game; ``mover`` has completed a turn."""
    table.state = after
    table.outcome = table.game.outcome(after)
    was, table.timed = table.timed, timed_seats(table.game, after)
    stay = () if table.outcome else table.timed
    for seat in was:
        again = seat in stay
        if not again or (seat == mover and was == table.timed):
            _settle(table, seat, moved=seat == mover)


def _end_turns(table: Table, stay: tuple[Seat, ...]) -> None:
    for seat in table.timed:
        if seat not in stay:
            _settle(table, seat, moved=False)


def _settle(table: Table, seat: Seat, *, moved: bool) -> None:
    table.readings[seat] = settled(table.controls[seat], table.readings[seat], moved=moved)


def _retire(table: Table, seat: int, by: RuleKey) -> None:
    was = table.timed
    table.offers.clear()
    table.state = table.game.retire(table.state, Seat(seat), by)
    table.outcome = table.game.outcome(table.state)
    table.timed = timed_seats(table.game, table.state)
    for each in was:
        if each not in table.timed or table.outcome:
            _settle(table, each, moved=False)


def _apply_answer(table: Table, event: events.OfferAnswered) -> None:
    agreed = table.offers.setdefault(event.what, set())
    if not event.accepted:
        table.declined |= {(event.what, seat) for seat in table.offers.pop(event.what)}
        return
    agreed.add(event.seat)
    if len(agreed) < table.seats:
        return
    table.offers.clear()
    if event.what == "draw":
        _become(table, table.game.agree_draw(table.state, AGREED), None)
