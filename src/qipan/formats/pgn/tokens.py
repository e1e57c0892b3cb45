"""The words of a PGN file: tags, comments, moves and brackets, each with its place."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from qipan.formats.xiangqi import DEEPEST, Places

_TOKEN: Final = re.compile(
    r"(?P<blank>\s+)|(?P<brace>\{[^}]*)|(?P<line>;[^\n]*)|(?P<tag>\[)|(?P<open>\()"
    r"|(?P<close>\))|(?P<nag>\$\d*)|(?P<word>[^\s{};\[\]()$]+)|(?P<odd>.)"
)
_TAG: Final = re.compile(
    r'\[\s{0,9}([A-Za-z][A-Za-z0-9_]{0,63})\s{1,9}"'
    r'((?:[^"\\\n]|\\.|"(?!\s{0,9}\])){0,9999})"\s{0,9}\]'
)

FAR: Final = 40
"""So many blanks at most stand before a line of signs."""
_TRAILER: Final = re.compile(r"={5,}[^\n]*(?:\n(?!\s{0,9}\[[A-Za-z])[^\n]*)*")
"""A line of signs under a game, and whatever a program says of itself until the next game."""


class TokenKind(StrEnum):
    """What a token is."""

    TAG = "tag"
    COMMENT = "comment"
    WORD = "word"
    OPEN = "open"
    """A variation begins."""
    CLOSE = "close"


class Token(NamedTuple):
    """One token; ``value`` is a tag's value, else empty."""

    kind: TokenKind
    text: str
    offset: int
    value: str = ""


def tokens(places: Places) -> Iterator[Token]:
    """Give the tokens; brackets are in pairs. Raises BadInput with line and column."""
    text, at = places.text, 0
    open_at: list[int] = []
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None, "the last alternative takes any character"
        kind, begin, at = found.lastgroup, at, found.end()
        trailer = None if open_at or not _begins_line(text, begin) else _TRAILER.match(text, begin)
        if trailer is not None:
            at = trailer.end()
        elif kind == "brace":
            if text[at : at + 1] != "}":
                raise places.bad("a comment that does not end", begin)
            at += 1
            yield Token(TokenKind.COMMENT, found[0][1:], begin)
        elif kind == "open":
            open_at.append(begin)
            if len(open_at) > DEEPEST:
                raise places.bad(f"brackets more than {DEEPEST} deep", begin)
            yield Token(TokenKind.OPEN, "(", begin)
        elif kind == "close":
            if not open_at:
                raise places.bad("')' closes nothing", begin)
            open_at.pop()
            yield Token(TokenKind.CLOSE, ")", begin)
        elif kind == "tag" and not open_at:
            token = _tag(places, begin)
            at = begin + len(token.text)
            yield token
        elif kind == "odd" and not open_at:
            raise places.bad(f"{found[0]!r} has no place here", begin)
        elif kind == "line":
            yield Token(TokenKind.COMMENT, found[0][1:], begin)
        elif kind in ("word", "tag", "odd"):
            yield Token(TokenKind.WORD, found[0], begin)
    if open_at:
        raise places.bad("a variation that does not end", open_at[0])


def _begins_line(text: str, at: int) -> bool:
    """Say whether nothing but blanks stands before a place on its line."""
    begin = text.rfind("\n", max(0, at - FAR), at) + 1
    return not text[max(begin, at - FAR) : at].strip()


def _tag(places: Places, begin: int) -> Token:
    found = _TAG.match(places.text, begin)
    if found is None:
        raise places.bad('a tag is written [Name "value"]', begin)
    return Token(TokenKind.TAG, found[0], begin, found[2])


def tag_name(token: Token) -> str:
    """Give the name of a tag token."""
    return token.text[1:].split(maxsplit=1)[0]


def tag_value(token: Token) -> str:
    """Give the value of a tag token without its escapes."""
    return re.sub(r"\\(.)", r"\1", token.value)
