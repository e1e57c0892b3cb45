"""Rule keys: what code cites. A rulebook maps each key to a clause.

``rule("swiss.no-rematch", "Nobody meets the same opponent twice.")`` declares a key where it is
used and returns it. The list of all declared keys lets the citation test find a rule that no
clause covers. A rule that says its sentence in Chinese too (``zh="…"``) is its own house clause:
where a regulation is silent it is cited as it stands here, and no file of the house repeats it.
This module knows nothing of books.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NewType

RuleKey = NewType("RuleKey", str)
Facts = dict[str, Any]
"""What a decision was based on: plain JSON values, never sentences."""

_FORM: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")
_declared: dict[RuleKey, str] = {}
_clauses: dict[RuleKey, Mapping[str, str]] = {}


def rule(key: str, meaning: str, **texts: str) -> RuleKey:
    """Declare a rule key with one plain sentence, and return it.

    ``texts`` are the same sentence in further languages; with them the rule is a house clause.
    Raises ValueError if the key is malformed or declared before with another meaning.
    """
    if not _FORM.fullmatch(key):
        raise ValueError(f"not a rule key: {key!r} (expected words like 'swiss.no-rematch')")
    known = _declared.setdefault(RuleKey(key), meaning)
    if known != meaning:
        raise ValueError(f"rule key {key!r} is declared twice: {known!r} and {meaning!r}")
    if texts:
        _clauses[RuleKey(key)] = {"en": meaning, **texts}
    return RuleKey(key)


def declared() -> dict[RuleKey, str]:
    """Give every key declared by the modules imported so far, with its meaning."""
    return dict(sorted(_declared.items()))


def house_clauses() -> Mapping[RuleKey, Mapping[str, str]]:
    """Give the texts of every rule declared so far that is its own house clause, by language."""
    return _clauses
