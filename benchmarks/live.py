"""Live tables under load: real websockets on the loopback, against a server started here.

Every table is played by two to six connections that send scripted legal moves **on a fixed
schedule**: a mover sends at its time whether or not anything was answered before (a move whose
turn has not come yet waits for the opponent's, and that wait counts into the latency). Latency is
from the time a move was due to the opponent's receipt of it.

    python benchmarks/live.py --tables 500 --rate 1000 --seconds 20
    python benchmarks/live.py --spectators 5000
    python benchmarks/live.py --kills 100 --tables 50 --rate 200

The clients run in a process of their own, so the server's CPU is measured apart.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from qipan.games import game_named  # noqa: E402
from qipan.games.bots import bot_of  # noqa: E402
from qipan.journal.table import fold_table, stream_of  # noqa: E402
from qipan.kernel.clock import Increment  # noqa: E402
from qipan.kernel.ids import TABLE  # noqa: E402
from qipan.play.registry import STREAM, TableListed  # noqa: E402
from qipan.play.seats import seat_token  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
KEY = b"benchmark-key-of-32-bytes-......"
CLOCK = Increment(3_600_000, 0)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def scripts(name, seats, count, longest):
    """Play a few games between computers and write them down: (seat, text) in order."""
    game = game_named(name)
    rules = game.rules_type()
    found = []
    for number in range(count):
        dice = Random(f"{name}/{number}")
        setup = game.deal(rules, seats, dice)
        state = game.start(rules, seats, setup)
        moves = []
        while len(moves) < longest and game.outcome(state) is None:
            acting = [seat for seat in game.acting(state) if seat != TABLE]
            if not acting:
                break
            seat = acting[0]
            if name == "xiangqi":
                move = game.sample(state, seat, dice)
            else:
                move = bot_of(game)(state, seat, dice)
            moves.append((int(seat), game.write(state, seat, move)))
            state = game.play(state, seat, move)
        found.append((setup, moves))
    return found


def prepare(path, name, seats, tables, played):
    """Write the tables into a fresh journal, begun; the server finds them there."""
    from qipan.journal.envelope import Batch
    from qipan.journal.events.base import fresh
    from qipan.journal.table_events import GameBegun, TableOpened
    from qipan.wiring import open_house, utc_now

    house = open_house(str(path))
    house.secrets.keep("play/seats", KEY)
    at = utc_now().isoformat()
    waiting = []
    listed = tuple(fresh(TableListed(table=f"b{number}")) for number in range(tables))
    waiting.append(house.log.submit(Batch(STREAM, 0, "bench", at, listed)))
    for number in range(tables):
        opened = TableOpened(
            game=name,
            engine=game_named(name).engine,
            setup=played[number % len(played)][0],
            controls=(CLOCK,) * seats,
            occupants=tuple(f"p{seat}" for seat in range(seats)),
        )
        events = (fresh(opened), fresh(GameBegun()))
        waiting.append(house.log.submit(Batch(stream_of(f"b{number}"), 0, "bench", at, events)))
    for future in waiting:
        future.result()
    house.close()


PROFILED = """
import cProfile, time
found = cProfile.Profile(time.thread_time)
from qipan.cli import main
found.enable()
try:
    main()
finally:
    found.disable()
    found.dump_stats({target!r})
"""
"""The CPU time of the serving thread, so that other programs do not count."""


class Server:
    """The server in a process of its own."""

    def __init__(self, path, profile=None):
        self.port = free_port()
        command = "from qipan.cli import main; main()"
        if profile:
            command = PROFILED.format(target=profile)
        words = ["serve", "--port", str(self.port), "--data", str(path)]
        self.log = Path(f"{path}.log").open("ab")  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *words],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "300"},
            stdout=self.log,
            stderr=self.log,
        )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise SystemExit("the server did not start: " + Path(f"{path}.log").read_text())

    def cpu(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


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


async def connect(port, table, token, on_text, on_lost=lambda wire: None):
    url = f"ws://127.0.0.1:{port}/play/socket/{table}?token={token}"
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(url, on_text, on_lost), "127.0.0.1", port)
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
        self.latencies, self.acknowledged, self.errors, self.late = [], {}, {}, 0


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

    def __init__(self, name, seats, moves, tally):
        self.name, self.seats, self.moves, self.tally = name, seats, moves, tally
        self.wires = [None] * seats
        self.sent = self.seen = self.scheduled = 0
        self.due = {}
        self.up = False
        self.timing, self.sent_at, self.joined_at = Timing(), {}, 0.0

    async def join(self, port):
        self.wires = []
        self.joined_at = time.perf_counter()
        for seat in range(self.seats):
            token = seat_token(KEY, self.name, seat)
            self.wires.append(
                await connect(
                    port, self.name, token, lambda wire, data, who=seat: self.take(who, wire, data)
                )
            )
        self.up = True

    def take(self, seat, wire, data):
        message = read(data)
        if message.type == "event" and message.kind == "move-played/1":
            number = int(message.id)
            mover = self.moves[number][0]
            if number == len(self.timing.turns):
                self.timing.moved(self.sent_at[number], time.perf_counter())
            if seat == mover:
                self.tally.acknowledged[self.name, number] = message.seq
            elif seat == (mover + 1) % self.seats and number in self.due:
                self.tally.latencies.append(time.perf_counter() - self.due.pop(number))
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
    """Send ``rate`` moves a second, the tables in turn, on a fixed schedule."""
    start = time.perf_counter()
    count = 0
    live = list(players)
    while (now := time.perf_counter()) < start + seconds and live:
        wanted = int((now - start) * rate)
        while count < wanted and live:
            player = live[count % len(live)]
            if not player.tick(start + count / rate):
                live.remove(player)
            count += 1
        await asyncio.sleep(0.001)
    return count, time.perf_counter() - start


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else 0


async def load(options):
    more_files(options.tables * 8 + 200)
    seats = game_named(options.game).seats(game_named(options.game).rules_type())[0]
    played = scripts(options.game, seats, 20, 300)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sqlite"
        prepare(path, options.game, seats, options.tables, played)
        server = Server(path, options.profile)
        tally = Tally()
        players = [
            Player(f"b{number}", seats, played[number % len(played)][1], tally)
            for number in range(options.tables)
        ]
        for player in players:
            await player.join(server.port)
        await asyncio.sleep(2)
        before, mine = server.cpu(), time.process_time()
        count, took = await drive(players, options.rate, options.seconds)
        await asyncio.sleep(1)
        cpu, mine = server.cpu() - before, time.process_time() - mine
        done = len(tally.latencies)
        print(f"{options.game}: {options.tables} tables, {count / took:.0f} moves/s asked")
        print(f"  {done} of {count} moves received, {done / took:.0f} durable moves/s")
        print(
            f"  latency ms: p50 {percentile(tally.latencies, 0.5):.1f}"
            f"  p99 {percentile(tally.latencies, 0.99):.1f}"
            f"  most {percentile(tally.latencies, 1):.1f}"
        )
        print(f"  server CPU {cpu / max(1, done) * 1000:.3f} ms a move (clients {mine:.1f} s)")
        print(f"  server memory {server.memory() / 2**20:.0f} MiB, errors {tally.errors or 'none'}")
        print(f"  machine load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        server.stop()


def more_files(wanted):
    """Raise the limit of open files for this process and those it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= wanted:
        return
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(f"{wanted} open files are needed, the system allows {hard} (ulimit -Hn)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def spectate(options):
    more_files(options.spectators + 200)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sqlite"
        prepare(path, "xiangqi", 2, 1, scripts("xiangqi", 2, 1, 10))
        server = Server(path)
        first = await connect(server.port, "b0", "", lambda wire, data: None)
        await asyncio.sleep(0.5)
        before, cpu = server.memory(), server.cpu()
        wires = [first]
        for _ in range(options.spectators):
            wires.append(await connect(server.port, "b0", "", lambda wire, data: None))
        await asyncio.sleep(1)
        each = (server.memory() - before) / options.spectators
        print(f"{options.spectators} idle spectators: {each / 1024:.1f} KiB each,", end=" ")
        print(f"{(server.cpu() - cpu) / options.spectators * 1000:.2f} ms CPU to let one in")
        server.stop()


async def kills(options):
    """Kill the server again and again; compare what was acknowledged with what is stored."""
    from qipan.wiring import open_house

    seats = 2
    played = scripts(options.game, seats, 20, 300)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sqlite"
        prepare(path, options.game, seats, options.tables, played)
        tally = Tally()
        players = [
            Player(f"b{number}", seats, played[number % len(played)][1], tally)
            for number in range(options.tables)
        ]
        lost, stored = 0, {}
        dice = Random(options.kills)
        for _ in range(options.kills):
            server = Server(path)
            for player in players:
                await player.join(server.port)
            for player in players:
                player.resend()
            await drive(players, options.rate, 0.3 + dice.random())
            before = time.perf_counter()
            server.kill()
            killed = (before, time.perf_counter())
            for player in players:
                player.up = False
            await asyncio.sleep(0.05)  # what had been sent before the kill is still received
            house = open_house(str(path))
            stored = {
                player.name: list(house.log.read(stream_of(player.name))) for player in players
            }
            house.close()
            for (name, number), seq in tally.acknowledged.items():
                found = stored[name]
                kept = len(found) >= seq and f'"id":"{number}"' in found[seq - 1].payload
                lost += not kept
            for player in players:
                after_kill(player, fold_table(player.name, stored[player.name]), killed)
        wrong = [fault for player in players for fault in clock_faults(player, stored[player.name])]
        turns = sum(len(player.timing.turns) for player in players)
        worst = max((player.timing.slowest for player in players), default=0) * 1000
        print(f"{options.kills} kills, {len(tally.acknowledged)} moves acknowledged, {lost} lost")
        print(f"  {turns} turns, {len(wrong)} clocks wrong by more than the bound")
        print(f"  slowest move {worst:.0f} ms, errors {tally.errors or 'none'}")
        for fault in wrong[:10]:
            print("  ", fault)
        return lost or len(wrong)


def after_kill(player, table, killed):
    """Take up what was stored, seen or not, and stop the player's own clock."""
    from qipan.play.recovery import BEAT

    for number in range(len(player.timing.turns), len(table.moves)):
        player.timing.moved(player.sent_at[number], killed[1])
    if not table.over:
        player.timing.killed(*killed, BEAT / 1000)
    player.seen = player.sent = player.scheduled = len(table.moves)
    player.due = {}


def clock_faults(player, stored):
    """Compare what every turn was charged, whatever happened in it, with the client's bounds.

    A lag credit is taken as charged: it is bounded by itself. Milliseconds are cut off at every
    piece of a turn.
    """
    found, charged, pieces = [], 0, 0
    turns = iter(enumerate(player.timing.turns))
    for envelope in stored:
        payload = msgspec.json.decode(envelope.payload)
        spent = sum(ms for _, ms in payload.get("spent", ()))
        charged, pieces = charged + spent + payload.get("lag", 0), pieces + 1
        if payload["event"] != "move-played/1":
            continue
        number, (low, high) = next(turns)
        if not low * 1000 - 2 * pieces <= charged <= high * 1000 + 2 * pieces:
            bounds = f"{low * 1000:.0f} to {high * 1000:.0f} ms"
            found.append(f"{player.name} move {number}: charged {charged} ms, bounds {bounds}")
        charged = pieces = 0
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="xiangqi")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=int, default=1000, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--profile", help="write where the server's time goes to this file")
    options = parser.parse_args()
    what = kills if options.kills else spectate if options.spectators else load
    sys.exit(1 if uvloop.run(what(options)) else 0)


if __name__ == "__main__":
    main()
