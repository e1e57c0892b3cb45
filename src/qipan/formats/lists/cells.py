"""Cells as people fill them in: dates, numbers, grades, sexes, names."""

import re
import unicodedata
from datetime import date, timedelta

from qipan.formats.lists.words import WORDS
from qipan.kernel.errors import BadInput
from qipan.kernel.ranks import MOST_DAN, tidy_rank

FEMALE = frozenset(WORDS["female"])
MALE = frozenset(WORDS["male"])
NONE = frozenset(WORDS["none"])
YES = frozenset(WORDS["yes"])
NO = NONE | set(WORDS["no"])
TOTALS = re.compile(rf"({'|'.join(WORDS['totals'])}|共\d+人)(?![^\W\d])", re.I)
_DIGITS = {**{each: at for at, each in enumerate("〇一二三四五六七八九十")}, "零": 0, "两": 2}
_KYU = re.compile(r"\d+\s*(k|kyu|级|級|กิว|คิว)|[一二三四五六七八九十]+[级級]", re.I)
_DAN = re.compile(r"(\d+)\s*(d|dan|段|p|ดั้ง)?$|([一二三四五六七八九十初])段", re.I)
_YMD = re.compile(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号號]?")
_YM = re.compile(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*月?")
_DMY = re.compile(r"(\d{1,2})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*(\d{4})")
_NAMED = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th)?[\s.,-]+([a-z]{3,9}|[\u0e00-\u0e7f.]{4,12})[\s.,-]+(\d{4})", re.I
)
_NAMED_FIRST = re.compile(r"([a-z]{3,9})[\s.]+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})", re.I)
_TIME = re.compile(r"[T ]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?$")
_MONTHS = tuple(tuple(WORDS["months"][str(number)]) for number in range(1, 13))
_HAN_ONLY = re.compile(r"[\u3400-\u9fff·]+(\s+[\u3400-\u9fff·]+)+")
_FIRST_SERIAL, _LAST_SERIAL = 7_000, 60_000
_SERIAL_BEGIN = date(1899, 12, 30)
_BUDDHIST, _AFTER = 543, 2_400


def plain_figures(text: str) -> str:
    """Write figures of any width as plain ones."""
    return unicodedata.normalize("NFKC", text).strip()


def person_name(text: str) -> str:
    """Write a name as it is, without the gaps that people put into short Chinese names."""
    text = " ".join(unicodedata.normalize("NFC", text.replace("\u3000", " ")).split())
    return text.replace(" ", "") if _HAN_ONLY.fullmatch(text) else text


def is_doubtful_date(text: str) -> bool:
    """Say whether a date could be read with the day or the month first."""
    found = _DMY.fullmatch(plain_figures(_TIME.sub("", text)))
    return (
        found is not None and int(found[1]) <= 12 and int(found[2]) <= 12 and found[1] != found[2]
    )


def is_month_first(text: str) -> bool:
    """Say whether a date can only be read with the month first."""
    found = _DMY.fullmatch(plain_figures(_TIME.sub("", text)))
    return found is not None and int(found[1]) <= 12 < int(found[2])


def read_date(text: str, *, month_first: bool = False) -> str:
    """Read a date of birth in any of the usual ways, as ISO; a year alone stays a year.

    Raises ValueError for anything else.
    """
    text = _TIME.sub("", _in_figures(plain_figures(text)))
    if text.casefold() in NONE:
        return ""
    if found := _YMD.fullmatch(text):
        return _iso(found[1], found[2], found[3])
    if found := _DMY.fullmatch(text):
        day, month = (found[2], found[1]) if month_first else (found[1], found[2])
        return _iso(found[3], month, day)
    if found := _NAMED.fullmatch(text):
        return _iso(found[3], str(_month(found[2])), found[1])
    if found := _NAMED_FIRST.fullmatch(text):
        return _iso(found[3], str(_month(found[1])), found[2])
    if found := _YM.fullmatch(text):
        return _iso(found[1], found[2], "1")[:4]
    return _run_together(text.removesuffix("年").removesuffix("年生"))


def _run_together(text: str) -> str:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    if len(text) == 8:
        return _iso(text[:4], text[4:6], text[6:])
    if len(text) == 6:
        return _iso(text[:4], text[4:], "1")[:4]
    if len(text) == 5 and _FIRST_SERIAL < int(text) < _LAST_SERIAL:
        return (_SERIAL_BEGIN + timedelta(days=int(text))).isoformat()
    if len(text) == 4:
        return _iso(text, "1", "1")[:4]
    raise ValueError(text)


def _iso(year: str, month: str, day: str) -> str:
    number = int(year)
    number -= _BUDDHIST if number > _AFTER else 0
    if not 1850 <= number <= 2150:
        raise ValueError(year)
    return date(number, int(month), int(day)).isoformat()


def _month(word: str) -> int:
    for number, begins in enumerate(_MONTHS, 1):
        if word.casefold().startswith(begins):
            return number
    raise ValueError(word)


def _in_figures(text: str) -> str:
    """Write a date in Chinese figures with plain ones: 二〇一〇年五月一日."""
    if "年" not in text or text[0] not in _DIGITS:
        return text
    parts = re.split(r"([年月日号])", text)
    return "".join(part if part in "年月日号" else str(_chinese(part)) for part in parts if part)


def _chinese(text: str) -> int:
    if any(each not in _DIGITS for each in text):
        raise ValueError(text)
    if "十" not in text:
        return int("".join(str(_DIGITS[each]) for each in text))
    tens, _, ones = text.partition("十")
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)


def read_number(text: str, most: int) -> int | None:
    """Read a number as people write ratings: 1,650 or 1500.5 or 1650分. Raises ValueError."""
    text = plain_figures(text).casefold()
    if text in NONE:
        return None
    found = re.fullmatch(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s*(分|points?|pts?|elo)?", text)
    if found is None:
        raise ValueError(text)
    number = int(found[1].replace(",", ""))
    if number > most:
        raise ValueError(text)
    return number


def read_dan(text: str) -> int | None:
    """Read a dan: 3, 3d, 3 dan, 三段, 初段; who has a kyu has none. Raises ValueError."""
    text = plain_figures(text).casefold()
    if text in NONE or _KYU.search(text):
        return None
    found = _DAN.search(text)
    if found is None:
        raise ValueError(text)
    number = int(found[1]) if found[1] else 1 if found[3] == "初" else _chinese(found[3])
    if not 0 <= number <= MOST_DAN:
        raise ValueError(text)
    return number


def rank_in(text: str) -> str:
    """Read a rank from a cell of kyu and dan; nothing where it says none."""
    try:
        return tidy_rank(plain_figures(text))
    except BadInput:
        dan = read_dan(text) if text else None
        return f"{dan}d" if dan and dan < MOST_DAN else ""


def is_female(text: str) -> bool:
    """Read a sex. Raises ValueError."""
    word = plain_figures(text).casefold()
    if word in FEMALE:
        return True
    if word in MALE:
        return False
    raise ValueError(text)


def is_yes(text: str) -> bool:
    """Read a mark that somebody bears or not. Raises ValueError."""
    word = plain_figures(text).casefold()
    if word in NO:
        return False
    if word in YES:
        return True
    raise ValueError(text)
