"""A drawing: markup in a box of its own, that stands alone or inside another picture."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, NamedTuple

from qipan.web.shared.svg.markup import tag

Seen = Mapping[str, Any]
"""A view of a game as plain values."""
CHINESE = "Noto Sans CJK SC, Noto Sans SC, PingFang SC, Microsoft YaHei, SimHei, sans-serif"
PLAIN = f"Noto Sans, DejaVu Sans, Segoe UI, Arial, Noto Sans Thai, {CHINESE}"
WOOD, LINE, INK = "#e9cf9f", "#5b4326", "#4a3620"
RED, BLACK, MARK = "#a62b20", "#1f2326", "#1f5e6b"


class BoardDrawing(NamedTuple):
    """Markup and the part of the plane it covers: left, top, width, height."""

    inner: str
    box: tuple[int, int, int, int]

    @property
    def width(self) -> int:
        """Give the width of the box."""
        return self.box[2]

    @property
    def height(self) -> int:
        """Give the height of the box."""
        return self.box[3]


Drawer = Callable[[Seen], BoardDrawing]


def standing_alone(drawing: BoardDrawing, label: str, height: int) -> str:
    """Write a drawing as a file of a given height, with the words that stand for it."""
    width = round(height * drawing.width / drawing.height)
    return tag(
        "svg",
        tag("title", escape(label)),
        drawing.inner,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, drawing.box)),
        width=width,
        height=height,
        role="img",
        aria_label=label,
    )


def placed(drawing: BoardDrawing, left: int, top: int, width: int, height: int) -> str:
    """Write a drawing inside another picture, as large as fits, in the middle of its room."""
    return tag(
        "svg",
        drawing.inner,
        x=left,
        y=top,
        width=width,
        height=height,
        viewBox=" ".join(map(str, drawing.box)),
        preserveAspectRatio="xMidYMid meet",
    )


def written(x: float, y: float, text: str, size: int, **look: object) -> str:
    """Write a text with its middle at a point."""
    given = {"font_family": PLAIN, "fill": INK, "text_anchor": "middle", **look}
    # A renderer without dominant-baseline sets the foot of the letters; 0.36 is half their height.
    return tag("text", escape(text), x=x, y=round(y + size * 0.36, 1), font_size=size, **given)


def disc(x: float, y: float, radius: float, fill: str, **look: object) -> str:
    """Draw a filled circle."""
    return tag("circle", cx=round(x, 1), cy=round(y, 1), r=radius, fill=fill, **look)


def plank(box: tuple[int, int, int, int]) -> str:
    """Draw the wood under a board."""
    left, top, width, height = box
    return tag("rect", x=left, y=top, width=width, height=height, rx=10, fill=WOOD)


def lines(path: str, width: float = 2.5) -> str:
    """Draw the lines of a board."""
    return tag("path", d=path, fill="none", stroke=LINE, stroke_width=width)
