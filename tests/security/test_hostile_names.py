"""Hostile names on every page, in every document and file: words, never markup or formulas."""

import csv
import io
import re
from html.parser import HTMLParser

import msgspec
import pytest
from litestar.testing import TestClient

from fuzz.form_pages import BEGIN, RouteNames, crawl
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.notices import PostNotice
from qipan.desk.particulars import DescribeCompetition
from qipan.desk.rounds.commands import PublishRound
from qipan.formats.documents import DOCUMENTS
from qipan.host.seat_key import seat_key_of
from qipan.journal.people import Person
from qipan.kernel.ids import PersonId
from qipan.office.registration import ASKED, Filled, Terms
from qipan.play.seats import opaque_id
from qipan.store.visitors.profiles import ProfileChoice
from qipan.store.visitors.registrations import Registration
from qipan.views.profile import PARTS
from qipan.web.static_site import SiteOfFiles
from security.conftest import NOBODY, Site

MARK = "zq9x"
NAMES = (
    f"<script>{MARK}()</script>",
    f'"><img src=x onerror={MARK}()>',
    f"'><svg onload={MARK}()>",
    f"</title><script>{MARK}()</script>",
    f"</textarea><script>{MARK}()</script>",
    f'" autofocus onfocus={MARK}() x="',
    f"' onmouseover={MARK}() '",
    f"javascript:{MARK}()",
    f"{{{{ {MARK} }}}}{{% raw %}}",
    f"]]><script>{MARK}()</script>",
    f"<!-- {MARK}",
    f"&lt;{MARK}&gt;",
    f"=cmd|' /C {MARK}'!A0",
    f"@SUM({MARK})",
    f"+{MARK}()",
    f"-{MARK}()",
    f'#import "{MARK}"; #panic("x")',
    f"${MARK}$ \\{MARK} #{MARK}",
)
HOME, WOMEN = "xss", "women"
MINE = f"/c/{HOME}/{WOMEN}"
MORE = (
    f"/c/{HOME}",
    MINE,
    f"{MINE}/register",
    f"{MINE}/reach",
    f"{MINE}/contest",
    f"{MINE}/games",
    f"/embed{MINE}/standings",
    f"/embed{MINE}/pairings",
    f"/embed{MINE}/wall",
    f"/c/{HOME}/projector",
    f"/c/{HOME}/notices",
    f"/c/{HOME}/feed.atom",
    f"/c/{HOME}/audit",
    f"/c/{HOME}/reach",
    f"/c/{HOME}/access",
    "/account/profile",
    "/people/hostile",
    f"/search?q={MARK}",
)


class Markup(HTMLParser):
    """Finds what a name has become: an element, an attribute, a script."""

    def __init__(self, text):
        super().__init__()
        self.wrong = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if MARK in name or (name.startswith("on") and MARK in (value or "")):
                self.wrong.append((tag, name))
            if name in ("href", "src", "action") and (value or "").startswith("javascript:"):
                self.wrong.append((tag, value))

    def handle_data(self, data):
        if MARK in data and self.cdata_elem in ("script", "style"):
            self.wrong.append((self.cdata_elem, data[:60]))

    def handle_comment(self, data):
        if MARK in data:
            self.wrong.append(("comment", data[:60]))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    site = Site(str(tmp_path_factory.mktemp("names") / "j.sqlite"))
    house, office = site.house, site.house.office
    office.create(HOME, "t", NAMES[0], "wx-14")
    office.carry_out(HOME, "t", OpenSection(section=WOMEN, title=NAMES[1], under="women"))
    office.carry_out(
        HOME,
        "t",
        DescribeCompetition(place=NAMES[2], organisers=NAMES[3], hosts=NAMES[5], contact=NAMES[7]),
    )
    office.carry_out(HOME, "t", PostNotice(text=NAMES[4], at="2026-01-01T10:00"))
    me = PersonId(opaque_id(seat_key_of(house), "player"))
    for number, name in enumerate(NAMES):
        known = me if not number else None
        who = Person(name=name, latin=NAMES[-number - 1])
        office.enter(HOME, WOMEN, "t", Newcomer(who, 1500 + number, name, known=known))
    office.around.people.save(me, Person(name=NAMES[0], latin=NAMES[1]))
    side = house.side_tables
    side.registrations.set_terms(HOME, WOMEN, msgspec.json.encode(Terms(fee=NAMES[6])).decode(), 1)
    filled = msgspec.json.encode(Filled(name=NAMES[0], unit=NAMES[5], email=NAMES[6])).decode()
    side.registrations.add(Registration("r1", HOME, WOMEN, "", "h", ASKED, filled, "", 1, 1))
    house.accounts.rename("player", NAMES[1])
    side.profiles.save(ProfileChoice("hostile", "player", me, tuple(PARTS), NAMES[2], 1))
    office.carry_out(HOME, "t", CloseEntries(section=WOMEN))
    office.commit_lot(HOME, WOMEN, "t")
    office.draw_numbers(HOME, WOMEN, "t", (NAMES[0],))
    office.pair(HOME, WOMEN, "t")
    office.carry_out(HOME, "t", PublishRound(section=WOMEN, round=1))
    with TestClient(site.app):
        yield site
    house.close()


@pytest.mark.parametrize("role", [NOBODY, "player", "chief-arbiter"])
def test_a_name_is_never_markup_on_any_page(hostile, role):
    client, wrong, named = hostile.asking(role), [], 0
    answers = []
    client.event_hooks["response"].append(lambda answer: answers.append(answer))
    seen, _ = crawl(client, RouteNames(hostile.app), begin=(*MORE, *BEGIN))
    for path in MORE:
        if path not in seen:
            client.get(path, follow_redirects=True)
    for answer in answers:
        assert answer.status_code < 500, answer.url
        if "html" in answer.headers.get("content-type", ""):
            answer.read()
            named += MARK in answer.text
            wrong += [(str(answer.url), *each) for each in Markup(answer.text).wrong]
    assert wrong == []
    assert named > 10
    assert len(seen) > 30


def test_a_name_is_never_a_formula_or_markup_in_a_document(hostile):
    client = hostile.asking("chief-arbiter")
    tried = 0
    for name in DOCUMENTS:
        for ending in ("csv", "html", "typ", "txt"):
            answer = client.get(f"{MINE}/documents/{name}.{ending}")
            assert answer.status_code < 500, (name, ending)
            if answer.status_code != 200:
                continue
            tried += 1
            if ending == "csv":
                cells = [cell for row in csv.reader(io.StringIO(answer.text)) for cell in row]
                loose = [each for each in cells if re.match(r"[=+@\t\r-]", each) and MARK in each]
                assert loose == [], name
            if ending == "html":
                assert Markup(answer.text).wrong == []
    assert tried


def test_a_name_is_never_markup_in_the_files_of_a_competition(hostile, tmp_path):
    site = SiteOfFiles(hostile.house, tmp_path / "site", ["en"])
    site.publish([hostile.house.office.state(HOME)])
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 5
    found = {str(page): Markup(page.read_text("utf-8")).wrong for page in pages}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
