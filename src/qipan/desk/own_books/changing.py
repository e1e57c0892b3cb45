"""Changing one value of a book by its path: ``event.open.clock.minutes``, ``clause."6.1".text.en``.

Lists count from 0; a number one past the end adds to the list.
"""

import re
import tomllib
from copy import deepcopy
from typing import Any

from qipan.kernel.errors import BadInput

_STEP = re.compile(r'"([^"]+)"|([^."]+)')
DEEPEST, LONGEST = 12, 300
Content = dict[str, Any]


def steps_of(path: str) -> list[str]:
    """Take a path apart. Raises BadInput."""
    found = [quoted or plain for quoted, plain in _STEP.findall(path)]
    if not found or len(found) > DEEPEST or len(path) > LONGEST or path.strip(".") != path:
        raise BadInput("not a path (try event.open.clock.minutes)", where=path[:60])
    return found


def value_from(text: str) -> Any:
    """Read a value as TOML writes it; what is no such value is a text."""
    try:
        return tomllib.loads(f"value = {text.strip()}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


def changed(content: Content, path: str, value: Any) -> Content:
    """Give the book with one value set. Raises BadInput if the path leads nowhere."""
    made = deepcopy(content)
    *way, last = steps_of(path)
    here: Any = made
    for step in way:
        here = _enter(here, step, path)
    if isinstance(here, dict):
        here[last] = value
    elif isinstance(here, list) and _is_index(last, len(here)):
        here[int(last) : int(last) + 1] = [value]
    else:
        raise BadInput(f"there is no {last!r}", where=path[:60])
    return made


def without(content: Content, path: str) -> Content:
    """Give the book with one value taken out. Raises BadInput if it is not there."""
    made = deepcopy(content)
    *way, last = steps_of(path)
    here: Any = made
    for step in way:
        here = here.get(step) if isinstance(here, dict) else _item(here, step)
    if isinstance(here, dict) and last in here:
        del here[last]
    elif isinstance(here, list) and _is_index(last, len(here) - 1):
        del here[int(last)]
    else:
        raise BadInput(f"there is no {last!r}", where=path[:60])
    return made


def _enter(here: Any, step: str, path: str) -> Any:
    """Go one step in; a table that is not there yet is made."""
    if isinstance(here, dict):
        return here.setdefault(step, {})
    if isinstance(here, list) and _is_index(step, len(here)):
        if int(step) == len(here):
            here.append({})
        return here[int(step)]
    raise BadInput(f"there is no {step!r}", where=path[:60])


def _item(here: Any, step: str) -> Any:
    found = isinstance(here, list) and _is_index(step, len(here) - 1)
    return here[int(step)] if found else None


def _is_index(step: str, most: int) -> bool:
    return step.isascii() and step.isdigit() and len(step) < 5 and int(step) <= most
