"""Thousands who read one event: what a page costs, and how soon all are up to date.

    python benchmarks/readers.py [--entrants 500] [--readers 10000] [--requests 2000]

A section is played until a round is paired, and served by ``qipan serve`` in a process of its own.
First single requests on a kept line, in CPU of the server; beside each the same bytes from a bare
server (the same loop and protocol, an application that answers from memory): the bound. Then that
many pages are open (``/live``), the round is published, and each page asks for what changed as the
script does: the CPU of the server until the last is up to date, and the time. The bare server is
asked to do the same with the same bytes.
"""

import argparse
import asyncio
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pages import EVENT, HERE, HOME, cpu, signed_in
from qipan.simulation.event import Plan, step
from qipan.wiring import open_house
from server import Server, free_port, use_link

ROUNDS = 5
AT_ONCE = 200
MOST_FETCHING = 4000
"""Connections beside those that listen; one machine has no more files for them."""
PAUSE = 0.12
"""Seconds after which a page asks, at the least; see ``live.js``."""
LONGEST = 120
Head = dict[bytes, bytes]


def play(path: Path, entrants: int) -> None:
    """Play until a round is paired and not yet public."""
    house = open_house(str(path))
    plan = Plan("my-2018", EVENT, entrants, 1)
    while step(house.office, plan):
        section = house.office.state(HOME).sections.get(plan.section)
        if section and len(section.rounds) == ROUNDS and not section.current.published:
            break
    house.close()


class Line:
    """A connection of one reader."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> "Line":
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def ask(self, path: str, **headers: str) -> tuple[int, bytes]:
        """Ask for something; give status and body."""
        headers = {"host": f"127.0.0.1:{self.port}", "accept_language": "en", **headers}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write("\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        body = await self.reader.readexactly(int(length[1])) if length else b""
        return int(head[9:12]), body

    def close(self) -> None:
        """Hang up."""
        self.writer.close()


async def bare(port: int, folder: Path) -> None:
    """Answer what lies in a folder, and tell who listens: nothing else."""
    import uvicorn

    from qipan.kernel.operating_system import fastest_loop

    kept = {f"/{each.name}": each.read_bytes() for each in folder.iterdir()}
    told = asyncio.Event()

    async def app(scope: dict, receive: Callable[[], Awaitable[dict]], send: Callable) -> None:
        if scope["type"] != "http":
            return
        body = kept.get(scope["path"], b"")
        if scope["path"] == "/publish":
            told.set()
        if scope["path"] == "/live":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send(
                {"type": "http.response.body", "body": b": listening\n\n", "more_body": True}
            )
            await told.wait()
            line = b'event: changed\ndata: {"version":1,"within":1000}\n\n'
            await send({"type": "http.response.body", "body": line, "more_body": True})
            await receive()
            await receive()
            return
        head = [(b"content-length", str(len(body)).encode()), (b"content-encoding", b"gzip")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})

    config = uvicorn.Config(app, port=port, loop=fastest_loop(), log_config=None, access_log=False)
    await uvicorn.Server(config).serve()


class Bare:
    """The bare server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        words = [sys.executable, __file__, "--bare", str(self.port), "--folder", str(folder)]
        self.process = subprocess.Popen(words)
        for _ in range(600):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


async def one_by_one(pid: int, port: int, path: str, times: int, **headers: str) -> float:
    """Ask for the same on one line; give CPU milliseconds of the server for each."""
    line = await Line(port).open()
    for _ in range(20):
        await line.ask(path, **headers)
    begun = cpu(pid)
    for _ in range(times):
        await line.ask(path, **headers)
    line.close()
    return (cpu(pid) - begun) / times * 1000


async def crowd(
    server: "Server | Bare", readers: int, live: str, asked: str, publish: Callable[[], None]
) -> tuple[float, float, float, float]:
    """Open pages, publish, and let all ask.

    Gives CPU milliseconds to let one in, then for each reader from the publication on, the seconds
    until the last was up to date, and until half were.
    """
    pid, port, gate = server.process.pid, server.port, asyncio.Semaphore(AT_ONCE)
    fetches = asyncio.Semaphore(MOST_FETCHING)
    ready: list[float] = []
    begun = cpu(pid)

    async def one() -> tuple[Line, asyncio.StreamReader]:
        async with gate:
            line = await Line(port).open()
            line.writer.write(f"GET {live} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode())
            await line.reader.readuntil(b": listening\n\n")
            return line

    lines = await asyncio.gather(*(one() for _ in range(readers)))
    let_in = (cpu(pid) - begun) / readers * 1000

    async def follow(line: Line) -> None:
        told = await line.reader.readuntil(b"}\n\n")
        within = int(re.search(rb'"within":(\d+)', told)[1])
        await asyncio.sleep(PAUSE + random.random() * within / 1000)
        async with fetches:
            fetching = await Line(port).open()
            status, body = await fetching.ask(asked, accept_encoding="gzip")
            assert (status, bool(body)) == (200, True)
            fetching.close()
        ready.append(time.perf_counter())

    following = [asyncio.create_task(follow(each)) for each in lines]
    await asyncio.sleep(0.5)
    begun, start = cpu(pid), time.perf_counter()
    await asyncio.to_thread(publish)
    async with asyncio.timeout(LONGEST):
        await asyncio.gather(*following)
    used = (cpu(pid) - begun) / readers * 1000
    for each in lines:
        each.close()
    ready.sort()
    return let_in, used, ready[-1] - start, ready[len(ready) // 2] - start


def publisher(server: Server) -> Callable[[], None]:
    """Sign in as the chief arbiter; give what publishes the round."""
    client = httpx.Client(base_url=server.base)
    use_link(client, server.link)

    def publish() -> None:
        form = {"_csrf_token": client.cookies["csrftoken"], "round": str(ROUNDS)}
        answer = client.post(f"{HERE}/publish", data=form, timeout=60)
        assert answer.status_code == 303, answer.text

    return publish


def session_of(server: Server, journal: Path) -> str:
    """Sign in as a spectator; give the cookies."""
    client = signed_in(server, journal, "guest")
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def line_of(what: str, ours: float, bound: float | None, size: int) -> None:
    """Print a figure beside its bound."""
    ratio = "" if not bound else f"{bound:8.3f} {ours / bound:6.1f}x"
    print(f"{what:44} {size:9,} {ours:8.3f} {ratio}", flush=True)


def measure(folder: Path, options: argparse.Namespace) -> None:
    """Measure our server, then the bare one with the same bytes."""
    journal, kept = folder / "j.sqlite", folder / "bytes"
    kept.mkdir()
    play(journal, options.entrants)
    server = Server(journal)
    try:
        pid, port, times = server.process.pid, server.port, options.requests
        found = httpx.get(server.base + HERE, headers={"accept-language": "en"})
        mark = re.search(r'data-held="(\w+)"', found.text)[1]
        cookies = session_of(server, journal)
        asked = {
            "health": ("/health", {}),
            "page": (HERE, {"accept_encoding": "gzip"}),
            "same": (HERE, {"if_none_match": found.headers["etag"]}),
            "nothing-new": (f"{HERE}?held={mark}", {"accept_encoding": "gzip"}),
            "signed-in": (HERE, {"accept_encoding": "identity", "cookie": cookies}),
        }
        ours = {}
        for name, (path, headers) in asked.items():
            body = asyncio.run(_body(port, path, headers))
            (kept / name).write_bytes(body)
            some = times if name != "signed-in" else times // 10
            ours[name] = asyncio.run(one_by_one(pid, port, path, some, **headers))
        result = asyncio.run(
            crowd(
                server,
                options.readers,
                f"/c/{HOME}/live",
                asked["nothing-new"][0],
                publisher(server),
            )
        )
        changes = asyncio.run(_body(port, *asked["nothing-new"]))
        (kept / "changes").write_bytes(changes)
        memory = Path(f"/proc/{pid}/status").read_text()
    finally:
        server.stop()
    other = Bare(kept)
    try:
        print(f"{'one after the other':44} {'bytes':>9} {'CPU ms':>8} {'bound':>8}")
        for name in ours:
            bound = asyncio.run(one_by_one(other.process.pid, other.port, f"/{name}", times))
            line_of(name, ours[name], bound, (kept / name).stat().st_size)
        bound = asyncio.run(
            crowd(
                other,
                options.readers,
                "/live",
                "/changes",
                lambda: httpx.get(f"http://127.0.0.1:{other.port}/publish") and None,
            )
        )
    finally:
        other.stop()
    print(f"{options.readers:,} readers of {options.entrants} entrants, a round is published:")
    for name, index in (("let one in", 0), ("tell one and answer it", 1)):
        line_of(name, result[index], bound[index], len(changes))
    print(f"half up to date after {result[3]:.1f} s, all after {result[2]:.1f} s ", end="")
    print(f"(bare {bound[3]:.1f} and {bound[2]:.1f} s)")
    print("peak memory of the server", re.search(r"VmHWM:\s+(\d+)", memory)[1], "kB")


async def _body(port: int, path: str, headers: dict[str, str]) -> bytes:
    line = await Line(port).open()
    _, body = await line.ask(path, **headers)
    line.close()
    return body


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entrants", type=int, default=500)
    parser.add_argument("--readers", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--bare", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.bare:
        asyncio.run(bare(options.bare, options.folder))
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options)


if __name__ == "__main__":
    main()
