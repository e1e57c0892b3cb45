"""The words of a PGN file: tags, comments and the main line, each with its place."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from qipan.formats.xiangqi import Places

_TOKEN: Final = re.compile(
    r"(?P<blank>\s+)|(?P<brace>\{[^}]*)|(?P<line>;[^\n]*)|(?P<tag>\[)|(?P<open>\()"
    r"|(?P<close>\))|(?P<nag>\$\d*)|(?P<word>[^\s{};\[\]()$]+)|(?P<odd>.)"
)
_TAG: Final = re.compile(
    r'\[\s{0,9}([A-Za-z][A-Za-z0-9_]{0,63})\s{1,9}"'
    r'((?:[^"\\\n]|\\.|"(?!\s{0,9}\])){0,9999})"\s{0,9}\]'
)


class Kind(StrEnum):
    """What a token is."""

    TAG = "tag"
    COMMENT = "comment"
    WORD = "word"


class Token(NamedTuple):
    """One token; ``value`` is a tag's value, else empty."""

    kind: Kind
    text: str
    offset: int
    value: str = ""


def tokens(places: Places) -> Iterator[Token]:
    """Give the tokens outside of variations. Raises BadInput with line and column."""
    text, at = places.text, 0
    open_at: list[int] = []
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None, "the last alternative takes any character"
        kind, begin, at = found.lastgroup, at, found.end()
        if kind == "open":
            open_at.append(begin)
        elif kind == "close":
            if not open_at:
                raise places.bad("')' closes nothing", begin)
            open_at.pop()
        elif kind == "brace":
            if text[at : at + 1] != "}":
                raise places.bad("a comment that does not end", begin)
            at += 1
            if not open_at:
                yield Token(Kind.COMMENT, found[0][1:], begin)
        elif not open_at:
            token = _plain(places, kind, found)
            if token is not None:
                yield token
                at = begin + len(token.text) if token.kind is Kind.TAG else at
    if open_at:
        raise places.bad("a variation that does not end", open_at[0])


def _plain(places: Places, kind: str | None, found: re.Match[str]) -> Token | None:
    """Give a token of the main line; blanks and marks are none."""
    begin = found.start()
    match kind:
        case "line":
            return Token(Kind.COMMENT, found[0][1:], begin)
        case "word":
            return Token(Kind.WORD, found[0], begin)
        case "blank" | "nag":
            return None
        case "tag":
            tag = _TAG.match(places.text, begin)
            if tag is None:
                raise places.bad('a tag is written [Name "value"]', begin)
            return Token(Kind.TAG, tag[0], begin, tag[2])
        case _:
            raise places.bad(f"{found[0]!r} has no place here", begin)


def tag_name(token: Token) -> str:
    """Give the name of a tag token."""
    return token.text[1:].split(maxsplit=1)[0]


def tag_value(token: Token) -> str:
    """Give the value of a tag token without its escapes."""
    return re.sub(r"\\(.)", r"\1", token.value)
