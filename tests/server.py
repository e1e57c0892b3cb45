"""A real server in a process of its own, on a free port of the loopback.

It is forked from a process that has read the program, unless it is to stand ``alone``.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from forking import Forked

SOURCE = Path(__file__).parents[1] / "src"
PATIENCE = 60
WIRES = {
    "direct wire": "",
    "plain wire": "import qipan.host.wire_choice as choice\nchoice.TESTED_UVICORN = ()\n",
}
"""What to run before a server so that it serves sockets on this wire."""


def use_link(client, link):
    """Use a one-time link as a person does: look at its page, then press the button."""
    page = client.get(link, follow_redirects=True)
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page.text)[1]
    answer = client.post(link, data={"_csrf_token": token}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer


def press_link(page, link):
    """Use a one-time link in a browser."""
    page.goto(link)
    with page.expect_navigation():
        page.click("form.once button")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Server:
    """``qipan serve`` as a person starts it."""

    def __init__(self, data, *words, before="", alone=False, port=0, output=None):
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.output = output or Path(f"{data}.{self.port}.log")
        command = ["serve", "--port", str(self.port), "--data", str(data), *words]
        self.process = (_alone if alone else _forked)(command, self.output, before)
        self._wait()

    def _wait(self):
        for _ in range(PATIENCE * 10):
            if self.process.poll() is not None:
                raise AssertionError(self.output.read_text())
            try:
                httpx.get(self.base + "/sign-in", timeout=5)
                return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError("the server did not start:\n" + self.output.read_text())

    @property
    def link(self):
        """The printed one-time link."""
        return re.search(r"sign in once: (\S+)", self.output.read_text())[1]

    def kill(self):
        """End it without warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """End it politely."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)


def _environment():
    return {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "300", "PYTHONUNBUFFERED": "1"}


def _forked(command, output, before):
    more = {"environment": _environment(), "folder": Path.cwd(), "before": before}
    return Forked(command, output=output, **more)


def _alone(command, output, before):
    program = before + "from qipan.cli import main; main()"
    words = [sys.executable, "-c", program, *command]
    with output.open("wb") as log:
        return subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, env=_environment())
