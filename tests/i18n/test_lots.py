"""Lots have names in every language, and lists the marks between their parts."""

import pytest

from qipan.desk.play_offs.games import play_off_lot
from qipan.i18n.customs import listed
from qipan.i18n.lots import lot_name
from qipan.sections.tables import tie_lot

NAMES = [
    ("zh", "numbers", "编号"),
    ("en", "numbers", "numbers"),
    ("zh", tie_lot(3, ("e1", "e2")), "第3名"),
    ("ms", tie_lot(12, ("e1", "e2")), "tempat 12"),
    ("zh", play_off_lot(8, 1, 2), "第8轮第1台加赛第2局先后手"),
    ("en", "of the house", "of the house"),
]


@pytest.mark.parametrize(("language", "lot", "name"), NAMES)
def test_a_lot_has_a_name(language, lot, name):
    assert lot_name(language, lot) == name


def test_a_list_has_the_marks_of_its_language():
    assert [listed(each, ("甲", "乙")) for each in ("zh", "en")] == ["甲、乙", "甲, 乙"]
