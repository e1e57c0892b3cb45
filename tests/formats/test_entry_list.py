"""Lists of entries: what is read, which cell is wrong, and files that mean harm."""

import io
import zipfile
from contextlib import suppress
from datetime import date

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from qipan.formats.entry_list import MOST_BYTES, MOST_ROWS, read_entry_list
from qipan.i18n import say
from qipan.kernel.errors import BadInput

HEADER = ["Name", "Birth", "Rating", "Unit", "Sex", "Licence", "Tags", "Dan"]


def sheet(rows):
    """Write rows as a spreadsheet."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    page = book.add_worksheet()
    dated = book.add_format({"num_format": "yyyy-mm-dd"})
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            if isinstance(cell, date):
                page.write_datetime(number, column, cell, dated)
            else:
                page.write(number, column, cell)
    book.close()
    return out.getvalue()


def test_a_spreadsheet_is_read():
    rows = [HEADER, ["陈美", date(2010, 5, 6), 1600, "Johor", "女", "MAS-1", "state-top-four", 2]]
    found = read_entry_list(sheet(rows), "list.xlsx")
    assert found.failed == ()
    [listed] = found.listed
    newcomer = listed.newcomer
    assert listed.line == 2
    assert (newcomer.person.name, newcomer.person.birth) == ("陈美", "2010-05-06")
    assert (newcomer.rating, newcomer.unit, newcomer.dan) == (1600, "Johor", 2)
    assert newcomer.tags == {"female", "state-top-four"}
    assert newcomer.person.licence == "MAS-1"


@pytest.mark.parametrize(
    "text", ["姓名,等级分\nA,1500\n", "name;rating\r\nA;1500", "﻿NAME\tRATING\nA\t1500"]
)
def test_csv_with_any_of_the_usual_separators_is_read(text):
    [listed] = read_entry_list(text.encode(), "list.CSV").listed
    assert (listed.newcomer.person.name, listed.newcomer.rating) == ("A", 1500)


def test_rows_of_one_team_are_one_entry():
    text = (
        "name,team,role,rating,birth\nA,T1,player,1500,1990\nB,T2,player,,\nC,T1,junior,1400,2010\n"
    )
    first, second = read_entry_list(text.encode(), "x.csv").listed
    assert [mate.role for mate in first.newcomer.mates] == ["junior"]
    assert first.newcomer.mean_rating == 1450
    assert second.newcomer.mates == ()


WRONG_CELLS = [
    ("name,rating\nA,strong\n", "B2", "strong", "list.not-a-number"),
    ("name,rating\nA,10000\n", "B2", "10000", "list.not-a-number"),
    ("name,birth\nA,2008-02-30\n", "B2", "2008-02-30", "list.no-birth"),
    ("name,birth\nA,1990\nB,yesterday\n", "B3", "yesterday", "list.no-birth"),
    ("rating,name\n1500,\n", "B2", "", "list.no-name"),
    ("name,sex\nA,x\n", "B2", "x", "list.no-sex"),
    ("name,dan\nA,11\n", "B2", "11", "list.not-a-number"),
    ("name,unit\nA," + "u" * 201 + "\n", "B2", "u" * 200, "list.not-plain"),
]


@pytest.mark.parametrize(("text", "cell", "value", "code"), WRONG_CELLS)
def test_a_cell_that_cannot_be_read_is_named(text, cell, value, code):
    found = read_entry_list(text.encode(), "x.csv")
    assert [(each.cell, each.value, each.code) for each in found.failed] == [(cell, value, code)]
    assert len(found.listed) == text.count("\n") - 2


WRONG_FILES = [
    ("empty", b"", "x.csv", "empty", "empty"),
    ("no name", b"rating\n1\n", "x.csv", "no column is the name", "no-name-column"),
    ("not text", b"name\n\xff\xfe", "x.csv", "not a text", "not-utf8"),
    ("not a zip", b"PK nonsense", "x.xlsx", "spreadsheet", "not-spreadsheet"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "x.xlsx", "no text", "not-text"),
    ("zeros", b"name\x00\nA\n", "x.csv", "no text", "not-text"),
    ("broken quotes", b'name\n"A\n', "x.csv", "csv", "not-csv"),
    ("too many bytes", b"x" * (MOST_BYTES + 1), "x.csv", "bytes", "too-big"),
    ("too many rows", b"name\n" + b"A\n" * (MOST_ROWS + 1), "x.csv", "rows", "too-many-rows"),
]


@pytest.mark.parametrize(
    ("content", "name", "words", "code"),
    [each[1:] for each in WRONG_FILES],
    ids=[each[0] for each in WRONG_FILES],
)
def test_a_file_that_is_no_list_is_refused(content, name, words, code):
    with pytest.raises(BadInput, match=words) as refused:
        read_entry_list(content, name)
    error = refused.value
    assert error.code == f"list.{code}"
    for language in ("zh", "en"):  # a sentence of its own with all its facts
        said = say(language, error.code, error.facts)
        assert (said != error.code, "?" in said) == (True, False)


def packed(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = packed({"xl/worksheets/sheet1.xml": b"\0" * 60_000_000})
    assert len(bomb) < MOST_BYTES
    with pytest.raises(BadInput, match="unpacks"):
        read_entry_list(bomb, "x.xlsx")


@pytest.mark.parametrize("reference", ["A1048576", "XFD1", "BJ2", "A99999999999999999999"])
def test_cells_far_out_are_refused(reference):
    cell = f'<c r="{reference}"><v>1</v></c>'.encode()
    with pytest.raises(BadInput, match=r"rows|columns"):
        read_entry_list(packed({"xl/worksheets/sheet1.xml": cell}), "x.xlsx")


@given(st.binary(max_size=300), st.sampled_from(["x.csv", "x.xlsx"]))
def test_any_bytes_are_read_or_refused(content, name):
    with suppress(BadInput):
        read_entry_list(content, name)
