"""Regulations as data: which number applies, and which clause says so.

- ``schema``: what a book may say
- ``loader``: reading books, with errors that name file, line and key
- ``books/<edition>/``: the books themselves; ``house`` holds what every book leaves to the house
"""

from qipan.rulebooks.loader import all_books, book_named, load_book
from qipan.rulebooks.schema import Book, Carried, Clause, EventRules

__all__ = ["Book", "Carried", "Clause", "EventRules", "all_books", "book_named", "load_book"]
