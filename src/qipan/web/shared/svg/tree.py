"""Trees of matches: a knockout bracket, and two groups that cross over."""

from collections.abc import Mapping, Sequence

import msgspec

from qipan.web.shared.svg.markup import linked, named, picture, tag, width_of, words

ROW = 28
BOX = 2 * ROW
GAP = 20
STEP = 48
"""Room for the lines between two columns."""
HEAD = 44
WIDEST = 230
NARROWEST = 130


class TreeSide(msgspec.Struct, frozen=True):
    """One of the two of a match."""

    name: str
    won: bool = False
    score: str = ""
    source: str | None = None
    """The match the player comes from."""
    loser: bool = False
    """Whether it is that match's loser who comes here."""
    href: str | None = None


class Tie(msgspec.Struct, frozen=True):
    """A match of a tree; column 0 is played first."""

    id: str
    column: int
    sides: tuple[TreeSide, TreeSide]
    label: str = ""


Centres = Mapping[str, int]
"""Where the middle of each match is, from the top."""


def bracket(ties: Sequence[Tie], heads: Sequence[str], label: str) -> str:
    """Draw a knockout; ``heads`` are the words above the columns. The last tie is the root.

    A tie that feeds nothing and is not the root, as the one for third place, stands below.
    """
    by_id = {tie.id: tie for tie in ties}
    centres: dict[str, int] = {}
    free = [HEAD + BOX // 2 + 4]

    def settle(tie: Tie) -> int:
        below = [settle(by_id[side.source]) for side in tie.sides if side.source and not side.loser]
        if below:
            centre = sum(below) // len(below)
        else:
            centre = free[0]
            free[0] += BOX + GAP
        centres[tie.id] = centre
        return centre

    root = max(ties, key=lambda tie: (tie.column, not _of_losers(tie)))
    settle(root)
    bottom = free[0]
    for tie in ties:
        if tie.id not in centres:
            centres[tie.id] = max(bottom, centres[root.id] + BOX + GAP + HEAD)
            bottom = centres[tie.id] + BOX + GAP
    return _drawing(ties, heads, centres, label)


def _of_losers(tie: Tie) -> bool:
    return any(side.loser for side in tie.sides)


def crossing(ties: Sequence[Tie], heads: Sequence[str], label: str) -> str:
    """Draw a cross-over: first meetings in column 0, then winners and losers of each block."""
    centres: dict[str, int] = {}
    rows: dict[int, int] = {}
    for tie in ties:
        row = rows.get(tie.column, 0)
        rows[tie.column] = row + 1
        centres[tie.id] = HEAD + BOX // 2 + 4 + row * (BOX + GAP) + (row // 2) * GAP
    return _drawing(ties, heads, centres, label)


def _drawing(ties: Sequence[Tie], heads: Sequence[str], centres: Centres, label: str) -> str:
    longest = max(
        (width_of(side.name) + width_of(side.score) for tie in ties for side in tie.sides),
        default=0,
    )
    wide = min(WIDEST, max(NARROWEST, longest + 34))
    columns = max((tie.column for tie in ties), default=0) + 1
    at = {tie.id: (tie.column * (wide + STEP) + 1, centres[tie.id]) for tie in ties}
    parts = [
        words(column * (wide + STEP) + 4, 18, head, class_="head")
        for column, head in enumerate(heads[:columns])
    ]
    parts += [_line(tie, index, at, wide) for tie in ties for index in (0, 1)]
    parts += [_box(tie, *at[tie.id], wide) for tie in ties]
    height = max(centres.values(), default=0) + BOX // 2 + 8
    size = (columns * wide + (columns - 1) * STEP + 2, height)
    return picture(size, label, *parts, kind="tree")


def _line(tie: Tie, index: int, at: Mapping[str, tuple[int, int]], wide: int) -> str:
    side = tie.sides[index]
    if side.source is None or side.source not in at:
        return ""
    (from_x, from_y), (x, y) = at[side.source], at[tie.id]
    start, end = from_x + wide, y + (index * ROW) - ROW // 2
    bend = x - (STEP // 3 if side.loser else STEP // 2)
    path = f"M{start} {from_y} H{bend} V{end} H{x}"
    return tag("path", d=path, class_="feed loser" if side.loser else "feed")


def _box(tie: Tie, x: int, centre: int, wide: int) -> str:
    top = centre - ROW
    parts = [tag("rect", x=x, y=top, width=wide, height=BOX, rx=6, class_="box")]
    if tie.label:
        parts.append(words(x + 4, top - 5, tie.label, class_="soft"))
    for index, side in enumerate(tie.sides):
        y = top + index * ROW
        if side.won:
            parts.append(tag("rect", x=x, y=y + 3, width=4, height=ROW - 6, class_="mark"))
        kind = "won" if side.won else ("name" if side.name else "soft")
        room = wide - 26 - width_of(side.score)
        drawn = named(x + 12, y + 19, side.name or "…", room, class_=kind)
        parts.append(linked(drawn, side.href))
        if side.score:
            parts.append(
                words(x + wide - 8, y + 19, side.score, text_anchor="end", class_=f"{kind} score")
            )
    parts.append(tag("line", x1=x, x2=x + wide, y1=centre, y2=centre, class_="rule"))
    return "".join(parts)
