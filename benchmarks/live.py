"""Live tables under load: real websockets on the loopback, against a server started here.

Every table is played by two to six connections that send scripted legal moves **on a fixed
schedule**: a mover sends at its time whether or not anything was answered before (a move whose
turn has not come yet waits for the opponent's, and that wait counts into the latency). Latency is
from the time a move was due to the opponent's receipt of it.

    python benchmarks/live.py --tables 500 --rate 1000 --seconds 20
    python benchmarks/live.py --spectators 20000      # of one board: memory, and when they are told
    python benchmarks/live.py --idle 2000             # memory of an open table
    python benchmarks/live.py --kills 100 --tables 50 --rate 200
    python benchmarks/live.py --tables 50 --rate 200 --seconds 5 --before ../earlier
    python benchmarks/live.py --tables 50 --rate 200 --seconds 10 --practice 50 --level 8

The clients run in a process of their own, so the server's CPU is measured apart.
"""

import argparse
import asyncio
import math
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
import uvloop

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "benchmarks")]

from journal import echo, flushes  # noqa: E402
from qipan.games import game_named  # noqa: E402
from qipan.journal.live.table import fold_table, stream_of  # noqa: E402
from qipan.play.seats import seat_token  # noqa: E402
from qipan.wiring import open_house  # noqa: E402
from tables.beside import beside  # noqa: E402
from tables.clients import Player, Tally, connect, drive  # noqa: E402
from tables.games import KEY, prepare, prepare_open, random_scripts, scripts  # noqa: E402
from tables.servers import Forked, Nursery, Server, Stolen  # noqa: E402

MORE = 0.01
"""So much more than the rate is asked for: its first and last moves take their time too."""
BOUND_SECONDS = 0.5
IDLE_GAMES = ("xiangqi", "gomoku", "go", "shengji", "chinese-checkers")
PATIENCE = 10
"""Seconds to wait for the last receipts."""


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else 0


async def load(options, practice=0):
    more_files(options.tables * 8 + 200)
    seats = game_named(options.game).seats(game_named(options.game).rules_type())[0]
    rate = options.rate * (1 + MORE)
    least = math.ceil(rate * options.seconds / options.tables)
    played = scripts(options.game, seats, 20, max(300, least), least)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sqlite"
        prepare(path, options.game, seats, options.tables, played, (practice, options.level))
        server = Server(path, options.profile)
        tally = Tally()
        hello = None if options.whole else {"changes": True, "beats": True}
        players = [
            Player(f"b{number}", seats, played[number % len(played)][1], tally, hello)
            for number in range(options.tables)
        ]
        for player in players:
            await player.join(server.port)
        watching = [
            await connect(server.port, name, seat_token(KEY, name, 0), lambda wire, data: None)
            for name in (f"computer{number}" for number in range(practice))
        ]  # somebody looks on: a table wakes when it is opened
        await asyncio.sleep(2)
        stolen = Stolen()
        before, mine, begun = server.cpu(), time.process_time(), time.perf_counter()
        count, _ = await drive(players, rate, options.seconds)
        await received(tally, count)
        took = tally.last - begun
        used = [now - then for now, then in zip(server.cpu(), before, strict=True)]
        mine, memory, stolen = time.process_time() - mine, server.memory(), str(stolen)
        server.stop()
        show(options, players, (count, took), used)
        print(f"  clients {mine / took * 100:.0f} % of a core, server memory {memory >> 20} MiB")
        print(f"  {stolen}")
        bounds(Path(folder))
        if watching:
            print(f"  {computer_moves(path, practice)} moves of level {options.level} meanwhile")
        return missing(path, tally)


def bounds(folder):
    """Say what nothing can undercut on this machine in this minute: a flush, a socket's echo."""
    print("  bounds in the same run:")
    flushes(folder, BOUND_SECONDS)
    echo(BOUND_SECONDS)


async def beside_practice(options):
    """Measure the same tables alone, then beside practice games that computers play."""
    lost = await load(options)
    print(f"beside {options.practice} practice games, computers of level {options.level}:")
    return lost + await load(options, options.practice)


def computer_moves(path, practice):
    """Count what computers played at their own tables."""
    house = open_house(str(path))
    streams = [house.log.read(stream_of(f"computer{number}")) for number in range(practice)]
    house.close()
    return sum(each.name == "move-played/1" for stream in streams for each in stream)


async def received(tally, count):
    """Wait for the last receipts; what has not come after this is lost."""
    end = time.perf_counter() + PATIENCE
    while len(tally.latencies) < count and time.perf_counter() < end:
        await asyncio.sleep(0.01)


def show(options, players, sent, used):
    """Print what was measured; rates are from the first move that was due to the last receipt."""
    (count, took), (user, system, loop) = sent, used
    tally = players[0].tally
    late, behind = tally.latencies, tally.behind
    done = len(late)
    over = sum(player.scheduled >= len(player.moves) for player in players)
    each = 1000 / max(1, done)
    print(f"{options.game}: {len(players)} tables, {count} moves in {options.seconds:g} s asked")
    print(f"  {done} of {count} moves received, {done / took:.0f} durable moves/s")
    print(f"  latency ms: {shares(late)}; of this sent behind time: {shares(behind)}")
    print(
        f"  server CPU {(user + system) * each:.3f} ms a move: user {user * each:.3f}, system"
        f" {system * each:.3f}; main thread {loop * each:.3f}, others"
        f" {(user + system - loop) * each:.3f}"
    )
    print(f"  {tally.bytes / max(1, tally.told):.0f} bytes to tell one player of one move")
    print(f"  errors {tally.errors or 'none'}, games over before the end {over}")
    print(f"  machine load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def shares(values):
    p50, p99, most = (percentile(values, share) for share in (0.5, 0.99, 1))
    return f"p50 {p50:.1f}  p99 {p99:.1f}  most {most:.1f}"


def missing(path, tally):
    """Look in the journal for every move that was acknowledged; gives how many are not there."""
    house = open_house(str(path))
    stored = {}
    moves = 0
    for name in {name for name, _ in tally.acknowledged}:
        stored[name] = house.log.read(stream_of(name))
        moves += sum(each.name == "move-played/1" for each in stored[name])
    house.close()
    lost = sum(
        seq > len(stored[name]) or f'"id":"{number}"' not in stored[name][seq - 1].payload
        for (name, number), seq in tally.acknowledged.items()
    )
    print(f"  journal: {moves} moves stored, {len(tally.acknowledged)} acknowledged, {lost} lost")
    return lost


def more_files(wanted):
    """Raise the limit of open files for this process and those it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= wanted:
        return
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(f"{wanted} open files are needed, the system allows {hard} (ulimit -Hn)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


A_FLAT = 250
"""Spectators from one address: more than 300 are not let in."""


def quietly(wire, data):
    """Read and forget."""


class Audience:
    """Spectators of one board, and when the last of them was told of each move."""

    def __init__(self):
        self.count, self.last, self.bytes = 0, 0.0, 0

    def take(self, wire, data):
        if b"move-played/1" in data:
            self.count += 1
            self.bytes += len(data)
            self.last = time.perf_counter()


async def spectate(options):
    """Fill the gallery of one board; then play, and see when everybody was told."""
    count = options.spectators
    more_files(count + 200)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sqlite"
        played = scripts("xiangqi", 2, 1, 40)
        prepare(path, "xiangqi", 2, 1, played)
        server = Server(path)
        player = Player("b0", 2, played[0][1], Tally())
        await player.join(server.port)
        audience = Audience()
        first = await connect(server.port, "b0", "", quietly)
        await asyncio.sleep(2)
        before, cpu = server.memory(), server.cpu()
        wires = [first]
        for number in range(count):
            address = f"127.0.{1 + number // A_FLAT // 250}.{1 + number // A_FLAT % 250}"
            wires.append(await connect(server.port, "b0", "", audience.take, address=address))
        await asyncio.sleep(1)
        each = (server.memory() - before) / count
        print(f"{count} idle spectators: {each / 1024:.1f} KiB each,", end=" ")
        used = sum(server.cpu()[:2]) - sum(cpu[:2])
        print(f"{used / count * 1000:.2f} ms CPU to let one in")
        for wire in wires:
            wire.send(b'{"type":"hello","changes":true}')
        await asyncio.sleep(2)
        waits, cpu = [], server.cpu()
        for _ in range(options.told):
            audience.count, audience.bytes, begun = 0, 0, time.perf_counter()
            player.tick(begun)
            while audience.count < count and time.perf_counter() < begun + 10:
                await asyncio.sleep(0.005)
            waits.append(audience.last - begun if audience.count >= count else math.inf)
            await asyncio.sleep(0.3)
        used = (sum(server.cpu()[:2]) - sum(cpu[:2])) / options.told
        half, size = sorted(waits)[len(waits) // 2], audience.bytes // max(1, audience.count)
        print(f"  {options.told} moves: all were told after at most {max(waits):.2f} s", end="")
        print(f" (half of the times {half:.2f} s);", end=" ")
        print(f"{used / count * 1e6:.1f} µs CPU to tell one {size} bytes")
        most = (server.memory() - before) / count
        print(f"  {most / 1024:.1f} KiB each afterwards; machine load {os.getloadavg()[0]:.1f}")
        server.stop()


async def idle(options):
    """Measure what an open table takes: a server with many of them, and one with none.

    Every game, with random moves; each table has one of 200 different games.
    """
    found = {}
    for name in IDLE_GAMES:
        seats = game_named(name).seats(game_named(name).rules_type())[0]
        played = random_scripts(name, seats, min(options.idle, 200), 60)
        sizes = [await _open_memory(name, seats, played, tables) for tables in (0, options.idle)]
        found[name] = (sizes[1] - sizes[0]) / options.idle / 1024
    most = max(found.values())
    print(f"{options.idle} open tables of 60 moves each: {most:.1f} KiB a table at most")
    print("  " + ", ".join(f"{name} {size:.1f}" for name, size in found.items()))


async def _open_memory(name, seats, played, tables):
    """Give the memory of a server with so many open tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sqlite"
        prepare_open(path, played, tables, tables, 60, sharded=False, game=name, seats=seats)
        server = Server(path)
        await asyncio.sleep(2)
        found = server.memory()
        server.stop()
    return found


async def kills(options):
    """Kill the server again and again; compare what was acknowledged with what is stored."""
    seats = 2
    played = scripts(options.game, seats, 20, 300)
    with tempfile.TemporaryDirectory() as folder, Nursery() as nursery:
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
            server = Forked(nursery, path)
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
    parser.add_argument("--told", type=int, default=10, help="moves told to the spectators")
    parser.add_argument("--idle", type=int, default=0, help="measure so many open tables")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--whole", action="store_true", help="tell whole positions, no heartbeats")
    parser.add_argument("--profile", help="write where the server's time goes to this file")
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version, to compare")
    parser.add_argument("--practice", type=int, default=0, help="practice games beside them")
    parser.add_argument("--level", type=int, default=8, help="of the computers that practise")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each, with --before")
    options = parser.parse_args()
    if options.before:
        asked = ("game", "tables", "rate", "seconds")
        words = [word for name in asked for word in (f"--{name}", str(getattr(options, name)))]
        sys.exit(beside(options.before.resolve(), options.rounds, words))
    what = kills if options.kills else spectate if options.spectators else load
    if options.idle:
        what = idle
    if options.practice:
        what = beside_practice
    sys.exit(1 if uvloop.run(what(options)) else 0)


if __name__ == "__main__":
    main()
