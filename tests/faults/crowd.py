"""A crowd of spectators while a game is played: what do the players feel?

    python tests/faults/crowd.py [--sockets 10000] [--addresses 50] [--moves 60]

The crowd comes from many addresses of the loopback and watches several tables of one server, the
played one among them. Prints how many were let in, and how long a move took to be acknowledged.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
from websockets.sync.client import connect

from server import Server, use_link

CLOCK = {"kind": "per-move", "game": 3_600_000, "move": 600_000}
TABLES = 8
HELLO = (
    "GET /play/socket/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)


class Spectator(asyncio.Protocol):
    """Comes, and listens; counts what becomes of all of them."""

    open_now = refused = lost = 0

    def __init__(self, words):
        self.words, self.heard, self.counted = words, b"", False

    def connection_made(self, transport):
        transport.write(self.words)

    def data_received(self, data):
        if not self.counted:
            self.heard += data
            if b"\r\n\r\n" in self.heard and len(self.heard) > 400:
                self.counted = True
                if b'"state"' in self.heard:
                    Spectator.open_now += 1
                else:
                    Spectator.refused += 1
                self.heard = b""

    def connection_lost(self, _):
        Spectator.lost += 1


async def crowd(port, tables, count, addresses, pipe):
    loop, kept = asyncio.get_running_loop(), []
    host = f"127.0.0.1:{port}"

    async def come(number):
        words = HELLO.format(table=tables[number % len(tables)], host=host).encode()
        local = (f"127.0.0.{2 + number % addresses}", 0)
        try:
            kept.append(
                await loop.create_connection(
                    lambda: Spectator(words), "127.0.0.1", port, local_addr=local
                )
            )
        except OSError:
            Spectator.refused += 1

    for start in range(0, count, 100):
        await asyncio.gather(*(come(number) for number in range(start, min(count, start + 100))))
    os.write(pipe, b"here\n")
    while True:
        await asyncio.sleep(1)
        told = {"open": Spectator.open_now, "refused": Spectator.refused, "lost": Spectator.lost}
        os.write(pipe, (json.dumps(told) + "\n").encode())


def wire(server, link):
    table, _, query = link.removeprefix("/t/").partition("?")
    return connect(f"{server.base.replace('http', 'ws')}/play/socket/{table}?{query}")


def hear(line, wanted):
    while True:
        told = json.loads(line.recv(timeout=120))
        if wanted(told):
            return told


def play(server, links, moves):
    """Play a game that nobody wins; gives the milliseconds each move took to be acknowledged."""
    with wire(server, links[0]) as one, wire(server, links[1]) as two:
        return play_between((one, two), moves)


def play_between(lines, moves):
    took = []
    places = [f"{column}{row}" for row in range(1, 16, 2) for column in "acegikmbdfhjln"]
    for number in range(moves):
        line, name = lines[number % 2], f"m{number}"
        begun = time.monotonic()
        line.send(json.dumps({"type": "move", "text": places[number], "id": name}))
        told = hear(line, lambda each, name=name: each.get("id") == name)
        took.append((time.monotonic() - begun) * 1000)
        if told["type"] == "refused":
            raise SystemExit(f"refused: {told}")
        hear(lines[1 - number % 2], lambda each, name=name: each.get("id") == name)
        time.sleep(0.02)
    return sorted(took)


def figures(took):
    def at(share):
        return took[min(len(took) - 1, int(len(took) * share))]

    return f"p50 {at(0.5):.0f} ms, p99 {at(0.99):.0f} ms, most {took[-1]:.0f} ms"


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--sockets", type=int, default=10_000)
    reader.add_argument("--addresses", type=int, default=50)
    reader.add_argument("--moves", type=int, default=60)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "j.sqlite")
        with httpx.Client(base_url=server.base, timeout=60) as chief:
            use_link(chief, server.link)
            headers = {"x-csrftoken": chief.cookies["csrftoken"]}
            body = {"game": "gomoku", "controls": [CLOCK], "occupants": ["a", "b"]}
            opened = [
                chief.post("/api/tables", json=body, headers=headers).json()
                for _ in range(TABLES + 1)
            ]
        alone = play(server, opened[TABLES]["links"], asked.moves)
        print(f"alone: {figures(alone)}", flush=True)
        read, write = os.pipe()
        child = os.fork()
        if not child:
            names = [each["table"] for each in opened[:TABLES]]
            asyncio.run(crowd(server.port, names, asked.sockets, asked.addresses, write))
        try:
            begun = time.monotonic()
            lines = os.fdopen(read)
            while lines.readline() != "here\n":
                pass
            told = json.loads(lines.readline())
            print(f"crowd after {time.monotonic() - begun:.0f} s: {told}", flush=True)
            beside = play(server, opened[0]["links"], asked.moves)
            print(f"beside the crowd: {figures(beside)}", flush=True)
            os.set_blocking(read, False)
            with contextlib.suppress(BlockingIOError, TypeError):
                while line := lines.readline():
                    told = json.loads(line)
            print(f"at the end: {told}", flush=True)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
