"""What is given for places, in words: ``trophy``, ``5 medals``."""

import re

from qipan.i18n import say

_COUNTED = re.compile(r"(\d+) ([a-z-]+?)s?")


def goods_name(language: str, goods: str) -> str:
    """Name goods of a book; what has no name keeps the book's own words."""
    counted = _COUNTED.fullmatch(goods)
    code = f"ui.goods.{counted[2] if counted else goods}"
    name = say(language, code)
    if name == code:
        return goods
    return f"{counted[1]} × {name}" if counted else name
