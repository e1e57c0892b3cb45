"""Values of the wrong kind: every one of a table that does not fit its type, not only the first.

msgspec stops at the first value that does not fit. Here it is noted and left out, and the rest is
tried again.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, TypeVar

import msgspec

from qipan.desk.own_books.problems import Problem, problem
from qipan.rulebooks.known_fields import with_known_fields

MOST = 40
"""So many faults of one table are listed."""
T = TypeVar("T")
_STEP = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+)\]|\[(\.\.\.)\]")
_FIELD = re.compile(r"field `([^`]+)`")
_KNOWN = re.compile(r"there is: ([^)]*)\)")
_EXPECTED = re.compile(r"Expected `(\w+)(?: \| null)?`")
_WORDS = {"int": "number", "str": "text", "bool": "truth", "array": "list", "object": "table"}
AT = " - at `"


def convert(table: Any, kind: type[T], path: str) -> tuple[T | None, list[Problem]]:
    """Read a table as a type: the value if all of it fits, and everything that does not."""
    trial, found = deepcopy(table), list[Problem]()
    first: T | None = None
    for _ in range(MOST):
        try:
            first = msgspec.convert(trial, kind)
            break
        except msgspec.ValidationError as error:
            what, _, place = str(error).partition(AT)
            steps = list(_steps(place.rstrip("`"), str(error), trial, kind))
            one = _fault(what, steps, kind, place.rstrip("`"), path)
            if one in found:
                break
            if not _is_told(one, found):
                found.append(one)
            if not _leave_out(trial, steps, what):
                break
    return (first if not found else None), found


def _is_told(one: Problem, found: list[Problem]) -> bool:
    """Say whether this is missing only because it was wrong before."""
    return one.code == "book.missing" and any(each.path == one.path for each in found)


def _steps(place: str, whole: str, table: Any, kind: type) -> Iterator[str | int]:
    """Follow msgspec's path; which entry of a table it means is found by trying."""
    here = table
    passed: list[str | int] = []
    for step in _STEP.finditer(place):
        if step[3]:
            name: str | int = _wrong_entry(whole, table, passed, here, kind)
        else:
            name = int(step[2]) if step[2] else step[1]
        passed.append(name)
        yield name
        here = _inside(here, name)


def _inside(here: Any, name: str | int) -> Any:
    if isinstance(here, dict):
        return here.get(name)
    return here[name] if isinstance(here, list) and isinstance(name, int) else None


def _wrong_entry(whole: str, table: Any, passed: list[str | int], here: Any, kind: type) -> str:
    """Find the entry of a table that gives the same fault when it stands there alone."""
    for name in here if isinstance(here, dict) else ():
        alone = deepcopy(table)
        target = alone
        for step in passed:
            target = target[step]
        for other in [each for each in target if each != name]:
            del target[other]
        try:
            msgspec.convert(alone, kind)
        except msgspec.ValidationError as error:
            if str(error) == whole:
                return str(name)
    return ""


def _fault(what: str, steps: list[str | int], kind: type, place: str, path: str) -> Problem:
    where = ".".join((path, *map(str, steps))).strip(".")
    named = _FIELD.search(what)
    if "unknown field" in what and named:
        known = _KNOWN.search(with_known_fields(what, place.removeprefix("$"), kind))
        there = known[1].split(", ") if known else []
        return problem(f"{where}.{named[1]}".strip("."), "unknown-field", known=there)
    if "missing required field" in what and named:
        return problem(f"{where}.{named[1]}".strip("."), "missing")
    if "of length >=" in what:
        return problem(where, "missing")
    expected = _EXPECTED.search(what)
    if expected and expected[1] in _WORDS:
        return problem(where, f"expected-{_WORDS[expected[1]]}")
    if "Invalid enum value" in what:
        return problem(where, "choice", value=what.partition("value ")[2].strip("'"))
    return problem(where, "wrong-kind", what=what)


def _leave_out(table: Any, steps: list[str | int], what: str) -> bool:
    """Take the value out that does not fit; say whether there was one."""
    named = _FIELD.search(what) if "unknown field" in what else None
    path = [*steps, named[1]] if named else list(steps)
    if not path:
        return False
    for step in path[:-1]:
        table = _inside(table, step)
    last = path[-1]
    if isinstance(table, dict) and last in table:
        del table[str(last)]
        return True
    if isinstance(table, list) and isinstance(last, int) and last < len(table):
        del table[last]
        return True
    return False
