"""Dates, times, numbers and amounts in four languages."""

import pytest

from qipan.i18n import LANGUAGES, customs, say
from qipan.web.shared.rendering import WEB

START, END = "2026-12-05T13:00", "2026-12-05T15:30"
WRITTEN = {
    # a day                a moment                    from when until when
    "zh": ("2026年12月5日", "2026年12月5日 13:00", "2026年12月5日 13:00–15:30"),
    "en": ("5 Dec 2026", "5 Dec 2026 13:00", "5 Dec 2026 13:00–15:30"),
    "th": ("5 ธ.ค. 2026", "5 ธ.ค. 2026 13:00", "5 ธ.ค. 2026 13:00–15:30"),
    "ms": ("5 Dis 2026", "5 Dis 2026 1:00 PTG", "5 Dis 2026 1:00 PTG–3:30 PTG"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_and_times(language):
    day, moment, span = WRITTEN[language]
    plain = str.maketrans({"\u202f": " ", "\xa0": " "})  # what editions of the customs differ in
    assert customs.written(language, "2026-12-05") == day
    assert customs.written(language, START).translate(plain) == moment
    assert customs.moment(language, START).translate(plain).startswith(f"{moment} UTC")
    time = customs.time_of_day(language, START)
    assert customs.time_with_zone(language, START).startswith(f"{time} UTC")
    assert customs.span(language, START, END).translate(plain) == span
    assert customs.span(language, START, "2026-12-06T09:00").count("2026") == 2
    assert customs.written(language, "after lunch") == "after lunch"


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_and_amounts(language):
    assert customs.number(language, 12500) == "12,500"
    assert customs.money(language, "RM 12500.5") == "RM 12,500.50"
    assert customs.money(language, "RM 800") == "RM 800"
    assert customs.money(language, "a cup") == "a cup"


def test_a_fact_that_is_a_date_is_written_so_in_a_sentence():
    facts = {"round": 1, "start": START, "earliest": "13:00", "n": 1}
    assert START not in say("zh", "schedule.too-early", facts)
    assert "2026年12月5日 13:00" in say("zh", "schedule.too-early", facts)


def test_no_page_writes_a_time_of_day_without_its_zone():
    bare = [path.name for path in WEB.rglob("*.html") if "time_of_day(" in path.read_text("utf-8")]
    assert bare == []
