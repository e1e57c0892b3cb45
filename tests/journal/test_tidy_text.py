"""Texts on one line without what nobody sees: those that are so already stay the same object."""

import pytest

from qipan.journal.people import tidy

TEXTS = [
    # id, as typed, as kept
    ("plain", "Chen Ming", "Chen Ming"),
    ("two blanks", "Chen  Ming", "Chen Ming"),
    ("blank at the end", "陈明 ", "陈明"),
    ("ideographic blank", "陈\u3000明", "陈 明"),
    ("line break", "Chen\nMing", "Chen Ming"),
    ("direction turned", "Chen\u202eMing", "ChenMing"),
    ("joiner kept", "न\u200dम", "न\u200dम"),
    ("unassigned kept", "a\u0378b", "a\u0378b"),
    ("nothing", "", ""),
]


@pytest.mark.parametrize(("_id", "typed", "kept"), TEXTS, ids=[each[0] for each in TEXTS])
def test_a_text_is_kept_on_one_line(_id, typed, kept):
    assert tidy(typed) == kept


def test_a_tidy_text_is_not_written_anew():
    name = "".join(["陈", "明 ", "Ming"])
    assert tidy(name) is name
