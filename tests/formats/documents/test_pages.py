"""Printed pages: every document in every language, names whole, fonts there or named."""

import re
import shutil
import subprocess

import pytest
from msgspec.structs import replace

from formats.documents.events import ADDRESS, demo, teams
from qipan.formats.documents import DOCUMENTS, Wish, make
from qipan.formats.documents.fonts import fonts_for
from qipan.formats.documents.material import Deal, Pairing, Participant, Person, Round, Seat
from qipan.formats.documents.qr import qr_svg
from qipan.formats.typesetter import fonts
from qipan.i18n import LANGUAGES, catalogue
from qipan.kernel.errors import Refused

HERE = set(fonts().families())
NEEDED = {"Noto Sans", "Noto Sans CJK SC", "Noto Sans Thai"}
fonts_here = pytest.mark.skipif(not HERE >= NEEDED, reason=f"fonts missing: {NEEDED - HERE}")
OF_MONEY = ("prize-receipts", "fees", "ledger", "report", "result-form", "rating-files")
"""Printed of a finished event: test_money.py, test_result_form.py."""
reads_pdf = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="pdftotext (poppler-utils) is not installed"
)


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    folder = tmp_path_factory.mktemp("events")
    return dealt(demo(folder)), teams(folder)


def dealt(material):
    """The same event with a deal on the first board of its last round."""
    found = material.rounds[-1]
    deals = (Deal(1, banker=1, points=45, bottom=20, penalties=-10, levels=(2, 3)),)
    boards = (replace(found.boards[0], deals=deals), *found.boards[1:])
    rounds = (*material.rounds[:-1], replace(found, boards=boards))
    return replace(material, deals=True, rounds=rounds)


def text_of(raw):
    """Read a PDF back, with all white space left out."""
    done = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=raw, capture_output=True, timeout=60, check=True
    )
    return re.sub(r"[\s\u200b]+", "", done.stdout.decode())


@fonts_here
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name not in OF_MONEY])
def test_every_document_in_every_language(events, name, language):
    fitting = [each for each in events if DOCUMENTS[name].fits(each)]
    assert fitting
    for material in fitting:
        raw = make(name, "pdf", material, Wish(language))
        assert raw.startswith(b"%PDF")
        assert raw == make(name, "pdf", material, Wish(language))


@fonts_here
@reads_pdf
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["pairings", "standings", "board-cards", "result-slips"])
def test_both_forms_of_every_name_are_on_the_page(events, name, language):
    found = text_of(make(name, "pdf", events[0], Wish(language)))
    for words in (
        "陈红棋",
        "ChanHungKei",
        "林小炮",
        "MaMakruk",
        "หมากรุก",
        "Rook,Anna",
        "NgựaThịTốt",
    ):
        assert words in found


@fonts_here
@reads_pdf
def test_long_names_are_printed_whole(events):
    long = Person("Wolfeschlegelsteinhausenbergerdorff" * 3, "欧阳" * 30)
    entries = (replace(events[0].entries[0], name=long), *events[0].entries[1:])
    rounds = (Round(1, "", True, (Pairing(1, (Seat(entries[0], "0"), Seat(entries[1], "0"))),)),)
    material = replace(events[0], entries=entries, rounds=rounds)
    for name in ("entries", "pairings", "board-cards", "result-slips", "record-sheets"):
        found = text_of(make(name, "pdf", material, Wish("en")))
        letters = sorted(long.name + long.latin)
        for letter in set(letters):
            assert found.count(letter) >= letters.count(letter), name


@fonts_here
@reads_pdf
def test_what_people_write_is_never_markup(events):
    entry = Participant("e1", 1, Person('#panic("x") *b* $x$ @y <z> \\ "', '#image("/etc/passwd")'))
    found = text_of(make("entries", "pdf", replace(events[0], entries=(entry,)), Wish("zh")))
    assert '#panic("x")*b*$x$@y<z>\\"' in found
    assert '#image("/etc/passwd")' in found


@fonts_here
@reads_pdf
def test_a_team_match_changes_sides_from_board_to_board(events):
    slip = text_of(make("result-slips", "pdf", events[1], Wish("en")))
    assert slip.count("Red") == slip.count("Black") == 8
    sheets = make("record-sheets", "pdf", events[1], Wish("en"))
    assert all(f"Board1.{at}" in text_of(sheets) for at in (1, 2, 3, 4))


@fonts_here
@reads_pdf
def test_certificates_go_down_to_the_place_asked_for_and_say_provisional(events):
    three = text_of(make("certificates", "pdf", events[0], Wish("en", top=3)))
    assert three.count("Thisistocertifythat") == 3
    assert three.count("Provisional") == 3
    final = replace(events[0], approved=True)
    assert "Provisional" not in text_of(make("certificates", "pdf", final, Wish("en", top=3)))


@fonts_here
@reads_pdf
def test_the_booklet_holds_every_clause(events):
    found = text_of(make("rulebook", "pdf", events[0], Wish("zh")))
    for number, _ in events[0].regulation.clauses:
        assert number.replace(" ", "") in found


def test_a_code_is_printed_only_with_an_address():
    assert qr_svg("") == ""
    assert qr_svg(ADDRESS).startswith("<svg")
    assert qr_svg(ADDRESS) != qr_svg(ADDRESS + "?round=2")


MISSING = [
    # text, families there, font named
    ("陈红棋", ("Noto Sans",), "Noto Sans CJK SC"),
    ("ม้า", ("Noto Sans", "Noto Sans CJK SC"), "Noto Sans Thai"),
    ("தமிழ்", ("Noto Sans",), "Noto Sans Tamil"),
    ("Anna", (), "Noto Sans"),
]


@pytest.mark.parametrize(("text", "there", "font"), MISSING)
def test_a_missing_font_is_named(text, there, font):
    with pytest.raises(Refused) as refused:
        fonts_for([text], there)
    assert refused.value.code == "doc.font-missing"
    assert refused.value.facts["font"] == font


def test_the_first_font_there_is_taken_and_marks_need_none():
    there = ("Arial", "Microsoft YaHei", "Leelawadee UI")
    assert fonts_for(["Anna 1–0 ½ ● ×"], there) == ("Arial",)
    assert fonts_for(["陈", "ม้า", "Ngựa Thị Tốt"], there) == there


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_documents_are_in_every_language(language):
    words = {code for code in catalogue("en") if code.startswith("doc.")}
    assert sorted(words - set(catalogue(language))) == []
    assert {f"doc.title.{name}" for name in DOCUMENTS} <= words
