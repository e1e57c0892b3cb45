"""MY-I 5 to VI-8: every document names who organises, who hosts and who supports the event."""

import pytest

from desk.clauses.play import Case
from qipan.formats.documents.printing import organisers_line
from qipan.office.document_material import Occasion, material_of


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, "马来西亚象棋总会主办"),
        ({"host": "槟州象棋公会"}, "马来西亚象棋总会主办，槟州象棋公会承办"),
        ({"host": "槟州象棋公会", "supporter": "光大团体"},
         "马来西亚象棋总会主办，槟州象棋公会承办，光大团体协办"),
    ],
)  # fmt: skip
def test_my_i_5_the_line_of_organisers_is_composed(options, line):
    case = Case("my-2018", "open", 4, options=options)
    made = material_of(case.office, case.state, case.now, Occasion())
    assert organisers_line(made, "zh") == line


def named(event):
    """Open an event with a host and a supporter; give the line of its documents."""
    on_word = {"entry_checks": False} if event in ("team", "elite") else {}
    options = {"host": "H", "supporter": "S", **on_word}
    case = Case("my-2018", event, 0, options=options)
    return organisers_line(material_of(case.office, case.state, case.now, Occasion()), "en")


LINE = "Organised by Malaysia Chinese Chess Federation, hosted by H, supported by S"


def test_my_ii_6_the_line_of_the_open():
    assert named("open") == LINE


def test_my_iii_7_the_line_of_the_elite_tournament():
    assert named("elite") == LINE


def test_my_iv_7_the_line_of_the_youth_open():
    assert named("youth") == named("junior") == LINE


def test_my_v_8_the_line_of_the_team_championship():
    assert named("team") == named("non-chinese") == LINE


def test_my_vi_8_the_line_of_the_school_championship():
    assert named("school-senior") == named("school-girls") == LINE


def test_where_no_book_asks_for_it_there_is_no_line():
    case = Case("club-swiss", "evening", 4)
    assert organisers_line(material_of(case.office, case.state, case.now, Occasion()), "zh") == ""
