"""Moments are read with their zone, and nothing else is."""

from datetime import UTC, datetime

import pytest

from qipan.i18n import LANGUAGES, say
from qipan.kernel.errors import BadInput
from qipan.kernel.moments import moment


@pytest.mark.parametrize(
    "text", ["2026-03-01T14:00+08:00", " 2026-03-01T06:00Z ", "2026-03-01T00:30:00.000-05:30"]
)
def test_the_same_moment_is_read_alike_whatever_its_zone(text):
    found = moment(text)
    assert (found, found.tzinfo) == (datetime(2026, 3, 1, 6, 0, tzinfo=UTC), UTC)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026-03-01T14:00",
        "2026-13-01T14:00+08:00",
        "0001-01-01T00:00+14:00",
        "9999-12-31T23:59-14:00",
        "2026-03-01T14:00+99:00",
        "٢٠٢٦-03-01T14:00Z",
    ],
)
def test_what_is_no_moment_is_refused_with_one_code(text):
    with pytest.raises(BadInput) as caught:
        moment(text, "begins")
    assert (caught.value.code, caught.value.where) == ("input.moment", "begins")


@pytest.mark.parametrize("code", ["input.moment", "lobby.moment", "contest.moment"])
def test_the_code_and_those_it_had_before_are_told_in_every_language(code):
    told = {say(language, code, {"where": "at"}) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
