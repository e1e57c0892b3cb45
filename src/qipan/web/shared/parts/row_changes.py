"""How the rows of a table became other rows: what stays, what moves, which cells are new.

A list of steps makes the new rows out of the old ones, in order:

- ``[from, count]``: so many old rows, as they were;
- ``[from, {"2": "<td>…</td>"}]``: an old row with other cells;
- ``"<tr>…</tr>"``: a row that was not there.

Rows are found again by their first link, else by the first cell that is no number: that only
decides how short the steps are. What they make is right whatever was found.

In a body that is ``data-numbered`` (a cross table) cells of class ``at`` end with the number of a
row of the same body. When rows move, who holds the old ones writes the new numbers first: one
player who overtakes a hundred changes the numbers of all of them, and nothing else.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Rows = list[str]
Step = list[Any] | str

_BODY = re.compile(r"(<tbody\b[^<>]*>)(.*?)(</tbody>)", re.DOTALL)
_NUMBERED = " data-numbered"
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<t[dh]\b[^<>]*>.*?</t[dh]>", re.DOTALL)
_AT = re.compile(r'(<td class="[a-z ]*\bat">(?:[^<>]*\D)?)(\d+)(?=</td>)')
_LINK = re.compile(r'\shref="([^"]*)"')
_TAGS = re.compile(r"<[^<>]*>")
_NUMBER = re.compile(r"[\s\d.½–+-]*")


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a table."""

    rows: Rows
    numbered: bool = False


def shell_and_rows(part: str) -> tuple[str, list[Body]]:
    """Take the rows out of the bodies of a part's tables; no rows at all if they are not alone."""
    bodies: list[Body] = []
    clean = True

    def emptied(found: re.Match[str]) -> str:
        nonlocal clean
        bodies.append(Body(_ROW.findall(found[2]), _NUMBERED in found[1]))
        clean &= not _ROW.sub("", found[2]).strip()
        return found[1] + found[3]

    shell = _BODY.sub(emptied, part)
    return shell, bodies if clean else []


def row_changes(old: Body, new: Body) -> list[Step]:
    """Give the steps from the old rows to the new."""
    found = _found_again(old.rows, new.rows, (_key,) if old.numbered else (str, _key))
    before = renumbered(old.rows, found) if old.numbered else old.rows
    steps: list[Step] = []
    for row, index in zip(new.rows, found, strict=True):
        if index is None:
            steps.append(row)
        elif before[index] == row:
            _stay(steps, index)
        else:
            cells = _other_cells(before[index], row)
            steps.append(row if cells is None else [index, cells])
    return steps


def renumbered(rows: Rows, found: list[int | None]) -> Rows:
    """Write the numbers that rows have when those of ``found`` stand in that order."""
    numbers = {str(was + 1): str(at + 1) for at, was in enumerate(found) if was is not None}
    return [_AT.sub(lambda cell: cell[1] + numbers.get(cell[2], cell[2]), row) for row in rows]


def _stay(steps: list[Step], index: int) -> None:
    last = steps[-1] if steps else ""
    if not isinstance(last, str) and isinstance(last[1], int) and sum(last) == index:
        last[1] += 1
    else:
        steps.append([index, 1])


def _found_again(old: Rows, new: Rows, names: tuple[Callable[[str], str], ...]) -> list[int | None]:
    """Find for each new row the old one that it is, or was: by one name first, then by another."""
    found: list[int | None] = [None] * len(new)
    taken: set[int] = set()
    for name in names:
        there = defaultdict(list)
        for index in reversed(range(len(old))):
            if index not in taken:
                there[name(old[index])].append(index)
        for at, row in enumerate(new):
            same = there.get(name(row)) if found[at] is None else None
            if same:
                found[at] = same.pop()
        taken = {index for index in found if index is not None}
    return found


def _key(row: str) -> str:
    link = _LINK.search(row)
    if link:
        return link[1]
    words = (_TAGS.sub("", each).strip() for each in _CELL.findall(row))
    return next((each for each in words if not _NUMBER.fullmatch(each)), "")


def _other_cells(old: str, new: str) -> dict[str, str] | None:
    """Give the cells of a row that are others now; None if more than cells changed."""
    before, after = _CELL.findall(old), _CELL.findall(new)
    if len(before) != len(after) or _CELL.sub("|", old) != _CELL.sub("|", new):
        return None
    return {
        str(index): cell
        for index, (was, cell) in enumerate(zip(before, after, strict=True))
        if was != cell
    }
