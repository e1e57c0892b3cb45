"""Names on paper: in which order names are listed, and where long ones may break."""

import re
import unicodedata

from qipan.formats.documents.material import Person
from qipan.i18n.names import Shown, shown

__all__ = ["Shown", "breakable", "list_order", "shown"]
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
