"""Names on paper: which form comes first for a reader, and in which order names are listed."""

import re
import unicodedata

import msgspec

from qipan.formats.documents.material import Person

_OWN = {"zh": "CJK", "th": "THAI"}
_LEADING = re.compile(r"([เแโใไ])(.)")
_LONG = re.compile(r"\S{21,}")
_STEP = 10


class Shown(msgspec.Struct, frozen=True):
    """Both forms of a name, the reader's own first."""

    main: str
    other: str = ""


def shown(person: Person, language: str) -> Shown:
    """Put the form first that the reader reads: Chinese in zh, Thai in th, else the Latin one."""
    if not person.latin or person.latin == person.name:
        return Shown(person.name)
    if language in _OWN and _written_in(person.name, _OWN[language]):
        return Shown(person.name, person.latin)
    return Shown(person.latin, person.name)


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


def _written_in(text: str, script: str) -> bool:
    return any(unicodedata.name(each, "").startswith(script) for each in text)
