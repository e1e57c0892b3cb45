"""Servers under load, each in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")


class Stolen:
    """What the host of a virtual machine took from it meanwhile, as a share of its time.

    Nobody here can do anything in that time: latencies of a run that lost much of it say little.
    """

    def __init__(self):
        self._begun = self._now()

    def _now(self):
        fields = [
            int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        ]
        return fields[7], sum(fields)

    def __str__(self):
        stolen, whole = (now - then for now, then in zip(self._now(), self._begun, strict=True))
        return f"{stolen / max(1, whole):.1%} of the time taken by the host"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


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


def wait_for(port):
    """Wait until somebody listens; a machine with other work may take its time."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit("the server did not start")


def _cpu(path):
    fields = path.read_text().rpartition(")")[2].split()
    return int(fields[11]) / TICKS, int(fields[12]) / TICKS


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
        wait_for(self.port)

    def cpu(self):
        """Give the seconds of CPU so far: user and system, and of the main thread alone."""
        own = Path(f"/proc/{self.process.pid}")
        user, system = _cpu(own / "stat")
        return user, system, sum(_cpu(own / "task" / str(self.process.pid) / "stat"))

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


NURSERY = """
import os, signal, sys, tempfile
from qipan.cli import main
from qipan.web.app import build
from qipan.web.serving import make_context
from qipan.wiring import open_house
with tempfile.TemporaryDirectory() as folder:  # once, so that everything is loaded
    house = open_house(folder + "/first.sqlite")
    build(make_context(house))
    house.close()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
for line in sys.stdin:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sys.argv = ["qipan", *line.split()]
        main()
        os._exit(0)
    print(child, flush=True)
"""


class Nursery:
    """A process that has loaded the program and forks servers, for starting one after the other."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", NURSERY],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "300"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


class Forked:
    """A server out of the nursery: a process of its own, killed like any other."""

    def __init__(self, nursery, path):
        self.port = free_port()
        words = ["serve", "--port", str(self.port), "--data", str(path)]
        nursery.process.stdin.write(" ".join(words) + "\n")
        nursery.process.stdin.flush()
        line = "x"
        while not line.strip().isdigit():  # the server itself prints a greeting
            line = nursery.process.stdout.readline()
        self.pid = int(line)
        wait_for(self.port)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        while Path(f"/proc/{self.pid}").exists():
            time.sleep(0.001)
