"""Coming and going, and every message of a socket: limits first, then the table.

A seat is held by one connection: the newest. Messages are limited for each connection; whoever
goes on beyond the limit is disconnected. What asks for nothing but an answer is answered here.
"""

from qipan.journal.live.table import Table
from qipan.kernel.errors import QipanError, Refused
from qipan.kernel.game import UNKNOWN_SEAT
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rate_limit import SECOND, Allowance, Rate
from qipan.kernel.rules import rule
from qipan.play import commands as asked
from qipan.play.conduct_log import PlayerReported, SeatNoticed, SeatSeenFrom
from qipan.play.decide import FRIENDLY, may_play_again
from qipan.play.messages import legal_moves, note, refusal_message, state_message
from qipan.play.owner import Owner
from qipan.play.owner_acts import RESTARTS, game_begun, owner_act, resumed
from qipan.play.room import Room, Viewer
from qipan.play.seats import opaque_id, seat_of

LIMIT = rule("play.message-limit", "A connection may send a limited number of messages.")
ONLY_ARBITERS = rule("play.arbiters-only", "Only an arbiter of the table rules on it.")
QUIET = rule("play.quiet", "Players do not talk during a game unless the arbiter allows it.")
MESSAGES = Rate(10, SECOND, burst=30)
"""Of one connection."""
PATIENCE = 30
"""Refused messages before the connection is closed."""
LONGEST_CHAT = 300
MOST_ORIGINS = 64
"""Lines and devices that are noted of one table."""
REASONS = ("engine", "outside-help", "language", "stalling", "other")
CALLS = ("rule", "clock", "conduct", "technical", "other")
"""Why a player calls an arbiter."""
PHRASES = ("hello", "good-luck", "well-played", "thanks", "sorry", "one-moment")
TOLD = (
    *("hidden", "shown", "limited", "taken-over", "reissued"),
    *(f"called-{reason}" for reason in CALLS),
)
"""Conduct that arbiters at the table are told of; whether a seat is there everybody sees."""
PING_EVERY = 10_000


class Guest:
    """One connection to a table of this process: its viewer, and its limit if it has one here."""

    __slots__ = ("__weakref__", "_allowance", "_owner", "heard", "pinged", "viewer")

    def __init__(self, owner: Owner, viewer: Viewer, *, limited: bool = True) -> None:
        """Start with a full allowance; ``limited``: unless somebody else counts its messages."""
        self._owner, self.viewer = owner, viewer
        now = owner.dependencies.clock()
        self._allowance = Allowance(MESSAGES, now) if limited else None
        self.pinged = now - PING_EVERY
        self.heard = now

    def receive(self, text: str | bytes) -> None:
        """Take one message; never raises for what a client sent. Who was shown out is not heard."""
        if self.viewer.mailbox.dropped:
            return
        now = self._owner.dependencies.clock()
        self.heard = now
        if self.viewer.silent:
            self._speak_again()
        message = ""
        try:
            self._limit(now)
            command = asked.read_command(text)
            message = getattr(command, "id", "")
            self._take(command, now)
        except QipanError as error:
            self.viewer.send(refusal_message(error, message[: asked.LONGEST_MESSAGE]))
        self.ping(now)

    def _limit(self, now: int) -> None:
        if self._allowance is None or self._allowance.spend(now):
            return
        if self._allowance.excess == 1 and self.viewer.seat is not None:
            note_conduct(self._owner, self.viewer.room, self.viewer.seat, "limited")
        if self._allowance.excess > PATIENCE:
            self.viewer.mailbox.drop("limit")
        raise too_many_messages()

    def leave(self) -> None:
        """Hang up; a seat's own clock runs on."""
        leave(self._owner, self.viewer)

    def ping(self, now: int) -> None:
        """Measure the round trip of a seat now and then, when it is awake anyway."""
        if self.viewer.seat is not None and now - self.pinged >= PING_EVERY:
            self.beat(now)

    # -- heartbeat -----------------------------------------------------------------------------

    @property
    def silent(self) -> bool:
        """Say whether the seat counts as away although its line was never closed."""
        return self.viewer.silent

    @property
    def gone(self) -> bool:
        """Say whether the connection is no longer there."""
        return self.viewer not in self.viewer.room.viewers

    def beat(self, now: int) -> None:
        """Ask for a sign of life, and tell how long the last one took to come."""
        seat = self.viewer.seat
        if seat is None:
            return
        self.pinged, lag = now, self.viewer.room.lags[seat]
        self.viewer.send(note("ping", t=lag.ping(now), trip=lag.trips[-1] if lag.trips else None))

    def fall_silent(self) -> None:
        """Tell the others that nothing is heard of this seat; it stays theirs."""
        viewer, seat = self.viewer, self.viewer.seat
        if seat is None or viewer.room.holders.get(seat) is not viewer:
            return
        viewer.silent = True
        viewer.room.tell(note("presence", seat=seat, connected=False))
        note_conduct(self._owner, viewer.room, seat, "disconnected")

    def _speak_again(self) -> None:
        viewer, seat = self.viewer, self.viewer.seat
        viewer.silent = False
        if seat is None or viewer.room.holders.get(seat) is not viewer:
            return
        viewer.room.tell(note("presence", seat=seat, connected=True))
        note_conduct(self._owner, viewer.room, seat, "connected")

    def _take(self, command: asked.AnyCommand, now: int) -> None:
        viewer, room, seat = self.viewer, self.viewer.room, self.viewer.seat
        match command:
            case asked.Hello() | asked.Ping() | asked.Pong():
                self._hear(command, now)
            case asked.AskState():
                send_state(self._owner, viewer, command.seq)
            case asked.AskPosition():
                view = room.past.view(room.table, command.ply)
                viewer.send(note("at", ply=command.ply, view=view))
            case asked.AskLegalMoves():
                moves = [] if seat is None else legal_moves(room.table, seat)
                viewer.send(note("legal", seq=room.table.version, moves=moves))
            case asked.NotePageHidden():
                if seat is not None:
                    note_conduct(self._owner, room, seat, "hidden" if command.hidden else "shown")
            case asked.Chat():
                self._say(command)
            case asked.ReportPlayer():
                self._report(command)
            case asked.Ready() | asked.SayPhrase() | asked.AskRematch() | asked.CallArbiter() if (
                seat is not None
            ):
                self._beside_the_game(command, seat, now)
            case asked.ArbiterAct():
                if not viewer.arbiter:
                    raise Refused("play.arbiters-only", ONLY_ARBITERS)
                self._owner.ask(viewer, command, now)
            case _:
                if seat is None:
                    raise Refused("play.no-seat", UNKNOWN_SEAT)
                self._owner.ask(viewer, command, now)

    def _hear(self, command: asked.Hello | asked.Ping | asked.Pong, now: int) -> None:
        viewer, room, seat = self.viewer, self.viewer.room, self.viewer.seat
        match command:
            case asked.Hello():
                viewer.takes_changes, viewer.prompted = command.changes, command.legal
                if command.beats and seat is not None:
                    self._owner.heartbeat.listen_to(self)
            case asked.Ping():
                viewer.send(note("pong", seq=room.table.version))
            case asked.Pong() if seat is not None:
                room.lags[seat].pong(command.t, now)
            case _:
                pass  # spectators are not measured

    def _beside_the_game(self, command: asked.AnyCommand, seat: Seat, now: int) -> None:
        match command:
            case asked.AskRematch():
                self._rematch(command, seat)
            case asked.Ready():
                self._be_ready(seat, command.seq, now)
            case asked.SayPhrase():
                self._phrase(command.code, seat)
            case asked.CallArbiter():
                reason = command.reason if command.reason in CALLS else "other"
                note_conduct(self._owner, self.viewer.room, seat, f"called-{reason}")
                self.viewer.send(note("called", reason=reason))

    def _rematch(self, command: asked.AskRematch, seat: Seat) -> None:
        """Tell the other that a rematch is wanted, or not; the pages open it once both agree."""
        room = self.viewer.room
        if not room.table.over or not may_play_again(room.table):
            raise Refused("play.no-rematch", FRIENDLY)
        if command.want:
            room.rematch.add(seat)
        else:
            room.rematch.clear()
        room.tell(note("rematch", by=seat, want=command.want))

    def _phrase(self, code: str, seat: Seat) -> None:
        """Say a set phrase; in a contest only where talk is allowed."""
        table = self.viewer.room.table
        contest = table.opened.counts and "section" in table.opened.origin
        quiet = contest and not (table.chat or table.over or not table.begun)
        if code not in PHRASES or seat in table.muted or quiet:
            raise Refused("play.quiet", QUIET)
        self.viewer.room.tell(note("phrase", by=seat, code=code))

    def _be_ready(self, seat: Seat, seq: int, now: int) -> None:
        """Note that a seat waits for nobody but the table; when all do, the table goes on."""
        room = self.viewer.room
        table = room.table
        if seq != table.version or room.table_due is None or not table.going:
            return
        if table.game.acting(table.state) != (TABLE,):
            return
        room.ready.add(seat)
        room.tell(note("ready", seq=seq, seats=sorted(room.ready)))
        waited = [who for who in room.holders if who not in room.ready]
        if not waited:
            room.table_due = now
            self._owner.remind(room)

    def _say(self, command: asked.Chat) -> None:
        viewer, table = self.viewer, self.viewer.room.table
        if not 0 < len(command.text) <= LONGEST_CHAT:
            raise Refused("play.chat-length", QUIET, most=LONGEST_CHAT)
        player = viewer.seat is not None
        if not viewer.arbiter and (
            not player or viewer.seat in table.muted or (not table.chat and not table.over)
        ):
            raise Refused("play.quiet", QUIET)
        said = {"by": "arbiter" if viewer.arbiter else viewer.seat, "text": command.text}
        viewer.room.remember({**said, "seq": table.version})
        viewer.room.tell(note("chat", **said))

    def _report(self, command: asked.ReportPlayer) -> None:
        table = self.viewer.room.table
        if not 0 <= command.seat < table.seats or command.seat == self.viewer.seat:
            raise Refused("play.no-such-seat", UNKNOWN_SEAT, seat=command.seat)
        reason = command.reason if command.reason in REASONS else "other"
        by = self.viewer.seat
        event = PlayerReported(by=by, seat=command.seat, reason=reason, seq=table.version)
        self._owner.watch.note(table.id, event)
        self.viewer.send(note("reported", seat=command.seat))
        for each in self.viewer.room.floor.viewers:
            if each.arbiter:
                each.send(note("report", by=by, seat=command.seat, reason=reason))


def too_many_messages() -> Refused:
    """Make the refusal for whoever sends more than the limit."""
    return Refused("play.too-many-messages", LIMIT, rate=MESSAGES.times)


def arrive(owner: Owner, viewer: Viewer, since: int = 0, *, limited: bool = True) -> Guest:
    """Let a viewer in: it is told everything, and the table that it is there."""
    room, seat = viewer.room, viewer.seat
    guest = Guest(owner, viewer, limited=limited)
    if seat is not None:
        before = room.holders.get(seat)
        if before is not None:
            before.send(note("replaced"))
            before.mailbox.drop("replaced")
            room.viewers.discard(before)
            note_conduct(owner, room, seat, "taken-over")
        room.holders[seat] = viewer
        note_conduct(owner, room, seat, "connected")
        room.tell(note("presence", seat=seat, connected=True))
    room.viewers.add(viewer)
    send_state(owner, viewer, since)
    guest.ping(owner.dependencies.clock())
    if room.all_here:
        all_here(owner, room)
    return guest


def all_here(owner: Owner, room: Room) -> None:
    """Begin, or go on after a restart, now that everybody is there."""
    now = owner.dependencies.clock()
    if not room.table.begun and not room.table.over:
        owner.put(room, owner_act(game_begun, now))
    elif room.table.suspended in RESTARTS and not owner.stopping and not owner.settling:
        room.resume_due = None
        owner.put(room, owner_act(resumed("back"), now))


def leave(owner: Owner, viewer: Viewer) -> None:
    """Let a viewer go; a seat's own clock runs on, and the others see that it left."""
    room = viewer.room
    room.viewers.discard(viewer)
    if viewer.seat is not None and room.holders.get(viewer.seat) is viewer:
        del room.holders[viewer.seat]
        if not viewer.silent:
            room.tell(note("presence", seat=viewer.seat, connected=False))
            note_conduct(owner, room, viewer.seat, "disconnected")


def send_state(owner: Owner, viewer: Viewer, since: int = 0) -> None:
    """Tell a viewer everything after a sequence number."""
    room = viewer.room
    elapsed = room.elapsed(owner.dependencies.clock())
    viewer.send(state_message(room.table, viewer.seat, elapsed, room.present, max(0, since)))
    for seat in sorted(room.rematch):  # who was away when it was asked for is asked now
        viewer.send(note("rematch", by=seat, want=True))


def note_conduct(owner: Owner, room: Room, seat: Seat, what: str) -> None:
    """Note conduct for the arbiter; those at the table are told at once."""
    owner.watch.note(room.table.id, SeatNoticed(seat=seat, what=what, seq=room.table.version))
    if what in TOLD:
        for viewer in room.viewers:
            if viewer.arbiter:
                viewer.send(note("conduct", seat=seat, what=what))


def note_origin(owner: Owner, key: bytes, viewer: Viewer, line: str, device: str) -> None:
    """Note from where a seat of a contest is taken, once for each line and device.

    Only opaque words of this contest are kept. Of spectators, arbiters and games that belong to no
    contest nothing is noted.
    """
    room, seat = viewer.room, viewer.seat
    origin = room.table.opened.origin
    if seat is None or "section" not in origin or len(room.origins) >= MOST_ORIGINS:
        return
    contest = f"{origin['competition']}/{origin['section']}"
    words = [
        opaque_id(key, f"{what}/{contest}/{said}")[2:] if said else ""
        for what, said in (("line", line), ("device", device))
    ]
    found = (seat, words[0], words[1])
    if found in room.origins or not any(words):
        return
    room.origins.add(found)
    event = SeatSeenFrom(seat=seat, line=words[0], device=words[1], seq=room.table.version)
    owner.watch.note(room.table.id, event)


def seat_at(key: bytes, table: Table, token: str) -> Seat | None:
    """Find the seat that a token opens. Raises Refused for a token that opens none."""
    seat = seat_of(key, table, token) if token else None
    if token and seat is None:
        raise Refused("play.wrong-token", UNKNOWN_SEAT)
    return seat
