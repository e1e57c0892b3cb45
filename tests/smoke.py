"""A walk through the whole program with what installing it brings, and nothing else.

    PYTHONPATH=src python tests/smoke.py [--postgres URL]

Imports every module; enters, pairs, records, prints and verifies on the command line; serves the
demo, signs in, asks for a passkey, and plays a move against the computer over a socket. Needs no
package of the tests: ``make bounds`` runs it where every package is as old as it may be.
"""

import argparse
import contextlib
import importlib
import io
import json
import os
import pkgutil
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = "from qipan.cli import main; main()"
PATIENCE = 60


def every_module():
    """Import all there is."""
    import qipan

    count = 0
    for module in pkgutil.walk_packages(qipan.__path__, "qipan."):
        if not module.name.endswith(("__main__", "migrations.env")):  # run by their own programs
            importlib.import_module(module.name)
            count += 1
    return f"{count} modules"


class Desk:
    """The command line on one journal, in this process: to start one for every word takes time."""

    def __init__(self, data):
        self.data = data

    def __call__(self, *words):
        from qipan.cli import main

        os.environ["QIPAN_DATA"] = self.data
        sys.argv = ["qipan", *map(str, words)]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                main()
                code = 0
            except SystemExit as end:
                code = end.code
        assert not code, f"{' '.join(sys.argv)}: exit code {code}, {printed.getvalue()[-2000:]}"
        return printed.getvalue()


def an_event(folder, data):
    """From a list of entries to printed standings and a journal that verifies."""
    import xlsxwriter

    desk = Desk(data)
    book = xlsxwriter.Workbook(str(folder / "list.xlsx"))
    sheet = book.add_worksheet()
    for row, name in enumerate(["name", "陈一", "Ali", "สมชาย", "Tan Mei"]):
        sheet.write(row, 0, name)
    book.close()
    desk("new", "club-swiss", "evening", "--id", "cup")
    desk("entries", "import", "cup", folder / "list.xlsx")
    desk("pair", "cup")
    desk("result", "cup", 1, "1-0")
    desk("result", "cup", 2, "0.5-0.5")
    rows = json.loads(desk("standings", "cup", "--json"))["rows"]
    assert len(rows) == 4, rows
    for name in ("standings.pdf", "standings.xlsx", "result-slips.pdf"):
        desk("document", "cup", name.partition(".")[0], "--out", folder / name)
        assert (folder / name).stat().st_size > 500, name
    found = json.loads(desk("verify", data, "--json"))
    assert found["valid"], found
    return "paired, printed and verified"


def a_simulation(folder):
    """A book with open matching, groups and a final, played through."""
    desk = Desk(str(folder / "simulated.sqlite"))
    for event in (("wx-14", "men"), ("my-2018", "individual")):
        assert desk("simulate", *event, "--entries", 20, "--seed", 1)
    return "two simulated events"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Site:
    """The demo, served; and a browser with cookies."""

    def __init__(self, folder):
        self.port, self.output = free_port(), folder / "serve.log"
        self.base = f"http://localhost:{self.port}"  # a passkey wants a name
        words = ["serve", "--demo", "--port", str(self.port), "--data", str(folder / "d.sqlite")]
        with self.output.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-u", "-c", PROGRAM, *words],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "COLUMNS": "300"},
            )
        self.cookies = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def wait(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                return self.get("/")
            except urllib.error.URLError:
                time.sleep(0.1)
        raise AssertionError("the demo is not served:\n" + self.output.read_text()[-3000:])

    def get(self, path):
        with self.browser.open(self.base + path, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def post(self, path, **body):
        token = next(each.value for each in self.cookies if each.name == "csrftoken")
        asked = urllib.request.Request(
            self.base + path,
            json.dumps(body).encode(),
            {"content-type": "application/json", "x-csrftoken": token or ""},
        )
        with self.browser.open(asked, timeout=PATIENCE) as answer:
            return json.load(answer)

    def sign_in(self):
        """Use the printed link, by hand if it shows a button first."""
        link = re.search(r"sign in once: (\S+)", self.output.read_text())[1]
        path = "/" + link.split("/", 3)[3]
        page = self.get(path)
        if 'action="/sign-in/' in page:
            token = re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]
            asked = urllib.request.Request(self.base + path, f"_csrf_token={token}".encode())
            self.browser.open(asked, timeout=PATIENCE).close()
        assert "/account" in self.get("/account")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def the_demo(folder):
    """Pages, figures, sign-in, a passkey's challenge, and a move over a socket."""
    from websockets.sync.client import connect

    site = Site(folder)
    try:
        assert "<html" in site.wait()
        assert "qipan_" in site.get("/metrics")
        site.sign_in()
        assert site.post("/account/passkeys/begin")["challenge"]
        (link,) = site.post("/api/practice", game="gomoku")["links"]
        table, _, query = link.removeprefix("/t/").partition("?")
        address = f"ws://127.0.0.1:{site.port}/play/socket/{table}?{query}"
        with connect(address, open_timeout=PATIENCE) as wire:
            hear(wire, "game-begun/1")
            wire.send(json.dumps({"type": "move", "id": "1", "text": "h8"}))
            assert hear(wire, "move-played/1", seat=1)["acting"] == [0]
    finally:
        site.stop()
    assert site.process.returncode == 0, site.output.read_text()[-2000:]
    return "served; the computer answered a move"


def hear(wire, kind, **wanted):
    """Wait for a message."""
    while True:
        heard = json.loads(wire.recv(timeout=PATIENCE))
        assert heard["type"] != "refused", heard
        if heard.get("kind") == kind and wanted.items() <= heard.items():
            return heard


def main():
    """Walk; the first step that fails ends it with its reason."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--postgres", default="", help="an empty database to try as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="qipan-smoke-") as name:
        folder = Path(name)
        os.chdir(folder)
        os.environ["COLUMNS"] = "200"
        print("import:", every_module(), flush=True)
        print("file:", an_event(folder, str(folder / "j.sqlite")), flush=True)
        print("books:", a_simulation(folder), flush=True)
        if options.postgres:
            print("PostgreSQL:", an_event(folder, options.postgres), flush=True)
        print("demo:", the_demo(folder), flush=True)


if __name__ == "__main__":
    main()
