"""Papers that a browser prints: every word of the PDF stands on them, and nobody writes markup."""

import re
import shutil
import subprocess
from html import unescape

import pytest
from msgspec.structs import replace

from formats.documents.events import demo, teams
from qipan.formats.documents import DOCUMENTS, Wish, make
from qipan.formats.documents.material import Person
from qipan.formats.printable import TEMPLATES, printable, security_policy
from qipan.formats.report import write_report
from qipan.formats.typesetter import sets_pages
from qipan.kernel.ids import SectionId
from qipan.office.document_material import Occasion, material_of
from qipan.office.reports import make_report
from qipan.simulation.event import HOME, simulate
from qipan.wiring import simulated_office

LANGUAGE = "zh"
PAGE = re.compile(r"\d*/\d*")
"""The number of a page: a browser adds its own."""
reads_pdf = pytest.mark.skipif(
    shutil.which("pdftotext") is None or not sets_pages(),
    reason="pdftotext (poppler-utils) or the typesetter is not installed",
)


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    folder = tmp_path_factory.mktemp("events")
    return demo(folder), teams(folder), finished("my-2018", "individual", 8)


def finished(book, event, entries):
    office = simulated_office(3)
    simulate(office, book, event, entries=entries, seed=3)
    state = office.state(HOME)
    return material_of(office, state, state.sections[SectionId(event)], Occasion(True, report=True))


def words_of(pdf):
    done = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, timeout=60, check=True
    )
    return re.sub(r"\u200b", "", done.stdout.decode()).split()


def text_of(page):
    body = re.sub(r"<svg .*?</svg>|<[^>]+>", " ", page.decode().partition("</head>")[2], flags=re.S)
    return re.sub(r"[\s\u200b]+", "", unescape(body))


def papers(material):
    return [
        name for name, each in DOCUMENTS.items() if "html" in each.endings and each.fits(material)
    ]


@reads_pdf
def test_every_word_of_the_pdf_stands_on_the_page_for_a_browser(events):
    told = set()
    for material in events:
        for name in papers(material):
            if DOCUMENTS[name].reports and material.report is None:
                continue
            told.add(name)
            page = text_of(make(name, "html", material, Wish(LANGUAGE)))
            words = words_of(make(name, "pdf", material, Wish(LANGUAGE)))
            missing = [word for word in words if word not in page and not PAGE.fullmatch(word)]
            assert (name, missing) == (name, [])
    wanted = {name for name, each in DOCUMENTS.items() if "html" in each.endings}
    assert wanted - told <= {"scoresheets", "prize-receipts", "fees", "ledger"}


def test_what_people_write_is_never_markup(events):
    evil = Person("<script>alert(1)</script>", "<svg onload=alert(1)>")
    found = events[0]
    entries = tuple(replace(each, name=evil) for each in found.entries)
    for name in ("entries", "certificates"):
        lines = tuple(replace(each, entry=replace(each.entry, name=evil)) for each in found.lines)
        page = make(name, "html", replace(found, entries=entries, lines=lines), Wish("en")).decode()
        assert "<script" not in page
        assert "<svg onload" not in page
        assert "&lt;script&gt;" in page


def test_a_drawing_is_let_through_only_as_a_drawing():
    content = {
        "heading": {"competition": "c", "section": "s"},
        "title": "t",
        "board": "b",
        "scan": "",
        "sign_in": "",
        "qr": "<b>no</b>",
        "cards": [],
    }
    assert b"<b>no</b>" not in printable("cards", "en", content | {"cards": [_card()]})


def test_codes_are_drawn_in_the_size_of_their_place(events):
    page = make("board-cards", "html", events[0], Wish("en")).decode()
    assert page.count('<svg viewBox="0 0 ') == page.count('class="code far"') > 0


def _card():
    return {"number": 1, "group": "", "stones": "", "seats": []}


def test_a_page_may_draw_itself_in_its_own_style_and_nothing_else(events):
    page = make("pairings", "html", events[0], Wish("en"))
    policy = security_policy(page)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy != security_policy(make("certificates", "html", events[0], Wish("en")))
    assert not re.search(rb"<(script|link|img|iframe)| style=| on\w+=", page)


def test_paper_is_as_it_was_asked_for(events):
    for paper, size in (("a4", b"size: A4"), ("a3", b"size: A3"), ("letter", b"size: letter")):
        assert size in make("entries", "html", events[0], Wish("en", paper=paper))


def test_the_final_report_is_a_page_too():
    office = simulated_office(3)
    simulate(office, "wx-14", "women", entries=6, seed=3)
    report = make_report(office, HOME, SectionId("women"))
    page = text_of(write_report(report, "report.html", "en"))
    assert report.journal in page
    assert all(line.name.replace(" ", "") in page for line in report.lines)


def test_no_template_asks_for_anything_from_elsewhere():
    for each in TEMPLATES.glob("*.*"):
        assert "http" not in each.read_text("utf-8")
