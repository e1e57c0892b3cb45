"""Players over real websockets, in as few steps as can be: they share the machine."""

import asyncio
import gc
import json
import time
from collections import deque

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from qipan.play.seats import seat_token
from tables.games import KEY


class Wire(asyncio.Protocol):
    """A small websocket client: text in, text out."""

    def __init__(self, url, on_text, on_lost):
        self.protocol = ClientProtocol(parse_uri(url), max_size=2**22)
        self.on_text, self.on_lost = on_text, on_lost
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport
        self.protocol.send_request(self.protocol.connect())
        self.flush()

    def flush(self):
        for part in self.protocol.data_to_send():
            if part:
                self.transport.write(part)

    def data_received(self, data):
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            opcode = getattr(event, "opcode", None)
            if opcode is Opcode.TEXT:
                self.on_text(self, event.data)
            elif opcode is None and not self.ready.done():
                self.ready.set_result(self)
        self.flush()

    def connection_lost(self, error):
        if not self.ready.done():
            self.ready.set_exception(error or OSError("closed"))
        self.on_lost(self)

    def send(self, text):
        if self.protocol.state is State.OPEN and not self.transport.is_closing():
            self.protocol.send_text(text)
            self.flush()


async def connect(port, table, token, on_text, on_lost=lambda wire: None, *, address=None):
    """Open a socket at a table; ``address`` is another one of the loopback to come from."""
    url = f"ws://127.0.0.1:{port}/play/socket/{table}?token={token}"
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(
        lambda: Wire(url, on_text, on_lost),
        "127.0.0.1",
        port,
        local_addr=(address, 0) if address else None,
    )
    return await asyncio.wait_for(wire.ready, 30)


class Event(msgspec.Struct):
    """What a client needs of a message."""

    type: str
    kind: str = ""
    id: str = ""
    seq: int = 0
    code: str = ""
    t: int = 0


read = msgspec.json.Decoder(Event).decode


class Tally:
    """What was measured."""

    def __init__(self):
        self.latencies, self.acknowledged, self.errors = [], {}, {}
        self.behind, self.last = [], 0.0
        self.bytes, self.told = 0, 0


class Timing:
    """What a client can say about a table's clocks without asking the server: bounds in seconds.

    A clock starts when a move is stored: after it was sent, before anybody was told of it. It stops
    when the next move comes in, which is between the same two moments of that move; or with a kill.
    """

    def __init__(self):
        self.start, self.low, self.high, self.turns, self.slowest = None, 0.0, 0.0, [], 0.0

    def began(self, first, last):
        self.start = (first, last)

    def ended(self, first, last, slack=0.0):
        if self.start is not None:
            self.low += max(0.0, first - self.start[1] - slack)
            self.high += max(0.0, last - self.start[0])
        self.start = None

    def moved(self, sent, seen):
        self.ended(sent, seen)
        self.turns.append((self.low, self.high))
        self.low = self.high = 0.0
        self.slowest = max(self.slowest, seen - sent)
        self.began(sent, seen)

    def killed(self, first, last, beat):
        """Up to a beat, and the longest that storing took, may be given to the mover."""
        self.ended(first, last, beat + self.slowest)


class Player:
    """All connections of one table, and its script."""

    def __init__(self, name, seats, moves, tally, hello=None):
        self.name, self.seats, self.moves, self.tally = name, seats, moves, tally
        self.hello = hello
        self.wires = [None] * seats
        self.sent = self.seen = self.scheduled = 0
        self.due = {}
        self.up = False
        self.timing, self.sent_at, self.joined_at = Timing(), {}, 0.0

    async def join(self, port, watchers=0):
        self.wires = []
        self.joined_at = time.perf_counter()
        for seat in range(self.seats):
            token = seat_token(KEY, self.name, seat)
            self.wires.append(
                await connect(
                    port, self.name, token, lambda wire, data, who=seat: self.take(who, wire, data)
                )
            )
        for wire in self.wires if self.hello else ():
            wire.send(json.dumps({"type": "hello", **self.hello}).encode())
        for _ in range(watchers):
            self.wires.append(await connect(port, self.name, "", lambda wire, data: None))
        self.up = True

    def take(self, seat, wire, data):
        message = read(data)
        if message.type == "event" and message.kind == "move-played/1":
            self.tally.bytes += len(data)
            self.tally.told += 1
            number = int(message.id)
            mover = self.moves[number][0]
            if number == len(self.timing.turns):
                self.timing.moved(self.sent_at[number], time.perf_counter())
            if seat == mover:
                self.tally.acknowledged[self.name, number] = message.seq
            elif seat == (mover + 1) % self.seats and number in self.due:
                now = self.tally.last = time.perf_counter()
                self.tally.latencies.append(now - self.due.pop(number))
                self.seen = max(self.seen, number + 1)
                self.send_due()
        elif message.type == "ack":
            self.tally.acknowledged[self.name, int(message.id)] = message.seq
            self.seen = max(self.seen, int(message.id) + 1)
            self.due.pop(int(message.id), None)
            self.send_due()
        elif message.type == "refused" and message.code != "play.suspended":
            self.tally.errors[message.code] = self.tally.errors.get(message.code, 0) + 1
        elif message.type == "ping":
            wire.send(json.dumps({"type": "pong", "t": message.t}).encode())
        elif message.kind == "play-resumed/1" and seat == 0:
            self.timing.began(self.joined_at, time.perf_counter())
            self.resend()

    def tick(self, now):
        """A move is due now, whatever happened to the one before."""
        if self.scheduled >= len(self.moves):
            return False
        self.tally.behind.append(time.perf_counter() - now)
        self.due[self.scheduled] = now
        self.scheduled += 1
        self.send_due()
        return True

    def send_due(self):
        while self.up and self.sent <= self.seen and self.sent in self.due:
            self.sent += 1
            self.resend()

    def resend(self):
        number = self.sent - 1
        if number < 0 or number < self.seen:
            return
        seat, text = self.moves[number]
        self.sent_at[number] = time.perf_counter()
        self.wires[seat].send(
            json.dumps({"type": "move", "id": str(number), "text": text}).encode()
        )


async def drive(players, rate, seconds):
    """Send ``rate`` moves a second, the tables in turn, on a fixed schedule.

    Gives how many were due and how long that took. A table whose game is over is passed over, and
    its turn counts for nothing. Python's search for garbage is off meanwhile: a pause of whoever
    measures would count as one of the server.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        return await _drive(players, rate, seconds)
    finally:
        gc.enable()


async def _drive(players, rate, seconds):
    start = time.perf_counter()
    count, live = 0, deque(players)
    while count < rate * seconds and live:
        wanted = int((time.perf_counter() - start) * rate)
        while count < min(wanted, rate * seconds) and live:
            player = live.popleft()
            if player.tick(start + count / rate):
                live.append(player)
                count += 1
        await asyncio.sleep(0.001)
    return count, time.perf_counter() - start
