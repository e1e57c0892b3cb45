"""Templates are indented for people; what is sent is not, and values stay as they were typed."""

import pytest

from qipan.web.shared.rendering import environment

CASES = [
    # written                                             sent
    ("<ul>\n    <li>\n      a  b\n    </li>\n</ul>",       "<ul>\n<li>\na b\n</li>\n</ul>"),
    ("{% if yes %}\n    <b>\n{% endif %}",                 " <b>\n"),
    ("<b>a</b>   <b>b</b>",                                "<b>a</b> <b>b</b>"),
    ("<textarea>{{ typed }}</textarea>",                   "<textarea>1  1-0\n\n  2</textarea>"),
    ('{% set words = "two  blanks" %}{{ words }}',         "two  blanks"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "sent"), CASES)
def test_white_space_is_sent_once(written, sent):
    assert environment().from_string(written).render(yes=True, typed="1  1-0\n\n  2") == sent
