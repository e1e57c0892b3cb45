"""Finding people as they are searched: no case, no marks, the beginning or any piece of a name."""

import unicodedata
from functools import lru_cache


def plain(text: str) -> str:
    """Write a text as people search it: no case, no marks, no full-width letters."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")


@lru_cache(16)
def _pieces(asked: str) -> tuple[str, ...]:
    """Take apart what was asked for: the same for every line of a list."""
    return tuple(plain(asked).split())


def searchable(*words: str) -> str:
    """Write words so that they can be searched many times, one below the other."""
    return "\n".join(map(plain, words))


def stands_in(asked: str, there: str) -> bool:
    """Say whether every word that was asked for stands in what is ``searchable``."""
    return all(part in there for part in _pieces(asked))


def matches(asked: str, *words: str) -> bool:
    """Say whether every word that was asked for begins or stands in one of the words."""
    return stands_in(asked, searchable(*words))
