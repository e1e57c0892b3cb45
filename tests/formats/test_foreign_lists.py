"""Lists as people keep them are read as they are: guessed columns, their dates, their cells."""

import io
import zipfile
from pathlib import Path

import pytest

from formats.lists_of_others import LISTS
from qipan.formats.entry_list import AskedColumns, ListMapping, read_entry_list
from qipan.formats.lists.cells import (
    is_doubtful_date,
    is_month_first,
    person_name,
    read_dan,
    read_date,
    read_number,
)
from qipan.formats.lists.headings import guess
from qipan.formats.lists.mapping import doubtful_dates, guess_mapping, likeness
from qipan.formats.lists.parts_in_team import part_of, parts_by_order
from qipan.formats.lists.sheets import read_sheets
from qipan.kernel.errors import BadInput

SINGLE = AskedColumns(parts={})


def people(name, asked=SINGLE):
    file, make = LISTS[name]
    found = read_entry_list(make(), file, asked=asked)
    return found, [
        (
            each.newcomer.person.name,
            each.newcomer.person.latin,
            each.newcomer.person.birth,
            each.newcomer.unit,
            each.newcomer.dan,
            "female" in each.newcomer.tags,
        )
        for each in found.listed
    ]


FORM = [
    ("陈志远", "", "1990-05-01", "柔佛象棋总会", 3, False),
    ("林美玲", "", "2001-03-09", "柔佛象棋总会", 2, True),
    ("王伟", "", "1988-12-03", "柔佛象棋总会", None, False),
    ("黄学谦", "", "1995-07-20", "霹雳棋艺会", 1, False),
    ("李孟儒", "", "1995", "霹雳棋艺会", None, False),
]


@pytest.mark.parametrize("name", ["entry form", "numbered entry form"])
def test_an_entry_form_with_titles_merged_units_and_a_total_is_read(name):
    found, listed = people(name)
    assert listed == FORM
    assert found.failed == ()
    assert [each.code for each in found.left_out] == ["list.left.total"]
    assert "备注" in found.unused


def test_a_questionnaire_in_gbk_is_read():
    found, listed = people("questionnaire")
    assert [each[:4] for each in listed] == [
        ("陈小明", "", "2012-05-01", "深圳实验学校"),
        ("林欣然", "", "2013-03-09", "广州第一小学"),
        ("赵一诺", "", "2009-11-30", "佛山中学"),
    ]
    assert found.failed == ()
    assert found.listed[0].newcomer.person.phone == "13800000001"
    assert "7、监护人姓名" in found.unused


def test_of_a_list_for_several_sections_the_rows_of_this_one_are_taken():
    asked = AskedColumns(parts={}, title="少年组 Junior")
    found, listed = people("questionnaire", asked)
    assert [each[0] for each in listed] == ["陈小明", "林欣然"]
    assert [(each.name, each.code) for each in found.left_out] == [("赵一诺", "list.left.section")]


def test_a_form_in_malay_is_read_with_the_day_first():
    _, listed = people("malay form")
    assert [each[:4] for each in listed] == [
        ("Ahmad Firdaus bin Ali", "", "2008-12-31", "Johor"),
        ("Nurul Aina binti Hassan", "", "2011-03-09", "Perak"),
        ("Lee Wei Jian", "", "2010-01-05", "Pulau Pinang"),
    ]


def test_a_go_list_is_read_with_two_columns_of_names():
    found, listed = people("go list")
    assert [(name, unit, dan) for name, _, _, unit, dan, _ in listed] == [
        ("Keller, Jonas", "DE", 3),
        ("Marchand, Hugo", "FR", None),
        ("Sokolov, Alexei", "RU", 5),
    ]
    assert found.listed[0].newcomer.person.licence == "12345678"
    assert found.unused == ("Club",)


def test_a_list_in_big5_is_read_with_both_names():
    found, listed = people("hong kong")
    assert [each[:4] for each in listed] == [
        ("陳紅棋", "Chan Hung Kei", "2010", "聖保羅書院"),
        ("黃子琳", "Wong Tsz Lam", "2011", "拔萃女書院"),
    ]
    assert [each.newcomer.rating for each in found.listed] == [1650, None]


HEADINGS = [
    ("国家", "unit"), ("Country", "unit"), ("Federation", "unit"), ("Negara", "unit"),
    ("โรงเรียน", "unit"), ("学校", "unit"), ("* 您的姓名：", "name"), ("ชื่อ-นามสกุล", "name"),
    ("DOB", "birth"), ("วัน/เดือน/ปีเกิด", "birth"), ("教练姓名", None), ("Coach's name", None),
    ("Remark", None), ("No", None), ("备注", None), ("Nama sekolah", "unit"), ("ELO", "rating"),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "field"), HEADINGS)
def test_headings_are_known_in_four_languages(heading, field):
    found = guess(heading)
    assert (found.field if found else None) == field


DATES = [
    ("2010年5月1日", "2010-05-01"), ("2011/3/9", "2011-03-09"), ("9.3.2011", "2011-03-09"),
    ("2011.3.9", "2011-03-09"), ("201103", "2011"), ("20110309", "2011-03-09"),
    ("２０１０－０５－０１", "2010-05-01"), ("二〇一〇年十二月二十一日", "2010-12-21"),
    ("9 Mar 2011", "2011-03-09"), ("March 9, 2011", "2011-03-09"), ("9 มี.ค. 2554", "2011-03-09"),
    ("2554", "2011"), ("40664", "2011-05-01"), ("2011-03-09 00:00:00", "2011-03-09"),
    ("31/12/2008", "2008-12-31"), ("1998年", "1998"), ("无", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), DATES)
def test_dates_are_read_as_people_write_them(text, wanted):
    assert read_date(text) == wanted


@pytest.mark.parametrize(
    "text", ["yesterday", "2008-02-30", "12", "31/31/2008", "1/2/08", "9999999"]
)
def test_what_is_no_date_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        read_date(text)


def test_a_date_that_could_be_two_is_asked_about_unless_another_one_tells():
    assert read_date("3/5/1990", month_first=True) == "1990-03-05"
    assert (is_doubtful_date("3/5/1990"), is_doubtful_date("13/5/1990")) == (True, False)
    assert is_month_first("5/13/1990")
    sheet = read_sheets(b"name,dob\nA,3/5/1990\nB,4/4/1991\n", "x.csv").chosen
    assert doubtful_dates(sheet, guess_mapping(sheet)) == ["3/5/1990"]
    sheet = read_sheets(b"name,dob\nA,3/5/1990\nB,4/14/1991\n", "x.csv").chosen
    mapping = guess_mapping(sheet)
    assert (doubtful_dates(sheet, mapping), mapping.month_first) == ([], True)


def test_grades_numbers_and_names_are_read_as_people_write_them():
    grades = ("三段", "初段", "3d", "5 dan", "2k", "未定级", "业余四段")
    assert [read_dan(text) for text in grades] == [3, 1, 3, 5, None, None, 4]
    assert [read_number(text, 9999) for text in ("1,650", "1500.5", "１６５０分", "-")] == [
        1650, 1500, 1650, None,
    ]  # fmt: skip
    assert [person_name(text) for text in ("王  伟", "Lê  Minh Chau", "阿里木·买买提")] == [
        "王伟", "Lê Minh Chau", "阿里木·买买提",
    ]  # fmt: skip


TEAM = AskedColumns(parts={"player": 3, "junior": 1, "reserve": 1}, optional=frozenset({"reserve"}))
TEAM_LIST = """\
单位,姓名,职务,出生
槟城,陈领队,领队,1970
槟城,甲,选手,1990
槟城,乙,选手,1991
槟城,丙,选手,1992
槟城,丁,少年选手,2012
槟城,戊,候补,1993
"""


def test_a_team_list_in_the_words_of_the_regulation_is_read():
    found = read_entry_list(TEAM_LIST.encode(), "x.csv", asked=TEAM)
    [listed] = found.listed
    team = listed.newcomer
    assert team.unit == "槟城"
    roles = (team.role, *(mate.role for mate in team.mates))
    assert list(zip((person.name for person in team.everybody), roles, strict=True)) == [
        ("甲", "player"),
        ("乙", "player"),
        ("丙", "player"),
        ("丁", "junior"),
        ("戊", "reserve"),
    ]
    assert [(each.line, each.name, each.code) for each in found.left_out] == [
        (2, "陈领队", "list.left.leader")
    ]


def test_a_captain_plays_where_players_are_missing_and_leads_where_not():
    due, spare = TEAM.parts, TEAM.optional
    assert parts_by_order(["captain", "player", "player", "junior"], due, spare)[0] == "player"
    full = ["captain", "player", "player", "player", "junior"]
    assert parts_by_order(full, due, spare)[0] is None
    assert parts_by_order([""] * 5, due, spare) == [*["player"] * 3, "junior", "reserve"]
    assert [part_of(word) for word in ("Simpanan", "第1台", "候补", "ketua", "goalkeeper")] == [
        "reserve", "player", "reserve", "leader", "goalkeeper",
    ]  # fmt: skip


def test_a_row_may_hold_a_whole_team():
    text = "单位,队员1,队员2\nA,甲,乙\nA,丙,丁\n"
    found = read_entry_list(text.encode(), "x.csv", asked=AskedColumns(parts={"player": 2}))
    assert [[p.name for p in each.newcomer.everybody] for each in found.listed] == [
        ["甲", "乙"],
        ["丙", "丁"],
    ]
    assert {mate.role for each in found.listed for mate in each.newcomer.mates} == {"player"}


def test_marks_of_the_book_are_columns_or_words():
    asked = AskedColumns(marks={"non-chinese": ("non-chinese", "非华裔")}, parts={})
    text = "姓名,非华裔,类别\n甲,是,\n乙,,非华裔\n丙,否,\n"
    found = read_entry_list(text.encode(), "x.csv", asked=asked)
    assert [sorted(each.newcomer.tags) for each in found.listed] == [
        ["non-chinese"],
        ["non-chinese"],
        [],
    ]


def test_a_mapping_that_was_said_is_followed_and_cells_are_repaired():
    text = b"x,y,z\nfoo,bar,1500\nA,1990,abc\n"
    mapping = ListMapping(heading=1, columns=("name", "", "rating"))
    found = read_entry_list(text, "x.csv", mapping)
    assert [each.cell for each in found.failed] == ["C3"]
    found = read_entry_list(text, "x.csv", mapping, repairs={"C3": "1600"})
    assert [each.newcomer.rating for each in found.listed] == [1500, 1600]


@pytest.mark.parametrize("columns", [("name", "name"), ("name", "colour"), ("", "rating")])
def test_a_mapping_that_cannot_be_meant_is_refused(columns):
    with pytest.raises(BadInput):
        read_entry_list(b"a,b\n1,2\n", "x.csv", ListMapping(heading=1, columns=columns))


def test_a_list_without_headings_is_read():
    found = read_entry_list("1. 张三  深圳\n2. 李四  广州\n".encode(), "paste.txt", asked=SINGLE)
    assert [(each.newcomer.person.name, each.newcomer.unit) for each in found.listed] == [
        ("张三", "深圳"),
        ("李四", "广州"),
    ]


def test_gaps_below_a_unit_mean_the_one_above():
    text = "单位,姓名\n柔佛,甲\n,乙\n,丙\n霹雳,丁\n,戊\n"
    found = read_entry_list(text.encode(), "x.csv", asked=SINGLE)
    assert [each.newcomer.unit for each in found.listed] == ["柔佛"] * 3 + ["霹雳"] * 2


REPORT = """\
012 A tournament
001    1 m    Brandt, Karl                      2105 GER    12345678 1964/07/09  0.0    1
001    2 w    Lin, Anxin                        1990 SGP             1990/00/00  0.0    2
"""


def test_the_players_of_a_tournament_report_are_a_list():
    found = read_entry_list(REPORT.encode(), "event.trf", asked=SINGLE)
    assert [
        (each.newcomer.person.name, each.newcomer.unit, each.newcomer.person.birth)
        for each in found.listed
    ] == [("Brandt, Karl", "GER", "1964-07-09"), ("Lin, Anxin", "SGP", "1990")]
    assert found.listed[1].newcomer.tags == {"female"}


OPEN_DOCUMENT = """<?xml version="1.0"?><office:document-content
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="List"><table:table-row><table:table-cell><text:p>Unit</text:p>
</table:table-cell>
<table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Birth</text:p>
</table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>Johor</text:p>
</table:table-cell>
<table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell office:value-type="date"
 office:date-value="2010-05-01"><text:p>1 May</text:p></table:table-cell></table:table-row>
<table:table-row><table:covered-table-cell/><table:table-cell><text:p>B</text:p></table:table-cell>
<table:table-cell office:value-type="float" office:value="2011"/></table:table-row>
<table:table-row table:number-rows-repeated="1048570"><table:table-cell
 table:number-columns-repeated="16384"/></table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>"""


def packed(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def test_an_open_document_is_read_with_its_merged_cells():
    found = read_entry_list(packed(**{"content.xml": OPEN_DOCUMENT}), "x.ods", asked=SINGLE)
    assert [
        (each.newcomer.person.name, each.newcomer.unit, each.newcomer.person.birth)
        for each in found.listed
    ] == [("A", "Johor", "2010-05-01"), ("B", "Johor", "2011")]


@pytest.mark.parametrize(
    "content",
    [
        OPEN_DOCUMENT.replace("<text:p>A</text:p>", "<text:p>A</text:p>" * 2).replace(
            'table:number-rows-spanned="2"', 'table:number-columns-repeated="9999"'
        ),
        OPEN_DOCUMENT.replace("1048570", "30000").replace(
            'number-columns-repeated="16384"/>', "x='1'><text:p>1</text:p></table:table-cell>"
        ),
        '<!DOCTYPE x [<!ENTITY a "b">]>' + OPEN_DOCUMENT,
        "<broken",
    ],
    ids=["wide", "long", "entities", "broken"],
)
def test_an_open_document_that_means_harm_is_refused(content):
    with pytest.raises(BadInput):
        read_entry_list(packed(**{"content.xml": content}), "x.ods")


XLS = Path(__file__).parents[1] / "data" / "lists" / "names.xls"


def test_an_old_spreadsheet_is_read_and_its_far_cells_are_refused():
    content = XLS.read_bytes()
    found = read_entry_list(content, "old.xls", asked=SINGLE)
    assert [(each.newcomer.person.name, each.newcomer.unit) for each in found.listed] == [
        ("陈志远", "Johor"),
        ("Lim Wei", "Perak"),
    ]
    far = content.replace(b"\xfd\x00\x0a\x00\x02\x00", b"\xfd\x00\x0a\x00\xff\xff", 1)
    assert far != content
    with pytest.raises(BadInput, match="rows"):
        read_entry_list(far, "old.xls")
    with pytest.raises(BadInput):
        read_entry_list(content[:900], "old.xls")


def test_the_sheet_that_looks_like_a_list_is_chosen_and_another_can_be():
    name, make = LISTS["entry form"]
    sheets = read_sheets(make(), name, judge=likeness)
    assert (sheets.names, sheets.chosen.name) == (("填表说明", "报名表"), "报名表")
    assert read_sheets(make(), name, "填表说明").chosen.name == "填表说明"
    with pytest.raises(BadInput, match="no sheet"):
        read_sheets(make(), name, "x")
