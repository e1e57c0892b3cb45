"""How far a round is: a square for each board, filled when it is finished."""

from collections.abc import Sequence

from qipan.web.shared.svg.markup import picture, tag, words

CELL = 34
COLUMNS = 20


def boards_done(boards: Sequence[tuple[int, bool]], label: str) -> str:
    """Draw the boards of a round by number, the finished ones filled and ticked."""
    columns = min(COLUMNS, max(1, len(boards)))
    rows = -(-len(boards) // columns)
    parts = []
    for at, (board, done) in enumerate(boards):
        x, y = at % columns * CELL, at // columns * CELL
        kind = "done" if done else "open"
        parts.append(
            tag("rect", x=x + 2, y=y + 2, width=CELL - 4, height=CELL - 4, rx=5, class_=kind)
        )
        parts.append(
            words(x + CELL // 2, y + 22, str(board), text_anchor="middle", class_=f"{kind} number")
        )
        if done:
            tick = f"M{x + 22} {y + 8} l3 3 l5 -6"
            parts.append(tag("path", d=tick, class_="tick"))
    size = (columns * CELL, max(1, rows) * CELL)
    return picture(size, label, *parts, kind="boards")
