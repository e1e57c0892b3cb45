"""Finding people as they are searched: no case, no marks, the beginning or any piece of a name."""

import unicodedata


def plain(text: str) -> str:
    """Write a text as people search it: no case, no marks, no full-width letters."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")


def matches(asked: str, *words: str) -> bool:
    """Say whether every word that was asked for begins or stands in one of the words."""
    there = [plain(word) for word in words]
    return all(any(part in word for word in there) for part in plain(asked).split())
