"""Chinese characters in Latin letters: the usual reading of each, without tones.

``readings.txt`` lists the characters of GB 2312 and the common ones of Big5 by their reading, as in
Unicode's table of Mandarin. In a family name some characters are read otherwise: ``SURNAMES``.
"""

from functools import cache
from importlib.resources import files

SURNAMES = {
    "曾": "zeng", "单": "shan", "單": "shan", "解": "xie", "仇": "qiu", "区": "ou", "區": "ou",
    "盖": "ge", "蓋": "ge", "查": "zha", "翟": "zhai", "覃": "qin", "朴": "piao", "缪": "miao",
    "繆": "miao", "乐": "yue", "樂": "yue", "种": "chong", "秘": "bi", "繁": "po", "召": "shao",
    "折": "she", "员": "yun", "員": "yun", "万俟": "moqi", "尉迟": "yuchi", "长孙": "zhangsun",
}  # fmt: skip
"""Readings of family names that differ from the usual one."""
GIVEN = {"晟": "sheng", "长": "chang", "長": "chang", "乐": "le", "樂": "le"}
"""Readings in given names that differ from the usual one."""
COMPOUND = frozenset(
    {
        "欧阳", "歐陽", "司马", "司馬", "上官", "诸葛", "諸葛", "东方", "東方", "皇甫",
        "尉迟", "公孙", "公孫", "慕容", "令狐", "司徒", "夏侯", "端木", "南宫", "长孙", "万俟",
    }
)  # fmt: skip
"""Family names of two characters."""


@cache
def _readings() -> dict[str, str]:
    text = files(__package__).joinpath("readings.txt").read_text("utf-8")
    return {
        character: reading
        for reading, characters in (line.split(" ") for line in text.splitlines())
        for character in characters
    }


def is_han(character: str) -> bool:
    """Say whether a character is a Chinese one."""
    return "\u3400" <= character <= "\u9fff"


def parted(name: str) -> tuple[str, str]:
    """Part a name in Chinese characters into family and given name."""
    size = 2 if name[:2] in COMPOUND and len(name) > 2 else 1
    return name[:size], name[size:]


def family_syllables(family: str) -> list[str]:
    """Spell a family name."""
    if family in SURNAMES:
        return [SURNAMES[family]]
    return [reading for each in family if (reading := _readings().get(each))]


def given_syllables(given: str) -> list[str]:
    """Spell a given name; a character that nobody listed is left out."""
    known = _readings()
    return [reading for each in given if (reading := GIVEN.get(each) or known.get(each))]
