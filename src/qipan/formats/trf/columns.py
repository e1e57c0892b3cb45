"""Fixed columns: cut a field out of a line, read it, and name line and column if it is wrong.

Columns count from 1, both ends included, as the format's own tables give them.
"""

import re
from fractions import Fraction

from qipan.kernel.errors import BadInput

_NUMBER = re.compile(r"[0-9]{1,9}")
_POINTS = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{0,3})?|\.[0-9]{1,3}")


class TrfLine:
    """One line of a file with its place."""

    __slots__ = ("name", "number", "text")

    def __init__(self, name: str, number: int, text: str) -> None:
        """Keep the text with the name of the file and the number of the line, from 1."""
        self.name, self.number, self.text = name, number, text

    def bad(self, what: str, column: int) -> BadInput:
        """Make the error for a place in this line."""
        return BadInput(what, where=self.name, line=self.number, column=column, code="trf.bad")

    def cut(self, first: int, last: int) -> str:
        """Give the text of some columns without the blanks around it."""
        return self.text[first - 1 : last].strip()

    def whole(self, first: int, last: int, what: str, default: int | None = None) -> int:
        """Read a whole number. Raises BadInput; a blank field gives ``default`` if there is one."""
        text = self.cut(first, last)
        if not text and default is not None:
            return default
        if not _NUMBER.fullmatch(text) or not text.isascii():
            raise self.bad(f"{what} is not a number: {text!r}", first)
        return int(text)

    def points(self, first: int, last: int, what: str) -> Fraction:
        """Read a number of points. Raises BadInput."""
        return self.as_points(self.cut(first, last), first, what)

    def as_points(self, text: str, column: int, what: str) -> Fraction:
        """Read a text as points. Raises BadInput."""
        plain = text.replace(",", ".")
        if not _POINTS.fullmatch(plain) or not plain.isascii():
            raise self.bad(f"{what} is not a number of points: {text!r}", column)
        return Fraction(plain)

    def numbers(self, first: int, what: str) -> tuple[int, ...]:
        """Read blank-separated whole numbers up to the end of the line. Raises BadInput."""
        found = []
        for word in re.finditer(r"\S+", self.text[first - 1 :]):
            if not _NUMBER.fullmatch(word.group()) or not word.group().isascii():
                raise self.bad(f"{what} is not a number: {word.group()!r}", first + word.start())
            found.append(int(word.group()))
        return tuple(found)
