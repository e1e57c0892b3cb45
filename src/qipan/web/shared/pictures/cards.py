"""A table of shengji: the trick that lies there, and the hand of whoever looks."""

from html import escape

from qipan.web.shared.pictures.drawing import CHINESE, PLAIN, BoardDrawing, Seen, written
from qipan.web.shared.svg.markup import tag

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED, BLACK, CLOTH, PAPER = "#b3261e", "#17191b", "#2f5d4e", "#fffefa"
WIDTH, HEIGHT = 60, 84
BOX = (40, 0, 920, 690)
PLACES = ((500, 420), (800, 300), (500, 180), (200, 300))
"""Where each seat's cards lie, the first below, the others round to the right."""


def draw(view: Seen) -> BoardDrawing:
    """Draw the table; hands that the view does not hold are backs."""
    deal = view["deal"]
    parts = [tag("rect", x=40, width=BOX[2], height=BOX[3], rx=16, fill=CLOTH), _heading(deal)]
    for seat, (x, y) in enumerate(PLACES):
        laid: list[str] = next(
            (each["cards"] for each in deal["trick"] if each["seat"] == seat), []
        )
        parts.append(_row(x, y, laid))
        parts.append(_seat(seat, deal, x, y))
    if deal["hand"]:
        parts.append(_row(500, 620, deal["hand"], overlap=True))
    else:
        parts.append(_row(500, 620, [""] * min(25, deal["counts"][0]), overlap=True))
    return BoardDrawing("".join(parts), BOX)


def _heading(deal: Seen) -> str:
    trump = SIGNS.get(deal["trump"] or "", deal["trump"] or "?")
    text = f"{trump} {deal['rank']} · {deal['points']}"
    return written(500, 48, text, 40, fill="#f3ead2", font_weight="bold")


def _seat(seat: int, deal: Seen, x: int, y: int) -> str:
    sign = f"{seat + 1}{' ♛' if deal['banker'] == seat else ''}"
    return written(x, y + 64, sign, 24, fill="#cfe3d6")


def _row(x: int, y: int, cards: list[str], *, overlap: bool = False) -> str:
    if not cards:
        return ""
    step = 66 if not overlap and len(cards) < 4 else max(18, min(34, 880 // len(cards)))
    left = x - (step * (len(cards) - 1) + WIDTH) // 2
    return "".join(card(left + at * step, y - HEIGHT // 2, each) for at, each in enumerate(cards))


def card(x: int, y: int, name: str) -> str:
    """Draw a card with its corner at a point; without a name its back."""
    paper = tag(
        "rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=6,
        fill=PAPER if name else "#1f5e6b", stroke="#6b6b66", stroke_width=1,
    )  # fmt: skip
    if not name:
        return paper
    if name in ("LJ", "BJ"):
        ink = RED if name == "BJ" else BLACK
        big = _text(x + 34, y + 34, "大" if name == "BJ" else "小", 24, ink)
        return (
            paper + _text(x + 10, y + 20, "★", 18, ink) + big + _text(x + 34, y + 64, "王", 24, ink)
        )
    ink = RED if name[0] in "HD" else BLACK
    corner = _text(x + 12, y + 22, name[1:], 21, ink) + _text(
        x + 12, y + 42, SIGNS[name[0]], 19, ink
    )
    return paper + corner + _text(x + 40, y + 70, SIGNS[name[0]], 32, ink)


def _text(x: int, y: int, text: str, size: int, ink: str) -> str:
    look = {"font_family": f"{PLAIN}, {CHINESE}", "fill": ink, "text_anchor": "middle"}
    return tag("text", escape(text), x=x, y=y, font_size=size, **look)
