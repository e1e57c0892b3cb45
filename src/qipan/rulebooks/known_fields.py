"""Which fields a table of a book may have, for whoever wrote another one."""

import re
from typing import Any

from msgspec import inspect

_UNKNOWN = re.compile(r"unknown field `[^`]+`")
_STEP = re.compile(r"\.([A-Za-z0-9_-]+)|\[[^\]]*\]")


def with_known_fields(what: str, path: str, kind: type) -> str:
    """Add the known fields to what msgspec says of an unknown one at a path of a type."""
    if not _UNKNOWN.search(what):
        return what
    found = inspect.type_info(kind)
    for step in _STEP.finditer(path):
        found = _inside(found, step[1])
    known = sorted(field.encode_name for field in _struct(found).fields)
    return f"{what} (there is: {', '.join(known)})"


def _struct(found: Any) -> Any:
    """Give the struct that a type is, or may be."""
    types = found.types if isinstance(found, inspect.UnionType) else (found,)
    return next(each for each in types if not isinstance(each, inspect.NoneType))


def _inside(found: Any, name: str | None) -> Any:
    """Go one step into a type: into a field, or into any entry of a table or list."""
    here = _struct(found)
    if name is not None:
        return next(field.type for field in here.fields if field.encode_name == name)
    return here.value_type if isinstance(here, inspect.DictType) else here.item_type
