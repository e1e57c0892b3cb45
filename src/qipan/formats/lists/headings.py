"""The words that people put over the columns of a list, in our languages, and what they mean."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

import msgspec

from qipan.formats.lists.words import WORDS

SKIP = ""
"""What a column is used as that is left out."""
FIELDS = (
    "name", "latin", "family", "given", "birth", "rating", "unit", "licence", "dan", "sex",
    "tags", "team", "role", "member", "phone", "email", "section",
)  # fmt: skip
"""What a column may be used as; further ones are ``member:<role>`` and ``tag:<mark>``."""
MANY = frozenset({"member", "tags", SKIP})
"""What several columns may be used as."""

COLUMNS: dict[str, tuple[str, ...]] = {
    field: tuple(words) for field, words in WORDS["column"].items()
}
"""The words over columns, the best first: of two columns that could be the unit the earlier word
is taken."""

NOT_A_PLAYER: tuple[str, ...] = tuple(WORDS["not_a_player"])
"""Whoever is named under such words does not play."""

_NOTES = re.compile(r"[(（\[【<《].*?[)）\]】>》]|[*＊:：?？!！]")
_NUMBERED = re.compile(r"^\s*(q\d+|\d{1,2})\s*[.、．)）:：]\s*", re.I)
_HAN = re.compile(r"[\u3400-\u9fff]")
_RANK = {word: (field, rank) for field, words in COLUMNS.items() for rank, word in enumerate(words)}
_ASK = re.compile(rf"^({'|'.join(WORDS['asking'])})\s*", re.I)


class Guess(msgspec.Struct, frozen=True, order=True):
    """What a heading means, and how sure that is; the lower the surer."""

    doubt: int
    rank: int
    """How good the word is among those of its field."""
    field: str


def plain(heading: str) -> str:
    """Write a heading without what people put around it: numbers, notes, stars, blanks."""
    text = unicodedata.normalize("NFKC", heading).casefold()
    text = _NOTES.sub(" ", _NUMBERED.sub("", text))
    text = _ASK.sub("", " ".join(text.replace("_", " ").split()))
    return text.replace(" ", "") if _HAN.search(text) else text


def guess(heading: str) -> Guess | None:
    """Say what a heading means, if it is one we know."""
    text = plain(heading)
    if not text or any(word in text for word in NOT_A_PLAYER):
        return None
    if text in _RANK:
        field, rank = _RANK[text]
        return Guess(0, rank, field)
    within = [
        (-len(word), Guess(1, rank, field))
        for word, (field, rank) in _RANK.items()
        if len(word) > 1 and _stands_in(word, text)
    ]
    return min(within)[1] if within else None


def _stands_in(word: str, text: str) -> bool:
    if not word.isascii():
        return word in text
    return len(word) > 2 and re.search(rf"\b{re.escape(word)}\b", text) is not None


def recognised(row: Sequence[str]) -> set[str]:
    """Give the fields that a row of headings names."""
    found = (guess(cell) for cell in row if cell.strip() and len(cell) < 80)
    return {each.field for each in found if each is not None}


def known_headings(text: str) -> int:
    """Count the fields that the best line of a text names, to tell encodings apart."""
    lines = (re.split(r"[\t,;|，]", line) for line in text.splitlines()[:15])
    return max((len(recognised(line)) for line in lines), default=0)


def mostly(values: Iterable[str], judge: re.Pattern[str]) -> bool:
    """Say whether most of the cells that are filled look like something."""
    filled = [value for value in values if value.strip()]
    return bool(filled) and sum(judge.search(each) is not None for each in filled) * 2 > len(filled)
