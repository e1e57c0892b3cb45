"""Every document of every book with the longest names: each name stands whole on the paper.

The names have 33 letters, a second form in another script, and long units.
"""

import re
import shutil
import subprocess

import pytest

from qipan.formats.documents import DOCUMENTS, Wish, make
from qipan.formats.report import write_report
from qipan.i18n.names import shown
from qipan.journal.people import Person
from qipan.kernel.ids import SectionId
from qipan.office.document_material import Occasion, material_of
from qipan.office.reports import make_report
from qipan.simulation.event import HOME, simulate
from qipan.wiring import simulated_office

EVENTS = [
    ("wx-14", "men", 10), ("my-2018", "team", 6), ("my-2018", "school-senior", 10),
    ("un-games", "shengji", 8), ("un-games", "checkers", 12), ("th-maklom-2024", "league", 8),
    ("club-swiss", "evening", 8), ("gm-2025", "final", 8),
]  # fmt: skip
FAMILIES = ("Abdulrahmanov", "Bartholomeusz", "Featherstonehaugh", "Wanchaleamsuk")
NEEDED = shutil.which("pdftotext")
NAMELESS = {"rulebook", "fees", "ledger", "appeals", "prize-receipts", "certificates", "prizes"}
"""Documents about something else, or about the first places only."""


def long_name(number):
    """Give a name of 33 letters in Latin and one in Chinese, another one each time."""
    family = FAMILIES[number % 4]
    given = "Maximilianus-Xaverius Quirinus Wolfgang Theodor"
    letters = f"{family} {given}"[:31]
    own = "欧阳" + "阿里木江买提古丽"[number % 7 :][:3] + chr(0x4E00 + number)
    return Person(name=own, latin=letters + chr(97 + number // 26) + chr(97 + number % 26))


def played(book, event, entries):
    office = simulated_office(3)
    simulate(office, book, event, entries=entries, seed=3)
    section = office.state(HOME).sections[event]
    number = 0
    for entrant in section.entrants.values():
        for who in entrant.people:
            office.around.people.save(who, long_name(number))
            number += 1
    return office, office.state(HOME), section


def text_of(content, tmp_path, *how):
    file = tmp_path / "x.pdf"
    file.write_bytes(content)
    command = [NEEDED, *how, str(file), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


def whole(text):
    """Without what breaks lines."""
    return re.sub(r"[\s\u200b\u00ad]+", "", text)


@pytest.mark.skipif(NEEDED is None, reason="pdftotext is not installed")
@pytest.mark.parametrize(("book", "event", "entries"), EVENTS)
def test_every_document_has_every_name_whole(book, event, entries, tmp_path):
    office, state, section = played(book, event, entries)
    material = material_of(office, state, section, Occasion(True, report=True))
    names = [entry.name for entry in material.entries if not entry.withdrawn]
    boards = material.rounds[-1].boards
    in_round = [seat.entry.name for each in boards for seat in each.seats]
    assert all(len(each.latin) >= 33 for each in names if each.latin)
    for name, document in DOCUMENTS.items():
        if not document.fits(material) or name in NAMELESS:
            continue
        if name == "record-sheets" and (material.teams or len(in_round) > 2 * len(boards)):
            continue  # of the people at the boards
        there = in_round if document.of_round else names
        content = make(name, "pdf", material, Wish("en"))
        printed = whole(text_of(content, tmp_path, "-raw"))
        missing = [each.name for each in there if whole(shown(each, "en").main) not in printed]
        assert (name, missing) == (name, [])


@pytest.mark.skipif(NEEDED is None, reason="pdftotext is not installed")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_report_has_each_name_on_one_line_with_its_unit_and_figures(language, tmp_path):
    office, _, _ = played("wx-14", "men", 14)
    report = make_report(office, HOME, SectionId("men"))
    assert report.rounds == 9
    lines = text_of(write_report(report, "r.pdf", language), tmp_path, "-layout").splitlines()
    for each in report.lines:
        name = each.latin if language == "en" else each.name
        points = each.values[0].replace(".5", "½")
        found = [
            row for row in lines
            if name in row and each.unit in row and re.search(rf"(^|\s){points}(\s|$)", row)
        ]  # fmt: skip
        assert found, each
    text = "\n".join(lines)
    assert all(each.latin in text and each.name in text for each in report.lines)  # both forms
    codes = ("wrong-claim", "technical-foul", "clock-minutes", "account:", "0.5")
    assert [code for code in codes if code in text] == []
    assert ("Red" in text, "红" in text) == (language == "en", language == "zh")


@pytest.mark.parametrize("paper", ["a4", "a3", "letter"])
def test_documents_are_printed_on_the_paper_that_is_asked_for(paper, tmp_path):
    office, state, section = played("club-swiss", "evening", 6)
    material = material_of(office, state, section, Occasion(True, report=True))
    sizes = set()
    for name in ("standings", "report"):
        content = make(name, "pdf", material, Wish("en", paper=paper))
        box = re.search(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)", content)
        sizes.add(tuple(sorted(round(float(side)) for side in box.groups())))
    assert sizes == {{"a4": (595, 842), "a3": (842, 1191), "letter": (612, 792)}[paper]}
