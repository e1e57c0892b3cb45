"""What a page in a browser must be: no serious fault by axe, nothing that jumps, focus seen."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()
SERIOUS = ("serious", "critical")
MOST_SHIFT = 0.05
"""Of the screen; 0.1 is what browsers call good."""
DRAWN_SHIFT = 0.1
"""Where a script draws the board itself."""
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
FOCUS = """() => {
  const style = getComputedStyle(document.activeElement);
  return document.activeElement !== document.body
    && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
}"""


LOOK_ALONE = ("color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block")
"""What another size or colour scheme can change of a page that was looked at as a whole."""


SETTLED = """Promise.all(document.getAnimations()
  .filter((each) => each instanceof CSSTransition)
  .map((each) => each.finished.catch(() => 0))).then(() => 0)"""
"""Colours on their way from one to another are nobody's contrast."""


def faults(page, rules=()):
    """List what axe finds serious, with where; by all its rules unless some are named."""
    page.evaluate(SETTLED)
    options = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = AXE.run(page, options=options).response["violations"]
    return [
        (each["id"], each["nodes"][0]["html"][:160], len(each["nodes"]))
        for each in found
        if each["impact"] in SERIOUS
    ]


def shifts(page):
    """Give how much of the page has jumped since it was loaded."""
    page.evaluate(WATCH)
    page.wait_for_timeout(50)
    return page.evaluate("() => window.shifted")


def focus_is_seen(page):
    """Say whether the second stop of the keyboard (the first is the skip link) can be seen."""
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    return page.evaluate(FOCUS)
