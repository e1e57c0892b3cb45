"""The owner of the tables: takes commands, decides, stores, and only then answers and tells.

One owner holds each table. A command is decided on the stored state, handed to the log, and the
table waits (others queue, bounded) until it is durable; then it is applied, acknowledged and
broadcast, and the next clock starts. Nothing here is asynchronous: time, storage, and the way back
from the storage's thread are given from outside, so that tests run it by hand.

A mistake of ours at one table is reported and stays there: its clocks stand (``fault``) until an
arbiter has looked, and no other table notices.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import datetime
from random import Random
from typing import Any

import msgspec

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.event import fresh
from qipan.journal.live import events
from qipan.journal.live.events import Spent, TableEvent
from qipan.journal.live.table import (
    Table,
    apply,
    fold_table,
    hides,
    open_table,
    stream_of,
)
from qipan.journal.log import Log, Stored
from qipan.kernel.clock import limit
from qipan.kernel.errors import Conflict, QipanError, Refused, Unavailable, Unknown
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule
from qipan.play import commands as asked
from qipan.play.arbiter import rule_on
from qipan.play.conduct_log import ConductLog
from qipan.play.deadline_heap import NEVER, DeadlineHeap
from qipan.play.decide import TableDecision, decide, fallen, play_move
from qipan.play.error_containment import ErrorContainment, ReportMistake, not_reported
from qipan.play.feed.heartbeat import Heartbeat
from qipan.play.gallery.delayed_room import (
    gallery_of,
    is_all_shown,
    open_gallery,
    open_stored_gallery,
)
from qipan.play.journal_replay import broadcast_state, reread_table
from qipan.play.messages import note, refusal_message
from qipan.play.owner_acts import (
    RESTARTS,
    RESUME_GRACE,
    OwnerAct,
    TableMove,
    faulted,
    flag_fell,
    owner_act,
    resumed,
)
from qipan.play.registry import Registry, TableListed, TableStruck
from qipan.play.room import CLOCKED, QueuedCommand, Room, Viewer, prompt_seats
from qipan.play.table_time import set_end, stamped

Listener = Callable[[Room, TableEvent], None]
READ_ONLY = rule("play.held", "A game is played where its competition is held, elsewhere read.")
BUSY = rule("play.one-at-a-time", "A table handles one command at a time, and few may wait.")
SWEEP = 5_000


class OwnerDependencies(msgspec.Struct, frozen=True):
    """What an owner is given from outside."""

    log: Log
    now: Callable[[], datetime]
    clock: Callable[[], int]
    """Milliseconds that only ever grow."""
    post: Callable[[Callable[[], None]], None]
    """Runs something on the owner's thread; may be called from any."""
    dice: Random
    report: ReportMistake = not_reported
    held: Callable[[str], bool] = lambda competition: True
    """Whether a competition is held here, or only read."""
    salted: bool = False
    """Whether hidden moves get a salt from the dice: wherever the dice are real ones."""


class Owner:
    """Holds live tables."""

    def __init__(self, dependencies: OwnerDependencies, registry: Registry | None = None) -> None:
        """Read which tables are open; ``recovery.recover`` brings them back."""
        self.dependencies = dependencies
        self.rooms: dict[str, Room] = {}
        self.due = DeadlineHeap()
        self.watch = ConductLog(dependencies.log, dependencies.now)
        self.registry = Registry(dependencies.log) if registry is None else registry
        self.stopping = False
        self.settling = False
        """Tables are being suspended after a takeover; none goes on before all of them stand."""
        self.on_stored: list[Listener] = []
        """Told after every event; the lobby and computer players listen."""
        self.on_shown: list[Listener] = []
        """Told when spectators may know of an event; public pages listen."""
        self.on_kind: defaultdict[type[TableEvent], list[Listener]] = defaultdict(list)
        """Told after events of one kind."""
        self.on_due: list[Callable[[Room], None]] = []
        """Told when a table is to move by itself."""
        self._stored: deque[tuple[Room, QueuedCommand, TableDecision, Future[Stored]]] = deque()
        self._posted = False
        self._swept = dependencies.clock()
        self.heartbeat = Heartbeat(self._swept)
        self._under_way: dict[str, int] = {}
        """Since when each table waits for the storage, the longest first."""
        self._longest = 0

    # -- tables --------------------------------------------------------------------------------

    def open(self, name: str, opened: events.TableOpened, *, begin: bool) -> "Future[Room]":
        """Open a table; the room is there once it is durable. Raises BadInput or Unknown."""
        table = open_table(name, opened)
        first: list[TableEvent] = [opened]
        moment = self.dependencies.now()
        if begin:
            first.append(stamped(table, events.GameBegun(), moment))
        at = moment.isoformat()
        self.registry.write(TableListed(table=name), at)
        batch = Batch(stream_of(name), 0, "owner", at, tuple(fresh(each) for each in first))
        result: Future[Room] = Future()
        result.set_running_or_notify_cancel()  # who waits no longer takes nothing back

        def stored(done: "Future[Stored]") -> None:
            error = done.exception()
            if error is not None:
                result.set_exception(error)
                return
            for event in first[1:]:
                apply(table, event)
            self.watch.begin(name)
            # Somebody who has read it from the log already may sit in it.
            room = self.rooms.setdefault(name, Room(table, self.dependencies.clock()))
            if room.table is table:
                open_gallery(room, self.dependencies.clock, self.dependencies.now(), moment)
                for event in first[1:]:
                    self._take_in(room, event)
            self._settle(room, first[-1])
            result.set_result(room)

        future = self.dependencies.log.submit(batch)
        future.add_done_callback(lambda done: self.dependencies.post(lambda: stored(done)))
        return result

    def rooms_now(self) -> list[Room]:
        """Give the tables in memory at this moment: pages read tables in from threads meanwhile."""
        return list(self.rooms.values())

    def room(self, name: str) -> Room:
        """Find a table, from the log if it is not in memory. Raises Unknown or Corrupt."""
        if name in self.rooms:
            return self.rooms[name]
        stored = self.dependencies.log.read(stream_of(name))
        if not stored:
            raise Unknown("table", name)
        return self.take_up(name, stored)

    def take_up(self, name: str, stored: Sequence[Envelope]) -> Room:
        """Take a table into memory that somebody has read from the log. Raises Corrupt."""
        room = Room(fold_table(name, list(stored)), self.dependencies.clock())
        open_stored_gallery(room, self.dependencies.clock, self.dependencies.now(), stored)
        there = self.rooms.setdefault(name, room)
        if there is not room:  # another thread has read it meanwhile, and somebody may sit in it
            return there
        listed = name in self.registry.open and not is_all_shown(room)
        room.struck = room.table.over and not listed
        if room.gallery is not None:
            self.remind(room)
        return room

    def _take_in(self, room: Room, event: TableEvent) -> None:
        """Let those who watch with a delay hear of an event in time."""
        gallery = gallery_of(room)
        if gallery is not None:
            gallery.take(event, self.dependencies.clock())

    def plays(self, table: Table) -> bool:
        """Say whether a table is played here; else it is a copy, played where it is held."""
        competition = table.opened.origin.get("competition", "")
        return not competition or self.dependencies.held(competition)

    def catch_up(self, name: str) -> None:
        """Go on with a table in memory from what somebody else has stored of it. Raises Corrupt."""
        if name in self.rooms:
            self.rooms[name].struck = True  # it is listed where it is played
            self._caught_up(self.rooms[name])

    # -- commands ------------------------------------------------------------------------------

    def ask(self, viewer: Viewer, command: Any, received: int) -> None:
        """Take a command from somebody connected; the answer goes into the outbox."""
        self.put(viewer.room, QueuedCommand(viewer, command, received, viewer.actor))

    def put(self, room: Room, wanted: QueuedCommand) -> None:
        """Carry a command out now, or let it wait until the one before is stored."""
        if not room.busy and not room.waiting:
            self._carry_out(room, wanted)
        elif not room.wait(wanted):
            _answer(wanted, Refused("play.busy", BUSY))

    def _contained(self, room: Room) -> ErrorContainment:
        return ErrorContainment(self.dependencies.report, room.table.id)

    def _carry_out(self, room: Room, wanted: QueuedCommand) -> None:
        """Decide and store. A mistake of ours makes the clocks stand: it is nobody's loss."""
        with self._contained(room) as kept:
            self._take(room, wanted)
        if kept.error is None:
            return
        _answer(wanted, QipanError(str(kept.error)))
        if room.table.going and not isinstance(wanted.command, OwnerAct):
            self._carry_out(room, owner_act(faulted, wanted.received))

    def _take(self, room: Room, wanted: QueuedCommand) -> None:
        table, command = room.table, wanted.command
        if not self.plays(table):
            _answer(wanted, Refused("play.read-only", READ_ONLY))
            return
        seat = wanted.viewer.seat if wanted.viewer else None
        message = getattr(command, "id", "")
        if message and seat is not None:
            before = table.answered.number_of(seat, message)
            if before is not None:
                _tell(wanted, note("ack", id=message, seq=before))
                return
        spent, lag = self.charge(room, seat, wanted.received)
        try:
            flagged = fallen(table, spent)  # nothing is spent where no clock runs
            if flagged is not None and not isinstance(command, OwnerAct):
                room.waiting.insert(0, wanted)
                fell = TableDecision(flag_fell(table, spent))
                self._store(room, owner_act(flag_fell, wanted.received), fell)
                return
            found = self._decide(table, wanted, spent)
        except QipanError as error:
            _answer(wanted, error)
            if isinstance(command, asked.MakeClaim) and isinstance(error, Refused):
                room.tell_refused_claim(Seat(seat or 0), command.what, error)
            return
        if lag and isinstance(found.event, events.MovePlayed):
            found = TableDecision(msgspec.structs.replace(found.event, lag=lag), found.after)
        self._store(room, wanted, found)

    def _decide(self, table: Table, wanted: QueuedCommand, spent: Spent) -> TableDecision:
        command = wanted.command
        if isinstance(command, OwnerAct):
            return TableDecision(command.event(table, spent))
        if isinstance(command, asked.ArbiterAct):
            return rule_on(table, command, spent)
        if isinstance(command, TableMove):
            return play_move(table, command.seat, command.text, "", spent)
        assert wanted.viewer is not None
        assert wanted.viewer.seat is not None
        return decide(table, wanted.viewer.seat, command, spent)

    def charge(self, room: Room, mover: Seat | None, received: int) -> tuple[Spent, int]:
        """Measure what the running clocks are to be charged, less the mover's lag credit."""
        running = room.table.running
        if not running:
            return (), 0
        elapsed = max(0, received - room.since)
        lag = 0
        if mover is not None and mover in running:
            lag = min(room.lags[mover].credit, elapsed)
        spent = [(int(seat), elapsed - lag if seat == mover else elapsed) for seat in running]
        return tuple(spent), lag

    # -- storing -------------------------------------------------------------------------------

    def _store(self, room: Room, wanted: QueuedCommand, found: TableDecision) -> None:
        room.busy = True
        table, moment = room.table, self.dependencies.now()
        at = moment.isoformat()
        found = found._replace(event=self._salted(table, stamped(table, found.event, moment)))
        batch = Batch(stream_of(table.id), table.version, wanted.actor, at, (fresh(found.event),))
        try:
            future = self.dependencies.log.submit(batch)
        except QipanError as error:
            room.busy = False
            self._not_stored(room, wanted, error)
            return
        self._under_way[table.id] = self.dependencies.clock()
        future.add_done_callback(lambda done: self._arrived(room, wanted, found, done))

    def _salted(self, table: Table, event: TableEvent) -> TableEvent:
        """Give a hidden move a salt, so that its hash tells nothing to who guesses."""
        if not (self.dependencies.salted and isinstance(event, events.MovePlayed)):
            return event
        if not hides(table.game):
            return event
        return msgspec.structs.replace(
            event, salt=f"{self.dependencies.dice.getrandbits(128):032x}"
        )

    def _arrived(
        self, room: Room, wanted: QueuedCommand, found: TableDecision, done: "Future[Stored]"
    ) -> None:
        """Come back from the storage's thread, several at a time."""
        self._stored.append((room, wanted, found, done))
        if not self._posted:
            self._posted = True
            self.dependencies.post(self._drain)

    def _drain(self) -> None:
        self._posted = False  # first: what arrives from now on posts again
        while self._stored:
            room, wanted, found, done = self._stored.popleft()
            room.busy = False
            self._back_from_storage(room)
            with self._contained(room):
                error = done.exception()
                if error is None:
                    self._committed(room, wanted, found)
                else:
                    self._not_stored(room, wanted, error)
            while room.waiting and not room.busy:
                self._carry_out(room, room.waiting.pop(0))

    def _back_from_storage(self, room: Room) -> None:
        now = self.dependencies.clock()
        self._longest = max(self._longest, now - self._under_way.pop(room.table.id, now))

    def longest_commit(self) -> int:
        """Say how long the storage has taken at most, what it is at now included."""
        now = self.dependencies.clock()
        return max(self._longest, now - next(iter(self._under_way.values()), now))

    def _committed(self, room: Room, wanted: QueuedCommand, found: TableDecision) -> None:
        table, event = room.table, found.event
        with self._contained(room) as kept:
            apply(table, event, found.after)
        if kept.error is not None:
            reread_table(room, self.dependencies.log)
            table = room.table
        if isinstance(event, CLOCKED):
            room.since = self.dependencies.clock()
        if isinstance(event, events.MovePlayed) and event.seat >= 0:
            room.lags[event.seat].spend(event.lag)
        self._take_in(room, event)
        room.tell_event(event)
        if wanted.viewer is not None and wanted.viewer not in room.viewers:
            message = getattr(wanted.command, "id", "")
            wanted.viewer.send(note("ack", id=message, seq=table.version))
        prompt_seats(room)
        self._settle(room, event)

    def _settle(self, room: Room, event: TableEvent) -> None:
        """Do what follows from an event: reminders, the end of the game, listeners."""
        if room.table.opened.table_time:
            set_end(room, self.dependencies.now(), self.dependencies.clock())
        self._strike(room)
        shown = self.on_shown if room.gallery is None else ()
        for listener in (*self.on_stored, *self.on_kind.get(type(event), ()), *shown):
            with self._contained(room):
                listener(room, event)
        self.remind(room)

    def _not_stored(self, room: Room, wanted: QueuedCommand, error: BaseException) -> None:
        """Nothing was stored: tell the sender, and charge nobody for the attempt."""
        if not isinstance(error, QipanError):
            error = Unavailable("journal", str(error))
        room.since += max(0, self.dependencies.clock() - wanted.received)
        if isinstance(error, Conflict) and self._caught_up(room) and wanted.viewer is not None:
            room.waiting.insert(0, wanted)  # decided anew: perhaps this very move was stored
        else:
            _answer(wanted, error)
        self.remind(room)

    def _caught_up(self, room: Room) -> bool:
        """Go on from the journal and tell everybody; False if it has no more. Raises Corrupt."""
        missed, now = reread_table(room, self.dependencies.log), self.dependencies.clock()
        if not missed:
            return False
        room.since = now
        broadcast_state(room, now)
        for event in missed:
            self._take_in(room, event)
            self._settle(room, event)
        if room.table.suspended in RESTARTS and room.resume_due is None:
            room.resume_due = now + RESUME_GRACE
        return True

    # -- time ----------------------------------------------------------------------------------

    def next_due(self, room: Room) -> int:
        """Say when something is due at a table: a flag, its own move, the end of a wait."""
        found = NEVER
        table = room.table
        for seat in table.running:
            left = limit(table.controls[seat], table.readings[seat])
            if left is not None:
                found = min(found, room.since + left + room.lags[seat].credit)
        if not table.over:
            for when in (room.table_due, room.resume_due, room.end_due):
                found = found if when is None else min(found, when)
        gallery = gallery_of(room)
        if gallery is not None and gallery.next_due is not None:
            found = min(found, gallery.next_due)
        return found

    def remind(self, room: Room) -> None:
        """Ask to be reminded of what is due next."""
        when = self.next_due(room)
        if when < NEVER:
            self.due.remind(room.table.id, when)

    def tick(self) -> int:
        """Carry out all that is due; gives the time of the next reminder."""
        now = self.dependencies.clock()
        self.heartbeat.look(now)
        for name in self.due.pop(now):
            if name in self.rooms:
                with self._contained(self.rooms[name]):
                    self.look(self.rooms[name], now)
        if now - self._swept >= SWEEP:
            self._sweep(now)
        return self.due.next()

    def look(self, room: Room, now: int) -> None:
        """Carry out what is due at one table."""
        table = room.table
        self._show_later(room, now)
        if room.busy or self.stopping:
            return  # whoever is being stored reminds again
        if room.resume_due is not None and now >= room.resume_due:
            room.resume_due = None
            if table.suspended in RESTARTS:
                self.put(room, owner_act(resumed("waited"), now))
        elif table.going and room.end_due is not None and now >= room.end_due:
            room.end_due = None
            self.put(room, QueuedCommand(None, TableMove(room.end_word), now, "owner"))
        elif table.going:
            spent, _ = self.charge(room, None, now)
            flagged = fallen(table, spent)
            if flagged is not None and now >= self.next_due(room):
                self.put(room, owner_act(flag_fell, now))
            elif room.table_due is not None and now >= room.table_due:
                room.table_due = None
                for listener in self.on_due:
                    listener(room)
        self.remind(room)

    def _strike(self, room: Room) -> None:
        """Note once that nobody need look at a table after a restart: over, and shown as over."""
        if room.table.over and not room.struck and is_all_shown(room):
            room.struck = True
            at = self.dependencies.now().isoformat()
            self.registry.write(TableStruck(table=room.table.id), at)

    def _show_later(self, room: Room, now: int) -> None:
        """Let a delayed audience see what is due; a mistake of ours leaves it where it was."""
        gallery = gallery_of(room)
        if gallery is None:
            return
        with self._contained(room):
            for event in gallery.advance(now):
                for listener in self.on_shown:
                    listener(room, event)
        self._strike(room)

    def _sweep(self, now: int) -> None:
        """Look at every table: a lost reminder or a failed write is found again here."""
        self._swept = now
        for name, room in list(self.rooms.items()):
            if self.next_due(room) <= now:
                with self._contained(room):
                    self.look(room, now)
            elif room.table.over and room.struck and not room.busy and _empty(room):
                del self.rooms[name]
                self.watch.forget(name)


def _empty(room: Room) -> bool:
    """Say whether nobody looks at a table, and nobody is to be told anything of it."""
    return is_all_shown(room) and not room.viewers and not room.in_public.viewers


def _answer(wanted: QueuedCommand, error: QipanError) -> None:
    _tell(wanted, refusal_message(error, getattr(wanted.command, "id", "")))


def _tell(wanted: QueuedCommand, message: bytes) -> None:
    if wanted.viewer is not None:
        wanted.viewer.send(message)
