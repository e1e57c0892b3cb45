"""Names in other letters, another order, pinyin, or with a slip of the pen."""

import pytest

from qipan.kernel.spelling.likeness import alike, slips
from qipan.kernel.spelling.name_words import asked_words, name_key, name_words

FOUND = [
    # name on a list        typed
    ("Müller, Jan", "jan müller"),
    ("Müller, Jan", "MUELLER"),
    ("Müller, Jan", "muller"),
    ("Nguyễn Văn Đức", "duc nguyen"),
    ("Lee, Chang-ho", "changho lee"),
    ("王天一", "wang tianyi"),
    ("王天一", "tianyi wang"),
    ("王天一", "wangtianyi"),
    ("王天一", "wang tian yi"),
    ("王天一", "天一"),
    ("欧阳修", "ouyang xiu"),
    ("单欣", "shan xin"),  # read dan elsewhere, shan as a family name
    ("曾文", "zeng wen"),
]


@pytest.mark.parametrize(("name", "typed"), FOUND)
def test_whoever_types_a_name_means_the_same_as_the_list(name, typed):
    words = name_words(name)
    asked = asked_words(typed)
    joined = name_words(typed)
    assert all(any(word.startswith(each) for word in words) for each in asked) or any(
        each in words for each in joined
    )


def test_the_same_words_in_another_order_are_the_same():
    assert name_key("Jan Müller") == name_key("MULLER, jan")
    assert name_key("Jan Müller") != name_key("Jan Möller")


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("wei", "wei", 0),
        ("wei", "wie", 1),
        ("wei", "we", 1),
        ("abcd", "badc", 2),
        ("abc", "xyz", 3),
    ],
)
def test_slips_are_counted(one, other, count):
    assert slips(one, other, 3) == count
    assert slips(one, other, count - 1) is None if count else True


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Kulkov Andrey", "Andrei Kulkov", True),
        ("Schmidt, Anna", "Anna Schmitd", True),
        ("Li Wei", "Li Mei", False),  # too short for a guess
        ("Kulkov Andrey", "Kulkov Sergey", False),
        ("王天一", "王天二", False),
    ],
)
def test_a_slip_is_told_from_another_name(one, other, same):
    assert alike(one, other) is same
