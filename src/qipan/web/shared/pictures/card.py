"""The card of a link: what a messenger shows of a page before anybody opens it."""

from collections.abc import Callable, Iterator, Sequence
from html import escape

import msgspec

from qipan.web.shared.pictures.drawing import PLAIN, BoardDrawing, placed
from qipan.web.shared.svg.markup import fitted, tag, width_of

WIDTH, HEIGHT = 1200, 630
MARGIN, STRIP = 64, 18
PAPER, INK, SOFT, ACCENT = "#fbf9f4", "#1d2326", "#5b636a", "#1f5e6b"
MOST_ROWS = 6
BOARD = 534
TOP = 96
"""Where the first line of the title stands."""


class PreviewCard(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on a card."""

    title: str
    lines: tuple[str, ...] = ()
    board: BoardDrawing | None = None
    rows: tuple[tuple[str, str, str], ...] = ()
    """A table: what stands left, the name, what stands right."""


def card_svg(card: PreviewCard) -> str:
    """Draw a card."""
    room = WIDTH - 2 * MARGIN - STRIP - (BOARD + 40 if card.board else 0)
    parts = [
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        tag("rect", width=STRIP, height=HEIGHT, fill=ACCENT),
    ]
    size = 60 if not card.rows else 50
    y = TOP
    for line in wrapped(card.title, size, room, 3 if not card.rows else 2):
        y += size if y > TOP else 0
        parts.append(_text(y, line, size, font_weight="bold"))
        y += 12
    for line in card.lines:
        y += 44
        parts.append(_text(y, fitted(line, room, 32), 32, fill=SOFT))
    if card.rows:
        parts += _rows(card.rows[:MOST_ROWS], max(y + 62, 250))
    if card.board is not None:
        left, top = WIDTH - BOARD - 48, (HEIGHT - BOARD) // 2
        parts.append(placed(card.board, left, top, BOARD, BOARD))
    parts.append(_brand())
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def wrapped(text: str, size: int, room: int, most: int) -> list[str]:
    """Break a text into lines of a width, between words; Chinese and Thai anywhere if need be."""
    lines, line = [], ""
    for piece in _pieces(text, lambda word: width_of(word, size) <= room):
        if line and width_of(line + piece.rstrip(), size) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece if line or piece.strip() else ""
    lines.append(line.rstrip())
    if len(lines) > most:
        lines[most - 1] = fitted(" ".join(lines[most - 1 :]), room, size)
    return [fitted(each, room, size) for each in lines[:most]]


def _pieces(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Give the parts between which a line may break: a name that fits on a line is one."""
    for number, word in enumerate(text.split()):
        if number:
            yield " "
        if fits(word):
            yield word
        else:
            yield from _letters(word)


def _letters(text: str) -> Iterator[str]:
    word = ""
    for letter in text:
        if letter.isascii() and not letter.isspace():
            word += letter
            continue
        if word:
            yield word
            word = ""
        yield letter
    if word:
        yield word


def _rows(rows: Sequence[tuple[str, str, str]], top: int) -> Iterator[str]:
    left, right = MARGIN + STRIP, WIDTH - MARGIN
    step = min(56, (HEIGHT - 80 - top) // max(1, len(rows)))
    size = min(34, step - 14)
    for number, (first, name, last) in enumerate(rows):
        y = top + number * step
        if number % 2 == 0:
            yield tag(
                "rect", x=left - 12, y=y - step + 14, width=right - left + 24, height=step, rx=8,
                fill="#1f5e6b", fill_opacity="0.07",
            )  # fmt: skip
        yield _text(y, first, size, x=left + 46, text_anchor="end", fill=SOFT)
        yield _text(y, fitted(name, right - left - 230, size), size, x=left + 70)
        yield _text(y, last, size, x=right, text_anchor="end", font_weight="bold")


def _brand() -> str:
    left, y = MARGIN + STRIP, HEIGHT - 62
    mark = tag("rect", x=left, y=y, width=34, height=34, rx=7, fill="#e9cf9f")
    stone = tag("circle", cx=left + 17, cy=y + 17, r=10, fill="#a62b20")
    return mark + stone + _text(y + 27, "Qipan 棋盘", 28, x=left + 48, fill=SOFT)


def _text(y: int, text: str, size: int, **look: object) -> str:
    given = {"x": MARGIN + STRIP, "fill": INK, "font_family": PLAIN, **look}
    return tag("text", escape(text), y=y, font_size=size, **given)
