"""Rule keys: what code cites. A rulebook maps each key to a clause.

``rule("swiss.no-rematch", "Nobody meets the same opponent twice.")`` declares a key where it is
used and returns it. The list of all declared keys lets the citation test find a rule that no
clause covers. This module knows nothing of clauses, books or languages.
"""

import re
from typing import Any, Final, NewType

RuleKey = NewType("RuleKey", str)
Facts = dict[str, Any]
"""What a decision was based on: plain JSON values, never sentences."""

_FORM: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")
_declared: dict[RuleKey, str] = {}


def rule(key: str, meaning: str) -> RuleKey:
    """Declare a rule key with one plain sentence for developers, and return it.

    Raises ValueError if the key is malformed or declared before with another meaning.
    """
    if not _FORM.fullmatch(key):
        raise ValueError(f"not a rule key: {key!r} (expected words like 'swiss.no-rematch')")
    known = _declared.setdefault(RuleKey(key), meaning)
    if known != meaning:
        raise ValueError(f"rule key {key!r} is declared twice: {known!r} and {meaning!r}")
    return RuleKey(key)


def declared() -> dict[RuleKey, str]:
    """Give every key declared by the modules imported so far, with its meaning."""
    return dict(sorted(_declared.items()))
