"""Games that go on through faults: real sockets, and everything a client was told written down.

A client does what the page of a table does: it keeps a move until it sees it, sends it again after
every ``state`` and when clocks run again, asks for what it missed, and comes back to any edge.
``checking`` then compares what every client was told with the journal.
"""

import asyncio
import contextlib
import json
import threading
import time
from collections import deque
from random import Random

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from faults.checking import compare
from qipan.games import game_named
from qipan.host.first_sign_in import chief_link
from qipan.journal.live.table import stream_of
from qipan.play.shards import shard_of
from qipan.wiring import open_house, open_log
from server import use_link

LONGEST = 120
PACE = 0.15
OPENINGS = 60
CLOCK = {"kind": "increment", "main": 3_600_000, "bonus": 0}


def script(seed):
    """Moves of a game of gomoku between two who play anywhere; it does not end by itself."""
    game, dice = game_named("gomoku"), Random(seed)
    rules = game.rules_type()
    state, moves = game.start(rules, 2, game.deal(rules, 2, dice)), []
    while len(moves) < LONGEST:
        seat = game.acting(state)[0]
        for _ in range(50):
            move = game.sample(state, seat, dice)
            after = game.play(state, seat, move)
            if game.outcome(after) is None:
                break
        else:
            return moves
        moves.append((int(seat), game.write(state, seat, move)))
        state = after
    return moves


class Table:
    """One game: its script, its lines, and what was acknowledged."""

    def __init__(self, play, name, links, moves):
        self.play, self.name, self.links, self.moves = play, name, links, moves
        self.acknowledged = {}
        self.times = []
        """When each acknowledgement came."""
        self.seen = {}
        """Sequence number to what somebody was told of it."""
        self.told = 0
        self.refused = {}
        self.lines = [Line(self, seat, link) for seat, link in enumerate([*links, None])]

    @property
    def over(self):
        """Say whether the script is played: an acknowledgement of the last move may be lost."""
        return any(line.played >= len(self.moves) for line in self.lines)

    def note(self, message):
        """Remember what a client was told, and that nobody was told otherwise."""
        told = (message["kind"], message.get("id", ""), message.get("text", ""))
        before = self.seen.setdefault(message["seq"], told)
        assert before == told, f"{self.name} {message['seq']}: told {before} and {told}"
        self.told += 1


class Line:
    """One client: a seat, or a spectator."""

    def __init__(self, table, seat, link):
        self.table = table
        self.seat = seat if link else None
        self.token = link.partition("token=")[2] if link else ""
        self.socket = None
        self.seq = 0
        self.played = 0
        self.pending = {}
        self.port = 0
        self.last = deque(maxlen=12)
        """What it was told lately, and when."""

    def __str__(self):
        there = f"connected to {self.port}" if self.socket else "not connected"
        told = "; ".join(self.last)
        return (
            f"seat {self.seat}: {there}, seq {self.seq}, {self.played} played,"
            f" waits for {sorted(self.pending)}; told {told}"
        )

    async def run(self, stop):
        while not stop.is_set() and not self.table.over:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._connected()
            self.socket = None
            await asyncio.sleep(0.2 + 0.2 * self.table.play.dice.random())

    async def _connected(self):
        port = self.port = self.table.play.some_port()
        url = f"ws://127.0.0.1:{port}/play/socket/{self.table.name}?token={self.token}"
        async with connect(url, open_timeout=3, ping_interval=2, ping_timeout=4) as socket:
            self.socket = socket
            self.seq = 0
            async for text in socket:
                await self._take(json.loads(text))

    async def _send(self, message):
        if self.socket is not None:
            await self.socket.send(json.dumps(message))

    async def _resend(self):
        for message in list(self.pending.values()):
            await self._send(message)

    async def _take(self, message):
        kind = message["type"]
        code = message.get("kind") or message.get("code") or ""
        self.last.append(f"{time.time():.2f} {kind} {code} {message.get('seq', '')}")
        if kind == "ping":
            await self._send({"type": "pong", "t": message["t"]})
        elif kind == "state":
            self.seq = message["seq"]
            self.played = len(message["moves"])
            await self._resend()
        elif kind == "event":
            if message["seq"] > self.seq + 1:
                await self._send({"type": "since", "seq": 0})
                return
            if message["seq"] <= self.seq:
                return
            self.seq = message["seq"]
            self.table.note(message)
            if message["kind"] == "move-played/1":
                self.played += 1
                if message["seat"] == self.seat:
                    self._acknowledge(message["id"], message["seq"])
            if message["kind"] == "play-resumed/1":
                await self._resend()
        elif kind == "ack":
            self._acknowledge(message["id"], message["seq"])
        elif kind == "refused" and message["code"] != "play.suspended":
            self.table.refused[message["code"]] = self.table.refused.get(message["code"], 0) + 1
            self.pending.pop(message["id"], None)

    def _acknowledge(self, number, seq):
        self.pending.pop(number, None)
        known = self.table.acknowledged.setdefault(number, seq)
        assert known == seq, f"{self.table.name}: {number} acknowledged as {known} and {seq}"
        self.table.times.append(time.time())

    async def move(self):
        """Make the next move of the script if it is this seat's turn and not under way."""
        moves = self.table.moves
        if self.socket is None or not self.seq or self.played >= len(moves):
            return
        seat, text = moves[self.played]
        number = str(self.played)
        if seat != self.seat or number in self.pending or number in self.table.acknowledged:
            return
        self.pending[number] = {"type": "move", "text": text, "id": number, "seq": self.seq}
        await self._send(self.pending[number])


class Play:
    """Games on a cluster, on a loop of their own."""

    def __init__(self, cluster, tables, seed=1):
        self.cluster, self.dice = cluster, Random(seed)
        self.number = 0
        self.tables = []
        self.finished = []
        self.stuck = []
        self._stop = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._failed = []
        self._sign_in()
        for _ in range(tables):
            self.open()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def some_port(self):
        up = [each for each in self.cluster.of("edge") if each.process.poll() is None]
        return self.dice.choice(up or self.cluster.of("edge")).port

    def _sign_in(self):
        house = open_house(self.cluster.data)
        self._client = httpx.Client(timeout=20)
        self._links = [chief_link(house, "")]
        house.close()
        base = self.cluster.of("edge")[0].base
        use_link(self._client, base + self._links[0])

    def open(self):
        """Open a table through any edge."""
        self.number += 1
        body = {
            "game": "gomoku",
            "controls": [CLOCK],
            "occupants": ["a", "b"],
            "begin": True,
            "competition": "cup",
        }
        found = self.ask("/api/tables", body)
        table = Table(self, found["table"], found["links"], script(f"{self.number}"))
        self.tables.append(table)
        return table

    def ask(self, path, body):
        """Ask any edge as the chief; another one after a fault, whose first may not be back yet."""
        last = None
        for _ in range(OPENINGS):
            base = f"http://127.0.0.1:{self.some_port()}"
            headers = {"x-csrftoken": self._client.cookies.get("csrftoken")}
            try:
                last = self._client.post(base + path, json=body, headers=headers)
            except httpx.TransportError as error:
                last = error
            else:
                if last.status_code == 201:
                    return last.json()
                assert last.status_code == 503, last.text
            time.sleep(0.5)
        raise AssertionError(f"nobody answered {path}: {last}")

    def _run(self):
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._play())
        except Exception as error:  # noqa: BLE001  (raised again where the test waits)
            self._failed.append(error)

    async def _play(self):
        lines = {}
        while not self._stop.is_set():
            for table in list(self.tables):
                for line in table.lines:
                    if line not in lines:
                        lines[line] = asyncio.create_task(line.run(self._stop))
                    with contextlib.suppress(WebSocketException, OSError):
                        await line.move()
            for task in lines.values():
                if task.done() and task.exception():
                    raise task.exception()
            await asyncio.sleep(PACE)
        for task in lines.values():
            task.cancel()
        await asyncio.gather(*lines.values(), return_exceptions=True)

    @property
    def acknowledged(self):
        return sum(len(table.acknowledged) for table in [*self.tables, *self.finished])

    def progress(self, since, seconds=40):
        """Wait until every game went on after a moment; give how long the slowest took."""
        end = time.time() + seconds
        while time.time() < end:
            self.raise_failures()
            first = {
                table.name: next((at for at in table.times if at > since), None)
                for table in self.tables
                if not table.over
            }
            if None not in first.values():
                return max(first.values(), default=since) - since
            time.sleep(0.05)
        stuck = [table for table in self.tables if first.get(table.name, 0) is None]
        self.stuck = [table.name for table in stuck]
        beliefs = "\n".join(self.beliefs(table) for table in stuck)
        raise AssertionError(f"no move for {seconds} s:\n{beliefs}")

    def beliefs(self, table):
        """Say what everybody believes of a table: its clients, and the journal."""
        told = [f"table {table.name}, shard {shard_of(table.name)}"]
        for line in table.lines:
            told.append(f"  {line}")
        log = open_log(self.cluster.data, read_only=True)
        try:
            stored = list(log.read(stream_of(table.name)))
        finally:
            log.close()
        told.append(f"  journal: {len(stored)} events")
        told += [f"    {each.version} {each.at} {each.payload[:160]}" for each in stored[-8:]]
        return "\n".join(told)

    def cut(self, port):
        """Break every line of a player to one edge."""
        for table in self.tables:
            for line in table.lines:
                if line.socket is not None and line.port == port:
                    self._loop.call_soon_threadsafe(line.socket.transport.abort)

    def raise_failures(self):
        for error in self._failed:
            raise error

    def renew_tables(self):
        """Replace games that are over, for a long run."""
        for table in [each for each in self.tables if each.over]:
            self.tables.remove(table)
            self.finished.append(table)
            self.open()

    def end(self):
        self._stop.set()
        self._thread.join(timeout=20)
        self._client.close()
        self.raise_failures()

    def check(self, silences=()):
        """Compare what clients were told with the journal; give figures and gains."""
        log = open_log(self.cluster.data, read_only=True)
        try:
            return compare(log, [*self.tables, *self.finished], silences)
        finally:
            log.close()
