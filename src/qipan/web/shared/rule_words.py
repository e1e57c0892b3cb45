"""A rule in words: what a book says of it, in the reader's language."""

from functools import cache

from qipan.i18n import local
from qipan.kernel.errors import Unknown
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.loader import HOUSE, all_books, cite


@cache
def clause(rule: str, language: str) -> str:
    """Say a rule in a reader's language, in the words of some book; empty if none has it."""
    if not rule:
        return ""
    books = all_books()
    for book in (books[HOUSE], *books.values()):
        try:
            return local(cite(book, RuleKey(rule)).text, language)
        except Unknown:
            continue
    return ""
