"""Dates, times, numbers and catalogues, held against a library that knows every custom."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from babel import Locale
from babel.dates import format_date, format_datetime, format_time
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from qipan.i18n import CATALOGUES, LANGUAGES
from qipan.i18n.catalogue_file import read_messages
from qipan.i18n.customs import date_of, money, number, time_of_day, universal
from qipan.kernel.errors import BadInput

LOCALES = {"zh": "zh_Hans_CN", "en": "en_GB", "th": "th_TH", "ms": "ms_MY"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_and_times_are_written_as_people_write_them(language):
    locale = Locale.parse(LOCALES[language])
    for step in range(0, 400 * 24, 31):  # every month, every hour
        told = datetime(2026, 1, 1, 0, 7, 5, tzinfo=UTC) + timedelta(hours=step)
        when = told.replace(tzinfo=None)
        assert date_of(language, when) == format_date(when.date(), "medium", locale=locale)
        assert time_of_day(language, when) == format_time(when, "short", locale=locale)
        wanted = format_datetime(told, "medium", locale=locale)
        assert universal(language, told.isoformat()) == f"{wanted} UTC"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("figure", ["0", "7", "999", "1000", "12500.5", "-1234567.89", "0.05"])
def test_numbers_and_amounts_are_written_as_people_write_them(language, figure):
    locale, value = Locale.parse(LOCALES[language]), Decimal(figure)
    pattern = "#,##0" if value == int(value) else "#,##0.00"
    assert money(language, f"RM {figure}") == f"RM {format_decimal(value, pattern, locale=locale)}"
    assert number(language, int(value)) == format_decimal(int(value), "#,##0", locale=locale)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_read_as_gettext_reads_it(language):
    path = CATALOGUES / f"{language}.po"
    with path.open("rb") as file:
        wanted = {each.id: each.string for each in read_po(file, abort_invalid=True)}
    wanted = {code: sentence for code, sentence in wanted.items() if code and sentence}
    assert read_messages(path.read_text("utf-8"), path.name) == wanted


def test_signs_and_several_lines_are_read():
    head = '# of two lines\nmsgid ""\nmsgstr "x: y\\n"\n\n'
    text = head + 'msgid "a"\nmsgstr ""\n"one \\"two\\"\\n"\n"\\t3"\n'
    assert read_messages(text, "x.po") == {"a": 'one "two"\n\t3'}
    assert read_messages('msgid "a"\nmsgstr ""\n', "x.po") == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('msgid "a"\nmsgstr "b\n', "x.po:2"),
        ('msgid "a"\nmsgid_plural "b"\n', "x.po:2"),
        ('msgstr "b"\n', "x.po:1"),
        ('msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', "x.po"),
        ("<<<<<<< here\n", "x.po:1"),
    ],
)
def test_what_is_no_catalogue_is_refused_with_its_line(text, line):
    with pytest.raises(BadInput) as caught:
        read_messages(text, "x.po")
    assert line in str(caught.value)
