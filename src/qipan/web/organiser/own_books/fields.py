"""Reading the forms of the editor: what somebody typed goes into the draft, right or wrong.

A number that is none stays a text: the check names it beside the field, and nothing typed is lost.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from qipan.i18n import LANGUAGES
from qipan.kernel.errors import BadInput

LONGEST, LONGEST_TEXT, MOST_FIELDS = 500, 4_000, 6_000
Content = dict[str, Any]


class Fields:
    """The fields of a posted form; some stand there several times."""

    def __init__(self, given: Mapping[str, Sequence[str]]) -> None:
        """Keep what was posted. Raises BadInput if it is too much."""
        if sum(map(len, given.values())) > MOST_FIELDS:
            raise BadInput(f"more than {MOST_FIELDS} fields", code="form.too-long")
        self._given = given

    def has(self, name: str) -> bool:
        """Say whether the form had a field."""
        return name in self._given

    def text(self, name: str, most: int = LONGEST) -> str:
        """Give a line without blanks around it. Raises BadInput if it is too long."""
        value = (self._given.get(name) or [""])[0]
        if len(value) > most:
            raise BadInput(f"at most {most} characters", where=name, code="form.too-long")
        return " ".join(value.replace("\x00", " ").split())

    def long_text(self, name: str) -> str:
        """Give a longer text on one line."""
        return self.text(name, LONGEST_TEXT)

    def number(self, name: str) -> int | str | None:
        """Give a number; what is none stays as it was typed, nothing is nothing."""
        value = self.text(name)
        plain = value.isascii() and value.isdigit() and len(value) < 10
        return int(value) if plain else value or None

    def ticked(self, name: str) -> bool:
        """Say whether a box was ticked."""
        return bool(self.text(name))

    def every(self, name: str) -> list[str]:
        """Give all values of a field."""
        return [value.strip()[:LONGEST] for value in self._given.get(name, ()) if value.strip()]

    def words(self, name: str, before: Any = None) -> dict[str, str]:
        """Give a text in the languages it was written in; those there were before stay in order."""
        known = [each for each in before if each in LANGUAGES] if isinstance(before, dict) else []
        order = dict.fromkeys((*known, *LANGUAGES))
        found = {language: self.long_text(f"{name}.{language}") for language in order}
        return {language: words for language, words in found.items() if words}


def put(table: Content, name: str, value: Any) -> None:
    """Set a value of a table, or take it out where there is none."""
    if value is None or value == "" or value is False or value == {} or value == []:
        table.pop(name, None)
    else:
        table[name] = value


def part(table: Content, name: str) -> Content:
    """Give a copy of a table inside a table; an empty one where there is none."""
    found = table.get(name)
    return dict(found) if isinstance(found, dict) else {}
