"""One alphabet for all spellings: Chinese characters and Latin letters become the same signs.

The common form of a move has a piece (``K A B N R C P``), digits, a direction (``+`` forward, ``-``
back, ``=`` sideways) and, where pieces of a kind share a file, ``^`` front, ``~`` middle, ``_``
rear. ``炮二平五``, ``砲２平５``, ``C2=5`` and ``c2.5`` all become ``C2=5``.
"""

import re
import unicodedata
from typing import Final

_GROUPS: Final = {
    "K": "帅帥将將",
    "A": "仕士",
    "B": "相象",
    "N": "马馬傌",
    "R": "车車俥",
    "C": "炮砲包",
    "P": "兵卒",
    "+": "进進",
    "-": "退‐‑‒–—−",
    "=": "平.",
    "^": "前",
    "~": "中",
    "_": "后後",
    **{str(number): numeral for number, numeral in enumerate("一二三四五六七八九", 1)},
}
_SIGNS: Final = str.maketrans(
    {character: sign for sign, group in _GROUPS.items() for character in group}
)
_LATIN: Final = {"H": "N", "E": "B"}
_COMMON: Final = re.compile(r"[KABNRCP1-9^~_+=-][KABNRCPDE1-9+=-][1-9+=-]{2,3}")
_COORDINATES: Final = re.compile(r"([A-I][0-9])-?([A-I][0-9])")
LONGEST: Final = 16
"""Nobody writes a move with more characters than this."""


def coordinates(text: str) -> tuple[str, str] | None:
    """Give both squares if the text is UCCI or ICCS (``h2e2``, ``H2-E2``), else None."""
    found = _COORDINATES.fullmatch(_plain(text))
    return (found[1].lower(), found[2].lower()) if found else None


def common_form(text: str) -> str | None:
    """Give the common form of a written move, or None if it cannot be one."""
    signs = _plain(text).translate(_SIGNS)
    at = 0 if signs[:1].isalpha() else 1
    letter = signs[at : at + 1]
    signs = signs[:at] + _LATIN.get(letter, letter) + signs[at + 1 :]
    return signs if _COMMON.fullmatch(signs) else None


def _plain(text: str) -> str:
    """Make full-width letters, digits and signs plain, and all letters capital."""
    if len(text) > LONGEST:
        return ""
    return unicodedata.normalize("NFKC", text).strip().upper()
