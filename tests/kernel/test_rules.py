"""Rule keys have one form and one meaning."""

import pytest

from qipan.kernel.rules import declared, house_clauses, rule


def test_a_key_is_declared_once_and_listed():
    key = rule("test.only-here", "A test.")
    assert rule("test.only-here", "A test.") == key
    assert declared()[key] == "A test."
    with pytest.raises(ValueError, match="declared twice"):
        rule("test.only-here", "Another test.")


@pytest.mark.parametrize("key", ["", "one", "Swiss.X", "a..b", "a.b_c", "a.b ", "MY 6.3"])
def test_a_malformed_key_is_refused(key):
    with pytest.raises(ValueError, match="not a rule key"):
        rule(key, "Never.")


def test_a_rule_with_its_sentence_in_further_languages_is_a_house_clause():
    key = rule("test.own-clause", "A test.", zh="一个测试。")
    assert house_clauses()[key] == {"en": "A test.", "zh": "一个测试。"}
    assert rule("test.without-clause", "A test.") not in house_clauses()
