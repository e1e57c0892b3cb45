"""Writing the content of a book as TOML that people read: head, clauses, then event by event.

Tables become headers where they hold other tables, else they stay on one line. What is read back
from the text is the content again, value for value.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qipan.kernel.errors import BadInput

_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_SPOKEN = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_INLINE = 88
"""A table that fits into so many characters stays on one line."""
_HEADERS = ("book", "clause", "event")


def toml_text(content: Mapping[str, Any]) -> str:
    """Write the content of a book. Raises BadInput for a value that no book can hold."""
    lines: list[str] = []
    known = [name for name in _HEADERS if name in content]
    for name in (*known, *(each for each in content if each not in _HEADERS)):
        value = content[name]
        if name in ("clause", "event") and isinstance(value, Mapping):
            for inner, table in value.items():
                lines += _table((name, inner), table)
        else:
            lines += _table((name,), value)
    return "\n".join(lines).strip() + "\n"


def _table(path: Sequence[str], table: Any) -> Iterator[str]:
    """Write a table under its header, then the tables in it that are too large for a line."""
    if not isinstance(table, Mapping):
        raise BadInput(f"a table is expected, not {table!r:.40}", where=".".join(path))
    yield ""
    yield f"[{'.'.join(map(_key, path))}]"
    later: list[tuple[str, Mapping[str, Any]]] = []
    for name, value in table.items():
        line = f"{_key(name)} = {_value(value)}"
        if isinstance(value, Mapping) and value and len(line) > _INLINE and path[0] != "clause":
            later.append((name, value))
        elif isinstance(value, list | tuple) and len(line) > _INLINE and value:
            yield f"{_key(name)} = ["
            yield from (f"  {_value(each)}," for each in value)
            yield "]"
        else:
            yield line
    for name, value in later:
        yield from _table((*path, name), value)


def _key(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    signs = (_SPOKEN.get(sign) or _sign(sign) for sign in text)
    return f'"{"".join(signs)}"'


def _sign(sign: str) -> str:
    code = ord(sign)
    return f"\\u{code:04x}" if code < 32 or code == 127 else sign


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            inside = ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case _:
            raise BadInput(f"not a value of a book: {value!r:.40}")
