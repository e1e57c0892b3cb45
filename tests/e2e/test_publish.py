"""Published pages in a real browser: from files, in a frame of another site, without a line."""

import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from e2e.chromium import PHONE, new_page, page_in
from qipan.kernel.ids import CompetitionId
from qipan.web.static_site import SiteOfFiles
from server import Server
from web.standing import demo_house

pytestmark = pytest.mark.browser
PATIENCE = 60_000
"""Milliseconds."""
SECTION = "/c/demo/women"
KEPT = """async () => {
  for (let tries = 0; tries < 600; tries += 1) {
    const kept = await (await caches.open("qipan-pages")).match("/c/demo/women");
    if (kept && navigator.serviceWorker.controller) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}"""


class OtherSite(BaseHTTPRequestHandler):
    """A club's page with our standings in it."""

    ours = ""

    def do_GET(self):
        """Give the page."""
        frame = f'<iframe id="open" src="{self.ours}/embed{SECTION}/standings?lang=en"></iframe>'
        closed = f'<iframe id="closed" src="{self.ours}{SECTION}?lang=en"></iframe>'
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!DOCTYPE html><title>club</title>{frame}{closed}".encode())

    def log_message(self, *_):
        """Say nothing."""


def publish_demo(folder):
    """Write the demo as files."""
    house = demo_house(folder)
    demo = house.office.state(CompetitionId("demo"))
    SiteOfFiles(house, folder / "site", ["en", "zh"]).publish([demo])
    house.close()


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    folder = tmp_path_factory.mktemp("publish")
    with ThreadPoolExecutor(1) as beside:  # the browser's loop has this thread
        beside.submit(publish_demo, folder).result()
    server = Server(folder / "j.sqlite")
    OtherSite.ours = server.base
    club = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    threading.Thread(target=club.serve_forever, daemon=True).start()
    yield folder / "site", server, f"http://127.0.0.1:{club.server_port}/"
    club.shutdown()
    club.server_close()
    server.stop()


def test_the_site_of_files_is_read_without_a_server(started, published):
    page = new_page(started)
    page.goto(f"file://{published[0]}/index.html")
    page.get_by_role("link", name="Demo").click()
    page.get_by_role("link", name="Women").click()
    page.get_by_role("link", name="Why?").first.click()
    assert page.url.startswith("file://")
    page.get_by_role("link", name="中文").click()
    assert "/zh/demo/women/" in page.url
    assert page.errors == []


def test_another_site_shows_our_standings_and_reads_our_api_but_no_page(started, published):
    _, server, club = published
    page = new_page(started)
    page.goto(club)
    standings = page.frame_locator("#open").get_by_role("table")
    standings.wait_for(timeout=PATIENCE)
    assert "Points" in standings.inner_text()
    refused = [each for each in page.frames if each.url.startswith("chrome-error")]
    assert refused or page.frame_locator("#closed").locator("main").count() == 0
    read = page.evaluate(f"fetch('{server.base}/api/competitions').then((a) => a.json())")
    assert read[0]["id"] == "demo"
    closed = f"fetch('{server.base}{SECTION}').then(() => 'read', () => 'refused')"
    assert page.evaluate(closed) == "refused"


def test_standings_last_seen_open_without_a_line(started, published):
    _, server, _ = published
    context = started.new_context(viewport=PHONE, locale="en-US")
    page = page_in(context)
    page.goto(f"{server.base}{SECTION}")
    assert page.evaluate(KEPT)
    server.stop()
    page.reload()
    page.get_by_role("heading", name="Standings").wait_for(timeout=PATIENCE)
    assert "as you last saw it" in page.locator(".kept-note").inner_text()
    page.goto(f"{server.base}/c/demo")
    page.get_by_role("heading", name="No connection").wait_for(timeout=PATIENCE)
    page.locator("#seen a").first.wait_for(timeout=PATIENCE)
    context.close()
