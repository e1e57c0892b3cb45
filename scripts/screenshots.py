"""Takes the pictures in docs/screens from the demo, in a real browser.

usage: python scripts/screenshots.py FOLDER   (from the project's root, after make install-test)
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from e2e.chromium import LAPTOP, PHONE, PROJECTOR, browser, new_page
from qipan.desk.simulation import HOME, Plan, step
from qipan.wiring import open_house
from server import Server

SECTION = "/c/demo/women"
SHOTS = [
    # name, size, language, light or dark, path, signed in
    ("section-phone-zh", PHONE, "zh-CN", "light", SECTION, False),
    ("section-phone-en-dark", PHONE, "en-US", "dark", SECTION, False),
    ("section-projector-en", PROJECTOR, "en-US", "light", SECTION, False),
    ("section-projector-zh", PROJECTOR, "zh-CN", "light", SECTION, False),
    ("desk-laptop-en", LAPTOP, "en-US", "light", SECTION, True),
    ("why-phone-zh", PHONE, "zh-CN", "light", f"{SECTION}/why?a=e1", False),
    ("home-laptop-th", LAPTOP, "th-TH", "light", "/", False),
]
CUP = "/c/simulation/individual"
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
    ("public-teams", "/c/simulation/team/teams"),
    ("public-tables", "/c/simulation/team/tables"),
]
EVENTS = [("individual", 14, 3), ("team", 8, 3)]
"""What is played for the pictures of public pages: event, entries, rounds."""
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


def take_boards(started: Any, server: Server, folder: Path) -> None:
    """Take every board alone, and the page for finished games."""
    for look, size, language, scheme in LOOKS:
        page = new_page(started, size, language, scheme)
        for name in BOARDS:
            page.goto(f"{server.base}/boards?only={name}")
            page.wait_for_selector("[data-ready]")
            page.locator("[data-sample]").screenshot(path=folder / f"board-{name}-{look}.png")
            print(name, look)
        page.goto(f"{server.base}/play/review?sample=xiangqi")
        page.click("[data-review=last]")
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"review-{look}.png", full_page=True)


def take_public(started: Any, scratch: Path, folder: Path) -> None:
    """Take the public pages of an event of people and of one of teams, from a journal each."""
    for event, entries, rounds in EVENTS:
        journal = scratch / f"{event}.sqlite"
        house = open_house(str(journal))
        plan = Plan("my-2018", event, entries, 1)
        while step(house.office, plan):
            section = house.office.state(HOME).sections.get(plan.section)
            if section and len(section.rounds) == rounds and section.current.published:
                break
        house.close()
        server = Server(journal)
        try:
            for size, language in ((PHONE, "zh-CN"), (LAPTOP, "en-US")):
                page = new_page(started, size, language)
                for name, path in PUBLIC:
                    if ("/team/" in path) == (event == "team"):
                        page.goto(server.base + path)
                        file = folder / f"{name}-{language[:2]}.png"
                        page.screenshot(path=file, full_page=size is LAPTOP)
                        print(file.name)
        finally:
            server.stop()


def main(folder: Path) -> None:
    """Take every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(Path(scratch) / "j.sqlite", "--demo")
        try:
            with browser() as started:
                for name, size, language, scheme, path, signed_in in SHOTS:
                    page = new_page(started, size, language, scheme)
                    if signed_in:
                        page.goto(server.link)
                    page.goto(server.base + path)
                    page.screenshot(path=folder / f"{name}.png", full_page=size is not PROJECTOR)
                    print(name)
                take_boards(started, server, folder)
                take_public(started, Path(scratch), folder)
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
