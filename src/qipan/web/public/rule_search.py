"""Finding games and clauses: of the books on the shelf, in any language, by words or by number.

Nothing here is about people. What is looked through is made once, with the books.
"""

from functools import cache

import msgspec

from qipan.games import all_games
from qipan.i18n import LANGUAGES, citation_name, local, say
from qipan.rulebooks import Book, all_books
from qipan.web.shared.long_lists.name_search import plain

LONGEST_TEXT = 240
MOST_CLAUSES = 20


class RuleLine(msgspec.Struct, frozen=True):
    """A game or clause that can be found."""

    words: str
    game: str = ""
    book: str = ""
    number: str = ""


class FoundRule(msgspec.Struct, frozen=True):
    """A game or clause as a reader sees it."""

    name: str
    text: str
    address: str


@cache
def _games() -> tuple[RuleLine, ...]:
    return tuple(
        RuleLine(
            plain(" ".join([name, *(say(each, f"ui.board.name.{name}") for each in LANGUAGES)])),
            game=name,
        )
        for name in all_games()
    )


@cache
def _clauses() -> tuple[RuleLine, ...]:
    return tuple(
        RuleLine(_words(book, number), book=book.id, number=number)
        for book in all_books().values()
        for number in book.clause
    )


def _words(book: Book, number: str) -> str:
    texts = book.clause[number].shown.values()
    return plain(" ".join([book.citation(number), *texts]))


def find_rules(asked: str, language: str) -> tuple[list[FoundRule], list[FoundRule]]:
    """Find games, and clauses of the regulations, that have every word that was asked for."""
    parts = plain(asked).split()
    if not parts:
        return [], []

    def fits(line: RuleLine) -> bool:
        return all(part in line.words for part in parts)

    games = [
        FoundRule(say(language, f"ui.board.name.{each.game}"), "", f"/play?game={each.game}")
        for each in _games()
        if fits(each)
    ]
    clauses = [each for each in _clauses() if fits(each)]
    clauses.sort(key=lambda each: plain(each.number) not in parts)  # a number that was asked for
    return games, [_clause(each, language) for each in clauses[:MOST_CLAUSES]]


def _clause(line: RuleLine, language: str) -> FoundRule:
    book = all_books()[line.book]
    text = local(book.clause[line.number].shown, language)
    short = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
    return FoundRule(citation_name(language, book.citation(line.number)), short, "")
