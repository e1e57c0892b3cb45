"""A stranger takes part: from signing up through the qualifier and a round to a title.

The contest is in +08:00, the server in UTC, the browser in +07:00. Opponents are scripts over
sockets. After signing up nothing is done but what the pages offer; in the round the navigation is
not touched at all. Rounds 2 to 8 and the final are played by the desk's own commands between two
lives of the server; entering the final is the program's. In the suite most of the 20 points are in
the journal before, and pages hurry; with QIPAN_WHOLE=1 (``make soak``) the stranger plays all ten
matches at the pages' own pace.
"""

import json
import os
import re
import threading
from datetime import UTC, datetime, timedelta
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from e2e.chromium import page_in
from qipan.desk.closing import ApproveStandings
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.lots import NUMBERS
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.desk.results.commands import RecordGame
from qipan.desk.rounds.commands import PublishRound
from qipan.host.seat_key import seat_key_of
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.journal.live.lobby import GameCounted, MatchMade
from qipan.journal.people import Person
from qipan.kernel.errors import Impossible
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.office.advancement import advance
from qipan.office.open_matching import PeriodAsked, terms_by_book
from qipan.play.seats import opaque_id
from qipan.sections.systems import next_standing
from qipan.simulation.fallback_pairing import laid_round
from qipan.wiring import open_house
from server import Server, use_link

pytestmark = pytest.mark.browser
HURRY = "import qipan.host.local_tables\nqipan.host.local_tables.MATCHING = 200\n"
STRANGER, NAME = "stranger", "王小明"
RIVALS = tuple(f"rival{number}" for number in range(1, 12))
"""With the stranger twelve: as many as eight rounds without meeting twice need."""
OTHERS = ("other", "third")
"""Nobody meets the same opponent twice in a row, so there are two."""
WHOLE = os.environ.get("QIPAN_WHOLE") == "1"
MATCHES = 10 if WHOLE else 1
FASTER = """
for (const name of ["setTimeout", "setInterval"]) {
  const own = window[name].bind(window);
  window[name] = (what, ms, ...more) => own(what, (ms ?? 0) / 6, ...more);
}
const count = performance.now.bind(performance);
performance.now = () => 6 * count();
"""
MINUTES = 30
PATIENCE = 60_000
CUP = "/c/gm/open"


def matches(first, count, winner, loser):
    """Matches of a period that were played before: both games won by one."""
    for number in range(first, first + count):
        yield MatchMade(number, (winner, loser), (f"before{number}a", f"before{number}b"))
        yield from (GameCounted(number, game, (2, 0)) for game in (0, 1))


def prepared(data):
    """A period of the qualifier, and the entry tournament it leads to."""
    house = open_house(str(data))
    key = seat_key_of(house)
    stranger = opaque_id(key, STRANGER)
    for name in (*RIVALS, *OTHERS):
        house.accounts.create(name, name.title(), None)
        house.accounts.make_link(name, f"link-of-{name}", 2**40)
    events = [terms_by_book("gm-2025", PeriodAsked(title="海选第一期"))]
    for at, name in enumerate(RIVALS):
        rival = opaque_id(key, name)
        house.people.save(rival, Person(name=name, birth=f"1999-09-{at + 1:02}", dan=1))
        events += matches(1 + 10 * at, 10, rival, "p-nobody")
    events += matches(1 + 10 * len(RIVALS), 10 - MATCHES, stranger, "p-nobody")
    at = datetime.now(UTC).isoformat()
    house.log.append(Batch("lobby/p1", 0, "t", at, tuple(map(fresh, events))))
    office = house.office
    office.create("gm", "t", "GM", "gm-2025")
    now = datetime.now(UTC) + timedelta(hours=8)  # as a clock in the contest's zone shows it
    limit = (now + timedelta(minutes=MINUTES - 5)).replace(tzinfo=None)
    options = {"group": "open", "lobby": "p1", "verify_by": limit.isoformat(timespec="minutes")}
    do = lambda command: office.carry_out("gm", "t", command)  # noqa: E731
    do(OpenSection(section="open", title="Open", under="entry", options=options))
    do(OpenContest(section="open", zone="+08:00", check_in=600))
    start = (now + timedelta(minutes=MINUTES)).replace(tzinfo=None).isoformat(timespec="seconds")
    do(PlanRounds(section="open", starts=(start,), despite="a test"))
    house.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    data = tmp_path_factory.mktemp("stranger") / "j.sqlite"
    prepared(data)
    found = Server(data, before=HURRY)
    found.data = data
    yield found
    found.stop()


class Script:
    """Somebody with an account who sits down wherever there is a seat, and resigns."""

    def __init__(self, server, name):
        self.client = httpx.Client(base_url=server.base, timeout=30)
        use_link(self.client, f"{server.base}/sign-in/link-of-{name}")
        self.client.headers["x-csrftoken"] = self.client.cookies["csrftoken"]
        self.base, self.over = server.base.replace("http", "ws"), threading.Event()
        self._where, self._thread = None, None

    def run(self, where):
        """Begin to look for seats; ``where`` gives the link of one, or nothing."""
        self._where = where
        self._thread = threading.Thread(target=self._always, daemon=True)
        self._thread.start()

    def _always(self):
        been = set()
        while not self.over.wait(0.2):
            try:
                link = self._where(self.client)
            except httpx.TransportError:
                continue  # a slow machine: asked again
            table, _, query = link.removeprefix("/t/").partition("?")
            if table and table not in been:
                been.add(table)
                self._resign(f"{self.base}/play/socket/{table}?{query}")

    def _resign(self, address):
        with connect(address) as line:
            try:
                for text in line:
                    message = json.loads(text)
                    begun = message.get("kind") == "game-begun/1" or message.get("begun")
                    if begun:
                        line.send(json.dumps({"type": "resign", "id": "r"}))
                    if message.get("outcome") or message.get("type") == "outcome":
                        return
            except ConnectionClosed:
                return

    def stop(self):
        self.over.set()
        self._thread.join(timeout=30)
        self.client.close()


def lobby_seat(client):
    """Wait in the period, and give the seat once there is one."""
    found = client.get("/api/lobbies/p1").json()
    if not found["table"] and not found["wait"]:
        client.post("/api/lobbies/p1/wait")
    return found["table"]


def contest_seat(client):
    """Give the seat of the round, as the player's own card shows it."""
    card = client.get(f"{client.get('/me').headers.get('location', '')}/card").text
    found = re.search(r'id="my-table" href="([^"]+)"', card)
    return found[1].replace("&amp;", "&") if found else ""


def sign_up(page, server):
    page.goto(f"{server.base}/lobby/p1")
    page.click("a[href^='/sign-up']")
    page.fill("[name=name]", STRANGER)
    page.fill("[name=display]", "小明")
    page.fill("[name=password]", "a very long one")
    page.click("button[value=password]")
    page.wait_for_selector("[data-recovery-code]", timeout=PATIENCE)
    page.click("a.button.primary")  # back to the lobby
    page.fill("[name=name]", "王小明")
    page.fill("[name=birth]", "2001-01-01")
    page.select_option("[name=dan]", "5")
    page.click(".who-form button")
    assert "GM 5" in page.inner_text(".failure")
    page.fill("[name=name]", "王小明")
    page.fill("[name=birth]", "2001-01-01")
    page.select_option("[name=dan]", "2")
    page.click(".who-form button")


def qualify(page, server):
    scripts = [Script(server, name) for name in OTHERS[: 2 if WHOLE else 1]]
    for script in scripts:
        script.run(lobby_seat)
    been = set()  # a page goes on by itself, perhaps before anybody looks
    page.on("framenavigated", lambda frame: been.add(frame.url.partition("/t/")[2].split("?")[0]))
    try:
        for number in range(MATCHES):
            page.click("form[action$=wait] button", timeout=PATIENCE)
            for _ in range(PATIENCE // 200):
                if len(been - {""}) == 2 * (number + 1):
                    break
                page.wait_for_timeout(200)
            page.wait_for_selector("#table[data-phase=over]", timeout=PATIENCE)
            page.click("#onward")
            total = 2 * (10 - MATCHES + number + 1)
            page.wait_for_selector(f".lobby-total:text-is('{total} / 20')", timeout=PATIENCE)
    finally:
        for script in scripts:
            script.stop()


def play_on(office, home, favourite):
    """Play a section to its end by the desk's commands; one entrant wins every game."""
    dice = Random(7)
    do = lambda command: office.carry_out(home, "t", command)  # noqa: E731
    while True:
        state = office.state(home)
        section = state.sections["open"]
        current = section.current
        if current is None or not current.missing:
            if current is not None and next_standing(state, section) is None:
                break
            try:
                office.pair(home, "open", "t")
            except Impossible:  # of five players somebody is left with whom all have played
                office.pair_by_hand(home, "t", laid_round(state, section, "t", "few"))
            number = len(office.state(home).sections["open"].rounds)
            do(PublishRound(section="open", round=number))
            continue
        for board in current.missing:
            seats = current.table(board).seats
            best = favourite if favourite in seats else dice.choice(seats)
            score = Score(tuple(Points(2 * (who == best)) for who in seats))
            seconds = tuple(dice.randrange(60, 900) for _ in seats)
            do(
                RecordGame(
                    section="open", round=current.number, board=board, score=score, seconds=seconds
                )
            )
    do(ApproveStandings(section="open"))


def final_held(data):
    """The rest without a browser: rounds 2 to 8, the final entered from the table, and played."""
    house = open_house(str(data))
    office = house.office
    section = office.state("gm").sections["open"]
    won = {name: who for who, name in names_in(office, section).items()}
    play_on(office, "gm", won[NAME])
    office.create("final", "t", "Final", "gm-2025")
    options = {"group": "open", "titles": "3-dan:1,2-dan:2"}
    opened = OpenSection(section="open", title="Final", under="final", options=options)
    office.carry_out("final", "t", opened)
    entered = advance(office, "final", "open", "t")
    names = names_in(office, office.state("final").sections["open"])
    me = next(who for who in entered if names[who] == NAME)
    office.carry_out("final", "t", CloseEntries(section="open"))
    office.commit_lot("final", "open", "t", NUMBERS)
    office.draw_numbers("final", "open", "t")
    play_on(office, "final", me)
    house.close()
    return len(entered)


def names_in(office, section):
    return {who: person.name for who, person in office.names(section).items()}


def opponent_of(page, me):
    """Read on the own card who sits opposite; the names of rivals are their accounts'."""
    for _ in range(100):
        card = page.evaluate("from => fetch(from).then((answer) => answer.text())", f"{me}/card")
        found = re.search(r"rival\d+", card)
        if found:
            return found[0]
        page.wait_for_timeout(300)
    raise AssertionError(card)


def slow_line_to(page, address):
    """The page of that address takes its time; the list of requests for it."""
    asked = []

    def answer(route):
        asked.append(route.request.url)
        page.wait_for_timeout(1000)
        route.continue_()

    page.route(address, answer)
    return asked


def test_a_stranger_goes_from_nothing_through_the_qualifier_to_a_title(server, started):
    fresh = started.new_context(locale="en-GB", timezone_id="Asia/Bangkok", service_workers="block")
    page = page_in(fresh)
    if not WHOLE:
        page.add_init_script(FASTER)
    sign_up(page, server)
    page.errors.clear()  # a fifth dan was refused
    qualify(page, server)
    for _ in range(100):
        if page.locator(".through a").count():
            break
        page.wait_for_timeout(300)
        page.reload()
    page.click(".through a")
    page.wait_for_selector("#card[data-state=prove]", timeout=PATIENCE)
    me = page.url.removeprefix(server.base)
    with httpx.Client(base_url=server.base, timeout=30) as chief:
        use_link(chief, server.link)
        chief.headers["x-csrftoken"] = chief.cookies["csrftoken"]
        for number in range(len(RIVALS) + 1):
            form = {"entrant": f"e{number + 1}"}
            assert chief.post(f"{CUP}/desk/identity/verify", data=form).status_code == 303
        page.wait_for_selector("#card[data-state=check-in]", timeout=PATIENCE)
        left = page.inner_text("[data-tick]")
        assert re.fullmatch(r"2\d:\d\d|30:00", left)  # not seven or eight hours more
        contest, yours = (
            int(page.inner_text(f".zones {at}")[:2]) for at in ("b", "[data-yours] b")
        )
        assert (contest - yours) % 24 == 1
        page.click("#check-in")
        page.wait_for_selector("#checked-in")
        shift = {"round": "1", "minutes": f"-{MINUTES}", "reason": "all are here"}
        assert chief.post(f"{CUP}/contest/shift", data=shift).status_code == 303
    page.wait_for_url("**/t/*-1", timeout=PATIENCE)  # from here on nobody touches anything
    rival = Script(server, opponent_of(page, me))
    asked = slow_line_to(page, re.compile(r"/t/[^/]+-2([?]|$)"))
    rival.run(contest_seat)
    try:
        page.wait_for_selector("#table[data-phase=over]", timeout=PATIENCE)
        page.wait_for_url("**/t/*-2", timeout=PATIENCE)
        assert len(asked) == 1  # one that is on its way is not broken off by another
        page.wait_for_selector("#table[data-phase=over]", timeout=PATIENCE)
    finally:
        rival.stop()
    page.wait_for_selector(f"#onward[href='{me}']", timeout=PATIENCE)
    page.click("#onward")
    page.wait_for_selector(
        "#card .big-time:text-is('+2'), #card[data-state=over]", timeout=PATIENCE
    )
    assert page.errors == []
    page.goto("about:blank")  # nobody asks while the server is away
    server.stop()
    assert final_held(server.data) == 5
    again = Server(server.data, port=server.port)
    try:
        page.goto(f"{again.base}/me")
        page.click("a[href*='/c/final/']")
        page.goto(f"{again.base}/c/final/open/prizes")
        assert "3-dan" in page.inner_text(f"[data-live=titles] tr:has-text('{NAME}')")
    finally:
        again.stop()
    assert page.errors == []
