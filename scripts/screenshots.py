"""Takes the pictures in docs/screens from the demo, in a real browser.

usage: python scripts/screenshots.py FOLDER [PART…]
(from the project's root, after make install-test; parts: demo, readme, first, boards, public,
organiser, arbiter, closing, online; all of them unless some are named)
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pictures import events, roles
from pictures.small import save

from e2e.chromium import FLAGS, LAPTOP, PHONE, PROJECTOR, browser, new_page
from e2e.first_competition import walk
from server import Server, press_link

SECTION = "/c/demo/women"
SHOTS = [
    # name, size, language, light or dark, path, signed in
    ("section-phone-zh", PHONE, "zh-CN", "light", SECTION, False),
    ("section-phone-en-dark", PHONE, "en-US", "dark", SECTION, False),
    ("section-projector-en", PROJECTOR, "en-US", "light", SECTION, False),
    ("section-projector-zh", PROJECTOR, "zh-CN", "light", SECTION, False),
    ("desk-laptop-en", LAPTOP, "en-US", "light", SECTION, True),
    ("desk-laptop-zh", LAPTOP, "zh-CN", "light", SECTION, True),
    ("why-phone-zh", PHONE, "zh-CN", "light", f"{SECTION}/why?a=e1", False),
    ("home-laptop-th", LAPTOP, "th-TH", "light", "/", False),
]
CUP = events.HALL
TEAM = f"/c/{events.CUP}/{events.TEAM}"
PUBLIC = [
    # name, path; each in Chinese on a phone and in English on a laptop
    ("public-section", CUP),
    ("public-names", f"{CUP}/names"),
    ("public-games", f"{CUP}/games"),
    ("public-pictures", f"{CUP}/pictures"),
    ("public-player", f"{CUP}/player/e1"),
    ("public-prizes", f"{CUP}/prizes"),
    ("public-search", "/search?q=陈"),
    ("public-documents", f"{CUP}/documents"),
    ("public-teams", f"{TEAM}/teams"),
    ("public-tables", f"{TEAM}/tables"),
]
LONGEST = "public-teams"
"""A page that is too long for a picture of all of it."""
SMALL = {"width": 360, "height": 740}
BOARDS = [
    "xiangqi",
    "xiangqi-international",
    "go",
    "go-count",
    "gomoku",
    "chinese-checkers",
    "shengji",
]
LOOKS = [("laptop-light", LAPTOP, "en-US", "light"), ("phone-dark", SMALL, "zh-CN", "dark")]


README_SIZE = {"width": 1366, "height": 860}
README_PAGES = [
    ("home-laptop-en", "/"),
    ("hall-screen-en", "/c/demo-world/men/projector"),
    ("pairing-why-en", "/c/demo-world/men/pairing?round=6&board=3"),
]
PATIENCE = 120
"""Seconds that the demo's computers may take to sit down."""
SETTLED = 2500
"""Milliseconds until boards have moved and names have found their size."""


class Album:
    """Keeps pictures in a folder, small ones."""

    def __init__(self, started: Any, folder: Path) -> None:
        self.folder = folder
        self.reader = started.new_page()
        folder.mkdir(parents=True, exist_ok=True)

    def __call__(self, shown: Any, name: str, whole: bool = False) -> None:
        """Keep what a page shows, or all of it; or a part of a page."""
        more = {"full_page": True} if whole else {}
        size = save(self.reader, shown.screenshot(**more), self.folder / f"{name}.png")
        print(f"{name} {size // 1024} KB")


def take_demo(started: Any, scratch: Path, keep: Album) -> None:
    """Take the pages of the demo."""
    server = Server(scratch / "demo.sqlite", "--demo", "--small")
    try:
        cookies: list[Any] = []
        for name, size, language, scheme, path, signed_in in SHOTS:
            page = new_page(started, size, language, scheme)
            if signed_in and not cookies:
                press_link(page, server.link)
                cookies = page.context.cookies()
            elif signed_in:
                page.context.add_cookies(cookies)
            page.goto(server.base + path)
            keep(page, name, whole=size is not PROJECTOR)
    finally:
        server.stop()


def take_readme(started: Any, scratch: Path, keep: Album) -> None:
    """Take what the README shows of the whole demo: home, the hall's screen, a reason."""
    server = Server(scratch / "readme.sqlite", "--demo")
    try:
        page = new_page(started, README_SIZE, "en-GB")
        for name, path in README_PAGES:
            page.goto(server.base + path)
            if path == "/":
                wait_for_live_boards(page)
            page.wait_for_timeout(SETTLED)
            keep(page, name)
    finally:
        server.stop()


def wait_for_live_boards(page: Any) -> None:
    """Load the first page again until computers play on it: they sit down when they are ready."""
    for _ in range(PATIENCE):
        if page.locator("#minis").count():
            return
        page.wait_for_timeout(1000)
        page.reload()
    raise SystemExit("no game of the demo is live")


def take_first(started: Any, scratch: Path, keep: Album) -> None:
    """Take the pictures of docs/first-competition.md on the way through it."""
    server = Server(scratch / "first.sqlite", "--demo")
    try:
        page = new_page(started, LAPTOP, "en-GB")
        walk(page, server.base, lambda name: keep(page, name))
    finally:
        server.stop()


def take_boards(started: Any, scratch: Path, keep: Album) -> None:
    """Take every board alone, and the page for finished games."""
    server = Server(scratch / "boards.sqlite")
    try:
        for look, size, language, scheme in LOOKS:
            page = new_page(started, size, language, scheme)
            for name in BOARDS:
                page.goto(f"{server.base}/boards?only={name}")
                page.wait_for_selector("[data-ready]")
                keep(page.locator("[data-sample]"), f"board-{name}-{look}")
            page.goto(f"{server.base}/play/review?sample=xiangqi")
            page.click("[data-review=last]")
            page.wait_for_timeout(300)
            keep(page, f"review-{look}", whole=True)
    finally:
        server.stop()


def take_public(started: Any, scratch: Path, keep: Album) -> None:
    """Take the public pages of an event of people and of one of teams, from a journal each."""
    for event, play in (("individual", events.playing), ("team", events.teams)):
        journal = scratch / f"public-{event}.sqlite"
        play(journal)
        server = Server(journal)
        try:
            for size, language in ((PHONE, "zh-CN"), (LAPTOP, "en-US")):
                page = new_page(started, size, language)
                for name, path in PUBLIC:
                    if ("/team/" in path) == (event == "team"):
                        page.goto(server.base + path)
                        keep(
                            page, f"{name}-{language[:2]}", whole=size is LAPTOP and name != LONGEST
                        )
        finally:
            server.stop()


PARTS = {
    "demo": take_demo,
    "readme": take_readme,
    "first": take_first,
    "boards": take_boards,
    "public": take_public,
    "organiser": roles.take_organiser,
    "arbiter": roles.take_arbiter,
    "closing": roles.take_closing,
    "online": roles.take_online,
}


def main(folder: Path, parts: list[str]) -> None:
    """Take every picture, or those of some parts."""
    FLAGS.append(f"--host-resolver-rules=MAP {roles.NAME} 127.0.0.1")
    with tempfile.TemporaryDirectory() as scratch, browser() as started:
        keep = Album(started, folder)
        for part in parts or PARTS:
            PARTS[part](started, Path(scratch), keep)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
