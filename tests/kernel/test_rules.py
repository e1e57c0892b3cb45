"""Rule keys have one form and one meaning."""

import pytest

from qipan.kernel.rules import declared, rule


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
