"""Walks through ``docs/first-competition.md``: what stands there in bold is pressed."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "first-competition.md"
TRIES = 300
RECORDED = "[data-row] [aria-pressed='true']"
MARK = re.compile(
    r"\*\*(?P<press>[^*]+)\*\*|⌨(?P<key>\d)|```names\n(?P<names>.*?)```"
    r"|!\[[^]]*\]\(screens/(?P<picture>[a-z-]+)\.png\)|(?P<back>go back)",
    re.S,
)


def acts(text):
    """Give what the page tells a reader to do, in order: kind and word."""
    body = text.partition("## 1.")[2]
    return [(found.lastgroup, found[found.lastgroup]) for found in MARK.finditer(body)]


def press(page, words):
    """Press what has these words, as soon as it is there: a button, a link, or a choice."""
    ways = [
        page.get_by_role(role, name=words, exact=not words.endswith("?"))
        .locator("visible=true")
        .first
        for role in ("button", "link", "radio")
    ]
    for _ in range(TRIES):
        for found in ways:
            if found.count():
                found.click()
                page.wait_for_load_state()
                return
        page.wait_for_timeout(200)
    raise AssertionError(f"nothing to press says {words!r} at {page.url}")


def walk(page, base, shot=lambda name: None):
    """Do what the page says; gives how many clicks the first pairing took."""
    clicks, paired = 0, 0
    page.goto(base)
    for kind, word in acts(PAGE.read_text("utf-8")):
        if kind == "press":
            press(page, word)
            clicks += 1
            paired = paired or (clicks if word.startswith("Pair ") else 0)
        elif kind == "names":
            page.fill("#names", word)
        elif kind == "key":
            done = page.locator(RECORDED).count()
            page.keyboard.press(word)
            page.wait_for_function(
                "([what, n]) => document.querySelectorAll(what).length > n", arg=[RECORDED, done]
            )
        elif kind == "back":
            page.go_back()
        else:
            shot(word)
    return paired
