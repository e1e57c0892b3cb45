"""The words by which a name is found: in any order, without marks, in pinyin.

Who types ``müller jan``, ``Mueller``, ``jan MULLER`` or ``wangtianyi`` means the same as the list.
"""

import unicodedata
from functools import lru_cache
from itertools import pairwise

from qipan.kernel.spelling.pinyin import family_syllables, given_syllables, is_han, parted

_LETTERS = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d", "ŋ": "n"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_SYLLABLE = 6
"""No syllable of pinyin is longer; what may be several of them is also found run together."""
LONGEST_WORD = 40
MOST_WORDS = 24


def folded(text: str) -> str:
    """Write a text in small letters without marks; what is neither letter nor figure is a blank."""
    if text.isascii():
        plain = text.lower()
    else:
        apart = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
        plain = "".join(each for each in apart if not unicodedata.combining(each))
    return "".join(each if each.isalnum() else " " for each in plain)


def name_words(*names: str) -> tuple[str, ...]:
    """Give the words by which somebody is found, of all the forms of their name."""
    found: dict[str, None] = {}
    for name in names:
        for word in _words(name):
            found.setdefault(word[:LONGEST_WORD])
    return tuple(found)[:MOST_WORDS]


def asked_words(text: str) -> tuple[str, ...]:
    """Give the words that somebody typed to find a name."""
    return tuple(dict.fromkeys(word[:LONGEST_WORD] for word in folded(text).split()))[:6]


def name_key(name: str) -> str:
    """Write a name so that the same words in another order are the same."""
    return " ".join(sorted(folded(name).split()))


def _words(name: str) -> list[str]:
    words = folded(name).split()
    found = list(words)
    if name.isascii():
        for one, other in pairwise(words):
            if len(one) <= _SYLLABLE and len(other) <= _SYLLABLE:
                found.append(one + other)
        return found
    spelt = name.casefold().translate(_UMLAUTS)
    if spelt != name.casefold():
        found += folded(spelt).split()
    for word in words:
        if is_han(word[0]):
            found += _of_characters(word)
    return found


@lru_cache(maxsize=4096)
def _of_characters(name: str) -> tuple[str, ...]:
    """Give given name and pinyin: by syllable, the given name joined, all joined either way."""
    family, given = parted(name)
    first, rest = family_syllables(family), given_syllables(given)
    own = "".join(rest)
    head = "".join(first)
    words = [given, *first, *rest, own, head + own, own + head]
    return tuple(word for word in words if word)
