"""Catalogues as they are written: the part of gettext's ``.po`` files that ours use.

One ``msgid`` and one ``msgstr`` for each message, each on one or several quoted lines, comments.
No plural forms, contexts or fuzzy entries: sentences choose words by numbers themselves.
"""

import re

from qipan.kernel.errors import BadInput

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


def read_messages(text: str, name: str) -> dict[str, str]:
    """Give the sentence of every message id that has one. Raises BadInput with the line."""
    found: dict[str, str] = {}
    into: dict[str, list[str]] = {"msgid": [], "msgstr": []}
    now = "msgstr"
    for at, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ") if line[0] != '"' else (now, "", line)
        quoted = _QUOTED.fullmatch(rest)
        if word not in into or quoted is None or (word == "msgstr" and not into["msgid"]):
            raise BadInput(f"not a line of a catalogue: {line[:60]!r}", where=f"{name}:{at}")
        if word == "msgid" and now == "msgstr" and into["msgid"]:
            _take(found, into, f"{name}:{at}")
        now = word
        into[word].append(_plain(quoted[1]))
    _take(found, into, name)
    return found


def _take(found: dict[str, str], into: dict[str, list[str]], where: str) -> None:
    """Put a message that is complete beside the others."""
    code, sentence = "".join(into["msgid"]), "".join(into["msgstr"])
    if code in found:
        raise BadInput(f"twice in one catalogue: {code[:60]!r}", where=where)
    if code and sentence:
        found[code] = sentence
    into["msgid"], into["msgstr"] = [], []


def _plain(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted
    return _ESCAPE.sub(lambda sign: _ESCAPED.get(sign[1], sign[0]), quoted)
