"""Sentences for what a table's socket says: added at the door, in the reader's language.

Tables speak in codes, rules and facts, the same for everybody. A refusal gets its sentence and the
clause behind it, the end of a game its reason; everything else passes as it is.
"""

from typing import Any

import msgspec

from qipan.i18n import say
from qipan.web.shared.rule_words import clause

_REFUSED = (b'{"type":"refused"', b'{"type":"claimed"')
_POSITIONS = (b'{"type":"event"', b'{"type":"state"')
_GOES_ON = b'"outcome":null'
_CHANGES, _OUTCOME = b'"changes":', b'"outcome":{'


def phrased(message: bytes, language: str) -> bytes:
    """Give a message with its sentences."""
    if message.startswith(_REFUSED):
        found: dict[str, Any] = msgspec.json.decode(message)
        found["message"] = say(language, found["code"], found["facts"])
        found["clause"] = clause(found["rule"], language)
        return msgspec.json.encode(found)
    if message.startswith(_POSITIONS) and _is_over(message):
        found = msgspec.json.decode(message)
        outcome = found.get("changes", found).get("outcome")
        if outcome is not None:
            outcome["message"] = clause(outcome["rule"], language)
        return msgspec.json.encode(found)
    return message


def _is_over(message: bytes) -> bool:
    """Say whether a position may have an outcome, without reading it."""
    return _OUTCOME in message if _CHANGES in message else _GOES_ON not in message
