"""Every tie-break is whole: a name in each language, a clause, and a case that it decides."""

import msgspec
import pytest

from qipan.i18n import LANGUAGES, say
from qipan.kernel.rules import rule
from qipan.ranking.deciding_cases import differences, omissions
from qipan.ranking.keys import DecidingCase, Key, called, every_key

KEYS = {key.names[0]: key for key in every_key()}
CASES = [
    pytest.param(key, case, id=f"{name}-{number}")
    for name, key in KEYS.items()
    for number, case in enumerate(key.cases, 1)
]


@pytest.mark.parametrize("name", KEYS)
def test_nothing_is_left_out(name):
    missing = omissions(KEYS[name], LANGUAGES)
    assert not missing, "; ".join(missing)


@pytest.mark.parametrize(("key", "case"), CASES)
def test_a_deciding_case_comes_out_as_worked_by_hand(key, case):
    wrong = differences(key, case)
    assert not wrong, "; ".join(wrong)


def test_every_word_has_a_name_in_every_language():
    words = {name for key in KEYS.values() for name in key.names}
    for language in LANGUAGES:
        assert words <= set(called(language))
        assert say(language, "key.WIN") == called(language)["WIN"]


def test_each_omission_is_named():
    bare = Key(("none", "N"), rule("test.bare-key", "A test."))
    assert omissions(bare, ("zh", "th")) == (
        "none has no name in zh",
        "none has no name in th",
        "none has no house clause in en for test.bare-key",
        "none has no house clause in zh for test.bare-key",
        "none has no deciding case",
    )
    half = Key(
        ("none",),
        rule("test.half-key", "A test.", th="การทดสอบ"),
        called={"zh": "无", "th": ""},
        also={"none:x": {"zh": "无"}},
        cases=(DecidingCase("none", "", "", ""),),
    )
    assert omissions(half, ("zh", "th")) == (
        "none has no name in th",
        "none:x has no name in th",
        "none has no house clause in zh for test.half-key",
    )


def changed(**other):
    (case, *_) = KEYS["wins"].cases
    return differences(KEYS["wins"], msgspec.structs.replace(case, **other))


def test_each_difference_of_a_case_is_named():
    assert changed(places="D A B C") == ("wins: places are D B A C, not D A B C",)
    assert changed(values="A=1 B=1 C=0") == ("wins: D has 1, not ", "wins: A has 0, not 1")
    assert "wins: it decides nothing" in changed(after=("points", "wins"))
    assert changed(key="PS")[0] == "PS: this is no way to write wins"
