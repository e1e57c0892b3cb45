"""Ranks of Go and of other games that count in kyu and dan, as people write them.

A **grade** is a whole number, one for each rank: 30 kyu is 0, 1 kyu 29, 1 dan 30, 9 dan 38.
Professional ranks count as 9 dan: they are above every bar. A rating on the European scale
(1 dan is 2100, 100 points a rank) gives the rank whose middle is nearest.
"""

import re
from typing import Final

from qipan.kernel.errors import BadInput

LOWEST, HIGHEST = 0, 38
MOST_DAN: Final = 10
"""The highest dan that an entry may name, in any game."""
FIRST_DAN: Final = 30
_SHODAN, _RANK = 2100, 100
_DIGITS = str.maketrans("一二三四五六七八九", "123456789")
_FORM = re.compile(
    r"(\d{1,2})\s*(?:\.|-|th|st|nd|rd)?\s*(k|kyu|kup|gup|级|級|คิว|d|dan|段|ดั้ง|p|pro|职业|職業)\.?",
    re.IGNORECASE,
)
_KYU = ("k", "kyu", "kup", "gup", "级", "級", "คิว")
_PRO = ("p", "pro", "职业", "職業")


def grade_of(text: str) -> int:
    """Read a rank: ``5k``, ``3 dan``, ``三段``, ``2p``. Raises BadInput."""
    found = _FORM.fullmatch(text.strip().translate(_DIGITS).replace("初段", "1段"))
    if found is None:
        raise _no_rank(text)
    number, kind = int(found[1]), found[2].lower()
    most = 30 if kind in _KYU else 9
    if not 1 <= number <= most:
        raise _no_rank(text)
    if kind in _PRO:
        return HIGHEST
    return FIRST_DAN - number if kind in _KYU else FIRST_DAN - 1 + number


def _no_rank(text: str) -> BadInput:
    return BadInput(
        f"no rank: {text[:40]!r} (expected 30k to 9d)", where="rank", code="entry.no-rank"
    )


def rank_of(grade: int) -> str:
    """Write a grade as a rank: ``5k``, ``3d``."""
    held = min(max(grade, LOWEST), HIGHEST)
    return f"{FIRST_DAN - held}k" if held < FIRST_DAN else f"{held - FIRST_DAN + 1}d"


def tidy_rank(text: str) -> str:
    """Write a rank the way it is kept: ``5k``, ``3d``, ``2p``; nothing for nothing.

    Raises BadInput.
    """
    if not text.strip():
        return ""
    grade = grade_of(text)
    found = _FORM.fullmatch(text.strip().translate(_DIGITS).replace("初段", "1段"))
    assert found is not None  # it has a grade
    return f"{int(found[1])}p" if found[2].lower() in _PRO else rank_of(grade)


def grade_of_rating(rating: int) -> int:
    """Give the grade that a rating on the European scale belongs to."""
    return min(max((rating - _SHODAN + _RANK // 2) // _RANK + FIRST_DAN, LOWEST), HIGHEST)


def rating_of_grade(grade: int) -> int:
    """Give the rating in the middle of a grade, on the European scale."""
    return _SHODAN + _RANK * (grade - FIRST_DAN)


def professional_level(text: str) -> int | None:
    """Give the number of a professional rank, 2 for ``2p``; None for all others."""
    found = _FORM.fullmatch(text.strip().translate(_DIGITS).replace("初段", "1段"))
    return int(found[1]) if found is not None and found[2].lower() in _PRO else None


def grade_known(rank: str, rating: int | None) -> int | None:
    """Give somebody's grade: by their rank, else by their rating; None if neither is known."""
    if rank:
        return grade_of(rank)
    return None if rating is None else grade_of_rating(rating)
