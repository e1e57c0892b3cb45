"""Names on paper: the order they are listed in, where long ones may break, and those of sides."""

import re
import unicodedata

from qipan.formats.documents.material import Material, Pairing, Person
from qipan.i18n import say
from qipan.i18n.names import Shown, shown

__all__ = ["Shown", "breakable", "list_order", "match_side", "shown", "side_word"]
_LEADING = re.compile(r"([เแโใไ])(.)")
_LONG = re.compile(r"\S{21,}")
_STEP = 10


def list_order(person: Person, language: str) -> tuple[str, str]:
    """Give the key by which names are listed: the form that comes first, pinyin for Chinese.

    Thai writes some vowels before the consonant that decides the order; they change places.
    """
    main = person.latin or person.name if language == "zh" else shown(person, language).main
    return _LEADING.sub(r"\2\1", _plain(main)), _plain(person.name)


def breakable(text: str) -> str:
    """Let very long words break, so that no name runs out of its cell."""
    return _LONG.sub(lambda found: _broken(found[0]), text)


def _broken(word: str) -> str:
    """Add places to break, never between a letter and the marks that belong to it."""
    out, since = [], 0
    for character in word:
        if since >= _STEP and not unicodedata.category(character).startswith("M"):
            out.append("\u200b")
            since = 0
        out.append(character)
        since += 1
    return "".join(out)


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(each for each in apart if not "\u0300" <= each <= "\u036f")


_ORDER = ("first", "second")
_PAIR = 2


def side_word(material: Material, seat: int, language: str) -> str:
    """Name the side of one game."""
    if len(material.colours) == _PAIR:
        return say(language, f"ui.board.{material.colours[seat]}")
    return say(language, f"ui.{_ORDER[seat]}")


def match_side(material: Material, board: Pairing, seat: int, language: str) -> str:
    """Name the side at a board: in a match of several games each has both colours in turn."""
    if len(board.seats) != _PAIR:
        return str(seat + 1)
    if board.games > 1:
        return say(language, f"ui.{_ORDER[seat]}")
    return side_word(material, seat, language)


def stones_of(board: Pairing, language: str) -> str:
    """Write the handicap and komi of a board, as they stand on cards and slips; else nothing."""
    said = [
        *([say(language, "ui.handicap-n", {"n": board.handicap})] if board.handicap else []),
        *([say(language, "desk.handicap.komi-n", {"komi": board.komi})] if board.komi else []),
    ]
    return " · ".join(said)
