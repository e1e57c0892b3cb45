"""A real browser: the system's Chromium, else Playwright's."""

import shutil
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

OF_PLAYWRIGHT = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""What Playwright turns off; Chromium heeds only the last list that it is given, so: again."""
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
"""Pages of the browser's own, loaded for every context though nobody sees the address bar: they
took half a second of a processor each, ten times as much as an empty page."""
FLAGS = [
    f"--disable-features={','.join((*OF_PLAYWRIGHT, *ADDRESS_BAR))}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
PROJECTOR = {"width": 1920, "height": 1080}


def chromium():
    """Find the system's browser; None means Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


@contextmanager
def browser():
    """Start a browser for a test."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield started
        finally:
            started.close()


def new_page(started, size=LAPTOP, language="en-US", scheme="light", **more):
    """Open a page; any error in it fails the test that looks at ``page.errors``."""
    look = {"viewport": size, "locale": language, "color_scheme": scheme}
    return page_in(started.new_context(**look, **more))


def page_in(context):
    """Open a page beside others: they share what was loaded, and cost a fraction of a browser."""
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on(
        "console",
        lambda message: page.errors.append(message.text) if message.type == "error" else None,
    )
    return page
