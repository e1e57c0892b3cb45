"""Processes of Qipan that start at once: forked from one that has imported everything.

Reading the program takes seconds of a processor, and tests start it dozens of times. The forked
process runs the same command line with its own output, environment and folder, and is signalled
and waited for like any other. Run as a program this file is the one that forks.
"""

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path
from random import Random

from dice import DICE

SOURCE = Path(__file__).parents[1] / "src"


class Forker:
    """The process that forks, asked over its standard input."""

    def __init__(self):
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-u", str(Path(__file__))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
        )
        atexit.register(self.close)

    def ask(self, **wanted):
        with self._lock:
            self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


_forkers = []


def forker():
    """Give the one of this process, started when it is first needed."""
    if not _forkers:
        _forkers.append(Forker())
    return _forkers[0]


class Forked:
    """A forked process, with what tests use of ``Popen``."""

    def __init__(self, words, *, output, environment, folder, skew=None, before=""):
        """``skew``: how far its wall clock is off; ``before``: what it runs before the command."""
        more = {"output": str(output), "environment": environment, "folder": str(folder)}
        more |= {"skew": skew, "before": before, "dice": DICE.for_another()}
        self.pid = forker().ask(words=words, **more)["pid"]
        self.returncode = None
        self._asking = threading.Lock()

    def poll(self):
        with self._asking:  # who has ended can be asked about once
            if self.returncode is None:
                self.returncode = forker().ask(pid=self.pid)["code"]
            return self.returncode

    def wait(self, timeout=None):
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(0.02)
        return self.returncode

    def send_signal(self, which):
        if self.poll() is None:
            os.kill(self.pid, which)

    def terminate(self):
        self.send_signal(signal.SIGTERM)


# -- the process that forks -----------------------------------------------------------------------


def serve():
    """Fork whatever is asked for until the other side is gone."""
    read_everything()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        wanted = json.loads(line)
        said = {"code": code_of(wanted["pid"])} if "pid" in wanted else {"pid": fork(wanted)}
        print(json.dumps(said), flush=True)


def read_everything():
    """Import all that a role or a server needs, and read what it would read: once."""
    import qipan.host.roles
    import qipan.web.serving  # noqa: F401
    from qipan.i18n import LANGUAGES, catalogue
    from qipan.rulebooks import all_books
    from qipan.web.page_table import page_modules, routes_in
    from qipan.web.shared.rendering import environment

    for module in page_modules():
        list(routes_in(module))
    all_books()
    for language in LANGUAGES:
        catalogue(language)
    for template in environment().list_templates(extensions=["html"]):
        environment().get_template(template)


def code_of(pid):
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def fork(wanted):
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        become(wanted)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(code)


def become(wanted):
    """Be the command that is wanted."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    output = os.open(wanted["output"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for place, opened in ((0, nothing), (1, output), (2, output)):
        os.dup2(opened, place)
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["environment"])
    import qipan.wiring as wiring
    from qipan.cli import main

    if wanted["skew"] is not None:
        true, skew = wiring.utc_now, timedelta(seconds=wanted["skew"])
        for module in list(sys.modules.values()):
            if getattr(module, "utc_now", None) is true:
                module.utc_now = lambda: true() + skew
    if wanted["dice"]:
        wiring.random_bytes = Random(wanted["dice"]).randbytes
        os.register_at_fork(after_in_child=lambda: other_dice(wiring, wanted["dice"]))
    exec(wanted["before"], {})
    sys.argv = ["qipan", *wanted["words"]]
    main()
    raise SystemExit(0)


def other_dice(wiring, dice):
    """Give a process that a server forks dice of its own, as the real ones are."""
    wiring.random_bytes = Random(f"{dice}/forked").randbytes


if __name__ == "__main__":
    serve()
