"""Lists: who stands where, in which order, and which form of a name comes first."""

import csv
import io

import pytest
from msgspec.structs import replace
from python_calamine import CalamineWorkbook

from formats.documents.events import UNITS, demo, teams
from qipan.formats.documents import DOCUMENTS, Wish, make
from qipan.formats.documents.material import Pairing, Participant, Person, Round, Seat
from qipan.formats.documents.naming import breakable, list_order, shown
from qipan.formats.documents.table import (
    MOST_MARKS,
    Column,
    ColumnKind,
    DocumentTable,
    _parts,
    to_csv,
    to_xlsx,
)
from qipan.kernel.errors import Refused, Unknown

CHINESE = Person("陈红棋", "Chan Hung Kei")
THAI = Person("ม้า หมากรุก", "Ma Makruk")
ENGLISH = Person("Rook, Anna")
ORDERS = [
    # person, language, first, second
    (CHINESE, "zh", "陈红棋", "Chan Hung Kei"),
    (CHINESE, "en", "Chan Hung Kei", "陈红棋"),
    (CHINESE, "th", "Chan Hung Kei", "陈红棋"),
    (CHINESE, "ms", "Chan Hung Kei", "陈红棋"),
    (THAI, "th", "ม้า หมากรุก", "Ma Makruk"),
    (THAI, "zh", "Ma Makruk", "ม้า หมากรุก"),
    (ENGLISH, "zh", "Rook, Anna", ""),
    (Person("Lim", "Lim"), "en", "Lim", ""),
]


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    return demo(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def team_event(tmp_path_factory):
    return teams(tmp_path_factory.mktemp("teams"))


def table(name, material, language="en", **wish):
    return DOCUMENTS[name].table(material, Wish(language, **wish))


@pytest.mark.parametrize(("person", "language", "main", "other"), ORDERS)
def test_the_readers_own_form_of_a_name_comes_first(person, language, main, other):
    found = shown(person, language)
    assert (found.main, found.other) == (main, other)


@pytest.mark.parametrize("language", ["zh", "en", "th"])
def test_names_are_listed_as_the_reader_looks_for_them(language):
    people = [
        Person("王", "Wang"),
        Person("ม้า", "Ma"),
        Person("เกม"),
        Person("ขาว"),
        Person("Éa"),
        Person("陈", "Chen"),
    ]
    listed = [each.name for each in sorted(people, key=lambda each: list_order(each, language))]
    latin_first = ["陈", "Éa", "ม้า", "王", "เกม", "ขาว"]
    thai_apart = ["陈", "Éa", "王", "เกม", "ขาว", "ม้า"]
    assert listed == (thai_apart if language == "th" else latin_first)


def test_long_words_may_break_and_lose_nothing():
    long = "Wolfeschlegelsteinhausenbergerdorff"
    assert "\u200b" in breakable(long)
    assert breakable(long).replace("\u200b", "") == long
    assert breakable("Chan Hung Kei") == "Chan Hung Kei"
    thai = "กำกี้ก้ำ" * 6
    for part in breakable(thai).split("\u200b"):
        assert not part.startswith("้")


def test_the_entry_list_goes_by_number(printed):
    found = table("entries", printed)
    assert [row[0] for row in found.rows] == ["1", "2", "3", "4", "5", "6"]
    assert {row[1] for row in found.rows} >= {CHINESE, THAI, ENGLISH}
    assert found.note == "6 entrants"


def test_the_entry_list_goes_by_name_before_numbers_are_given(printed):
    entries = tuple(replace(each, number=0) for each in printed.entries)
    names = [
        row[1].latin or row[1].name
        for row in table("entries", replace(printed, entries=entries)).rows
    ]
    assert names == sorted(names)


def test_pairings_by_board_and_by_name_tell_the_same(printed):
    boards = table("pairings", printed, round=2).rows
    assert len(boards) == 3
    met = {frozenset((row[1].name, row[5].name)) for row in boards}
    by_name = table("pairings-by-name", printed, round=2).rows
    assert {frozenset((row[0].name, row[3].name)) for row in by_name} == met
    assert [row[0] for row in by_name] == sorted(
        (row[0] for row in by_name), key=lambda name: list_order(name, "en")
    )
    sides = {(row[1], row[2]) for row in by_name}
    assert sides == {(str(n), side) for n in (1, 2, 3) for side in ("Red", "Black")}
    first = {row[1].name for row in boards}
    assert {row[0].name for row in by_name if row[2] == "Red"} == first


def test_the_latest_round_unless_another_is_asked_for(printed):
    assert table("pairings", printed).title == "Pairings · Round 3"
    assert table("pairings", printed, "zh", round=1).title == "对阵表 · 第1轮"
    with pytest.raises(Unknown):
        table("pairings", printed, round=9)


def test_documents_of_rounds_and_teams_say_what_is_missing(printed):
    bare = replace(printed, rounds=())
    for name in ("pairings", "pairings-by-name", "board-cards", "result-slips", "certificates"):
        with pytest.raises(Refused) as refused:
            make(name, "pdf", bare, Wish("en"))
        assert refused.value.code == "doc.no-round"
        assert not DOCUMENTS[name].fits(bare)
    for name in ("team-sheets", "line-up-forms"):
        with pytest.raises(Refused) as refused:
            make(name, "pdf", printed, Wish("en"))
        assert refused.value.code == "doc.no-teams"
        assert not DOCUMENTS[name].fits(printed)


def test_standings_show_every_key_of_the_order(printed):
    found = table("standings", printed)
    assert found.title == "Standings · after round 3"
    assert len(found.columns) == 3 + len(printed.order)
    assert [row[0] for row in found.rows] == [str(line.place) for line in printed.lines]
    assert "Provisional" in found.note
    assert table("standings", replace(printed, approved=True)).note == ""


def test_the_cross_table_is_symmetric(printed):
    found = table("cross-table", printed)
    marks = [row[2:-1] for row in found.rows]
    assert [row[at] for at, row in enumerate(marks)] == ["×"] * 6
    flipped = {"1": "0", "0": "1", "½": "½", "": "", "×": "×"}
    for one in range(6):
        for two in range(6):
            assert marks[one][two] == flipped[marks[two][one]]


def test_a_wide_cross_table_is_split_and_repeats_the_names():
    marks = [Column(str(at), ColumnKind.MARK) for at in range(60)]
    columns = (
        Column("place", ColumnKind.NUMBER),
        Column("name", ColumnKind.NAME),
        *marks,
        Column("points"),
    )
    parts = _parts(columns)
    assert len(parts) == 3
    assert all(part[:2] == [0, 1] and part[-1] == 62 for part in parts)
    assert sorted({at for part in parts for at in part}) == list(range(63))
    assert max(map(len, parts)) == MOST_MARKS + 3


def test_teams_go_by_their_unit_with_members_and_reserve(team_event):
    found = table("team-sheets", team_event)
    assert {row[1].name for row in found.rows} == set(UNITS)
    assert [row[2] for row in found.rows[:5]] == ["1", "2", "3", "4", "Reserve"]
    assert len(found.rows) == 20


def test_a_table_of_six_lists_every_seat(printed):
    six = tuple(Seat(Participant(f"e{at}", at, Person(f"P{at}")), "0") for at in range(1, 7))
    heat = Round(1, "heats", True, (Pairing(1, six, "1–2–3–4–5–6"),))
    material = replace(printed, rounds=(heat,))
    rows = table("pairings", material).rows
    assert [(row[1], row[4]) for row in rows] == [(str(at), str(at)) for at in range(1, 7)]
    by_name = table("pairings-by-name", material).rows
    assert by_name[0][3] == "P2 · P3 · P4 · P5 · P6"
    for name in ("board-cards", "result-slips", "record-sheets", "pairings"):
        assert make(name, "pdf", material, Wish("en")).startswith(b"%PDF")


def test_csv_opens_in_a_spreadsheet_and_holds_both_names(printed):
    raw = make("entries", "csv", printed, Wish("zh"))
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"))))
    assert rows[0][:3] == ["编号", "姓名", "姓名 (拉丁字母姓名)"]
    assert ["陈红棋", "Chan Hung Kei"] in [row[1:3] for row in rows]


def test_a_name_is_never_a_formula():
    found = DocumentTable(
        "t",
        (Column("name", ColumnKind.NAME), Column("mark", ColumnKind.MARK)),
        ((Person("=1+1"), "+"),),
    )
    assert b"'=1+1" in to_csv(found, Wish("en"))
    assert to_csv(found, Wish("en")).endswith(b",+\r\n")
    book = CalamineWorkbook.from_filelike(io.BytesIO(to_xlsx(found, Wish("en"))))
    assert book.get_sheet_by_index(0).to_python()[1] == ["=1+1", "", "+"]


def test_a_spreadsheet_holds_numbers_as_numbers(printed):
    raw = make("standings", "xlsx", printed, Wish("en"))
    rows = CalamineWorkbook.from_filelike(io.BytesIO(raw)).get_sheet_by_index(0).to_python()
    assert rows[0][:5] == ["Place", "Name", "Name (In Latin letters)", "Unit", "Points"]
    assert rows[1][4] == 2.5
    assert raw == make("standings", "xlsx", printed, Wish("en"))


def test_what_there_is_none_of_is_said_so(printed):
    for name, ending in (("prize", "pdf"), ("entries", "doc"), ("board-cards", "csv")):
        with pytest.raises(Unknown):
            make(name, ending, printed, Wish("en"))
