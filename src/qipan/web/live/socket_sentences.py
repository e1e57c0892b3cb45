"""Sentences for what a table's socket says: added at the door, in the reader's language.

Tables speak in codes, rules and facts, the same for everybody. A refusal gets its sentence and the
clause behind it, the end of a game its reason; everything else passes as it is.
"""

from functools import cache
from typing import Any

import msgspec

from qipan.i18n import local, say
from qipan.kernel.errors import Unknown
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.loader import HOUSE, all_books, cite

_REFUSED = b'{"type":"refused"'
_POSITIONS = (b'{"type":"event"', b'{"type":"state"')
_GOES_ON = b'"outcome":null'


def phrased(message: bytes, language: str) -> bytes:
    """Give a message with its sentences."""
    if message.startswith(_REFUSED):
        found: dict[str, Any] = msgspec.json.decode(message)
        found["message"] = say(language, found["code"], found["facts"])
        found["clause"] = clause(found["rule"], language)
        return msgspec.json.encode(found)
    if message.startswith(_POSITIONS) and _GOES_ON not in message:
        found = msgspec.json.decode(message)
        outcome = found.get("outcome")
        if outcome is not None:
            outcome["message"] = clause(outcome["rule"], language)
        return msgspec.json.encode(found)
    return message


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
