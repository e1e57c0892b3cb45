"""Fonts: every letter that is printed has one, or the document is refused and the font is named.

Letters are told apart by the first word of their Unicode name. For scripts without a list of their
own the Noto font of that name is asked for. Whether a font draws each single character of its
script is not looked into.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache

from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

FONTS = rule("document.fonts", "A document is printed only if there is a font for every letter.")

LATIN = ("Noto Sans", "DejaVu Sans", "Segoe UI", "Helvetica Neue", "Arial", "Libertinus Serif")
CHINESE = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Heiti SC",
    "SimHei",
)
JAPANESE = (*CHINESE[:3], "Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic")
KOREAN = (*CHINESE[:3], "Noto Sans CJK KR", "Noto Sans KR", "Malgun Gothic")
THAI = ("Noto Sans Thai", "Noto Looped Thai", "Sarabun", "Loma", "Leelawadee UI", "Thonburi")
FAMILIES = {
    "LATIN": LATIN,
    "GREEK": LATIN,
    "CYRILLIC": LATIN,
    "CJK": CHINESE,
    "IDEOGRAPHIC": CHINESE,
    "FULLWIDTH": CHINESE,
    "HIRAGANA": JAPANESE,
    "KATAKANA": JAPANESE,
    "HALFWIDTH": JAPANESE,
    "HANGUL": KOREAN,
    "THAI": THAI,
    "ARABIC": ("Noto Sans Arabic", "Noto Naskh Arabic", "Segoe UI", "Geeza Pro"),
}
_NO_SCRIPT = frozenset({"MODIFIER", "COMBINING", "SCRIPT", "DOUBLE-STRUCK", "MICRO", "SUPERSCRIPT"})


def fonts_for(texts: Iterable[str], there: Iterable[str]) -> tuple[str, ...]:
    """Choose a family for each script, Latin first. Raises Refused and names the missing font."""
    known = {family.casefold(): family for family in there}
    chosen: list[str] = []
    for script in ("LATIN", *sorted(_scripts(texts) - {"LATIN"})):
        families = FAMILIES.get(script, (f"Noto Sans {script.title()}",))
        found = next((known[each.casefold()] for each in families if each.casefold() in known), "")
        if not found:
            raise Refused("doc.font-missing", FONTS, font=families[0], script=script.title())
        if found not in chosen:
            chosen.append(found)
    return tuple(chosen)


def _scripts(texts: Iterable[str]) -> set[str]:
    return {script for each in set().union(*texts) if (script := _script(each))}


@cache
def _script(character: str) -> str:
    if unicodedata.category(character)[0] not in "LM":
        return ""
    word = unicodedata.name(character, "UNKNOWN").split()[0].partition("-")[0]
    return "" if word in _NO_SCRIPT else word
