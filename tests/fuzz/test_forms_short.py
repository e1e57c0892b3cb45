"""A short run of the hostile forms of ``make fuzz``."""

from fuzz.forms import CHIEF, run

POSTS = 170
"""Every form once, by somebody."""


def test_no_hostile_form_breaks_a_page_or_writes_what_is_refused(tmp_path):
    figures, faults = run(POSTS, seed=3, keep=tmp_path, looking=(CHIEF,))
    assert faults == []
    assert figures["forms"] > 120
    assert figures["posts"] == POSTS
