"""The xiangqi board with its pieces, Red below; the last move is marked."""

import re

from qipan.web.shared.pictures.drawing import (
    BLACK,
    CHINESE,
    LINE,
    MARK,
    RED,
    BoardDrawing,
    Seen,
    disc,
    lines,
    plank,
    written,
)
from qipan.web.shared.svg.markup import tag

STEP, EDGE = 100, 62
BOX = (-EDGE, -EDGE, 8 * STEP + 2 * EDGE, 9 * STEP + 2 * EDGE)
CHARACTERS = dict(zip("KABNRCPkabnrcp", "帥仕相傌俥炮兵將士象馬車砲卒", strict=True))
MARKED = (
    (1, 2),
    (7, 2),
    (1, 7),
    (7, 7),
    *((file, rank) for file in (0, 2, 4, 6, 8) for rank in (3, 6)),
)
_MOVE = re.compile(r"([a-i])(\d)([a-i])(\d)")


def draw(view: Seen) -> BoardDrawing:
    """Draw a position."""
    parts = [plank(BOX), _lines(), _last(view)]
    for down, row in enumerate(str(view["fen"]).split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            parts.append(_piece(file * STEP, down * STEP, letter))
            file += 1
    return BoardDrawing("".join(parts), BOX)


def _lines() -> str:
    path = [f"M0 {rank * STEP}H800" for rank in range(10)]
    path += [
        f"M{file * STEP} 0V900" if file in (0, 8) else f"M{file * STEP} 0V400M{file * STEP} 500V900"
        for file in range(9)
    ]
    path += [f"M300 {top}L500 {top + 200}M500 {top}L300 {top + 200}" for top in (0, 700)]
    path += [_angles(file * STEP, (9 - rank) * STEP) for file, rank in MARKED]
    border = tag(
        "rect", x=-9, y=-9, width=818, height=918, fill="none", stroke=LINE, stroke_width=4
    )
    river = [
        written(x, 450, text, 54, font_family=CHINESE, opacity="0.75")
        for x, text in ((200, "楚河"), (600, "漢界"))
    ]
    return lines("".join(path)) + border + "".join(river)


def _angles(x: int, y: int) -> str:
    return "".join(
        f"M{x + side * 9} {y + way * 26}V{y + way * 9}H{x + side * 26}"
        for side in (-1, 1)
        if 0 <= x + side * 20 <= 800
        for way in (-1, 1)
    )


def _last(view: Seen) -> str:
    moves = view.get("moves") or ()
    found = _MOVE.fullmatch(moves[-1]) if moves else None
    if found is None:
        return ""
    places = [
        ("abcdefghi".index(found[at]) * STEP, (9 - int(found[at + 1])) * STEP) for at in (1, 3)
    ]
    start = disc(*places[0], 20, "none", stroke=MARK, stroke_width=6)
    x, y = places[1]
    frame = tag(
        "rect", x=x - 50, y=y - 50, width=100, height=100, rx=14,
        fill=MARK, fill_opacity="0.28", stroke=MARK, stroke_width=5,
    )  # fmt: skip
    return start + frame


def _piece(x: int, y: int, letter: str) -> str:
    red = letter.isupper()
    ink = RED if red else BLACK
    rims = [37.5] if red else [37.5, 33.5]
    return "".join(
        (
            disc(x, y + 4, 44, "#00000040"),
            disc(x, y, 44, "#fbf1dc", stroke="#7d5c30", stroke_width=2),
            *(disc(x, y, rim, "none", stroke=ink, stroke_width=2) for rim in rims),
            written(
                x, y, CHARACTERS[letter], 52, font_family=CHINESE, fill=ink, font_weight="bold"
            ),
        )
    )
