"""The cases of the clauses enter people by the rules of the book, wherever one person enters."""

import pytest

from desk.clauses.play import Case

CHECKED = [
    ("club-swiss", "evening"),
    ("gm-2025", "entry"),
    ("my-2018", "individual"),
    ("my-2018", "women"),
    ("my-2018", "school-primary"),
    ("th-maklom-2024", "league"),
    ("un-games", "xiangqi"),
    ("wx-14", "men"),
]


@pytest.mark.parametrize(("book", "event"), CHECKED)
def test_people_of_a_case_are_admitted_by_the_rules(book, event):
    case = Case(book, event, 8).begin()
    assert "entry_checks" not in case.now.options
    assert len(case.now.order) == 8


def test_teams_are_taken_on_the_organisers_word():
    assert Case("my-2018", "team", 4).now.options["entry_checks"] is False
