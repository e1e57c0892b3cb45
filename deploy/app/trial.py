"""Try a program as it is handed out: python deploy/app/trial.py [dist/qipan]

The one-file program, or the command that an installed wheel brings.

It is started in an empty folder, with nothing on the path, no Python among it. An event with
Chinese names is begun and printed; then the program is started as a double click does it: the
address with its code, the page of the first start, the demo, a copy beside the data, and the page
that stops it. Ends with the sentence of what failed.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds that the first start may take: the program unpacks itself."""
NAMES = ("陈红棋", "林小炮", "马小车", "象小士")
CHINESE_FONT = b"NotoSansCJK"


def require(true: object, sentence: str) -> None:
    """End with a sentence unless something is true."""
    if not true:
        raise SystemExit(f"the program failed its trial: {sentence}")


class Browser:
    """A browser as plain as can be: cookies, pages, forms."""

    def __init__(self, address: str) -> None:
        self.address, self.cookies = address, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.opener.addheaders = [("accept-language", "zh")]

    def get(self, path: str) -> str:
        """Get a page. Raises OSError."""
        with self.opener.open(self.address + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> str:
        """Send a form with the token of its page. Raises OSError."""
        (token,) = [each.value or "" for each in self.cookies if each.name == "csrftoken"]
        form = urlencode({"_csrf_token": token, **fields}).encode()
        with self.opener.open(self.address + path, data=form, timeout=60) as answer:
            return str(answer.read().decode())


def begin_event(program: Path, home: Path, bare: dict[str, str]) -> None:
    """Begin a small event with the command, and print its first round in Chinese."""
    for words in (
        ["--version"],
        ["new", "wx-14", "women", "--id", "cup"],
        ["enter", "cup", *NAMES],
        ["pair", "cup"],
        ["document", "cup", "pairings", "--language", "zh", "-o", "round.pdf"],
        ["verify", "qipan.sqlite"],
    ):
        subprocess.run([program, *words], cwd=home, env=bare, check=True, timeout=PATIENCE)
    printed = (home / "round.pdf").read_bytes()
    require(printed.startswith(b"%PDF") and CHINESE_FONT in printed, "no PDF with Chinese letters")


def said(server: "subprocess.Popen[str]") -> str:
    """Read what the program prints until it says how it is stopped."""
    assert server.stdout is not None
    told = ""
    for line in server.stdout:
        told += line
        if "/start" in line:
            break
    return told


def walk(told: str, home: Path) -> None:
    """Go through the pages of the first start, as whoever double-clicked."""
    here = re.search(r"On this computer: (http://127\.0\.0\.1:\d+)", told)
    link = re.search(r"sign in once: http://127\.0\.0\.1:\d+(/sign-in/\S+)", told)
    require(here and link, f"no address or link in {told!r}")
    assert here is not None
    assert link is not None
    require("▄▄▄▄▄" in told or "No network" in told, "no code for phones")
    browser = Browser(here[1])
    for _ in range(PATIENCE * 5):
        try:
            browser.get("/ready")
            break
        except OSError:
            time.sleep(0.2)
    browser.get(link[1])
    page = browser.post(link[1])
    require("<svg" in page, "no code for phones on the page of the first start")
    browser.post("/start/demo")
    home_page = browser.get("/")
    require(home_page.count('href="/c/') >= 5, "the demo does not show its competitions")
    require(any((home / "data" / "copies").iterdir()), "no copy beside the data")
    browser.post("/start/stop")


def main() -> None:
    """Try it."""
    built = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist" / "qipan"
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        program = Path(shutil.copy(built, home)).resolve()
        bare = {"HOME": name, "PATH": str(home / "nothing"), "LANG": "C.UTF-8", "TMPDIR": name}
        begin_event(program, home, bare)
        server = subprocess.Popen(
            [program, "start", "--no-browser", "--folder", "data"],
            cwd=home,
            env=bare,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        try:
            walk(said(server), home)
            require(server.wait(timeout=60) == 0, "it did not stop from its page")
        finally:
            server.terminate()  # the program passes it on to the part that unpacked itself
            server.wait(timeout=PATIENCE)
    print(f"{built.name}: event, Chinese PDF, code, demo, copy, stop page: all there")


if __name__ == "__main__":
    main()
