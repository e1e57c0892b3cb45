"""The picture of a position, whatever the game: who draws it is found by the game's name."""

from collections.abc import Sequence

from qipan.web.shared.pictures import cards, star, stones, xiangqi
from qipan.web.shared.pictures.drawing import BoardDrawing, Drawer, Seen, standing_alone
from qipan.web.shared.pictures.raster import animation, frames, png

DRAWERS: dict[str, Drawer] = {
    "xiangqi": xiangqi.draw,
    "go": stones.draw_go,
    "gomoku": stones.draw_gomoku,
    "chinese-checkers": star.draw,
    "shengji": cards.draw,
}
HEIGHT = 640
STEP_MS, LAST_MS = 900, 2500


def drawing_of(game: str, view: Seen) -> BoardDrawing | None:
    """Draw a position; None for a game that has no drawing here."""
    drawer = DRAWERS.get(game)
    return drawer(view) if drawer is not None else None


def as_svg(drawing: BoardDrawing, label: str) -> bytes:
    """Write a position as an SVG file."""
    return standing_alone(drawing, label, HEIGHT).encode()


def as_png(drawing: BoardDrawing, label: str) -> bytes:
    """Paint a position. Raises Unavailable."""
    return png(standing_alone(drawing, label, HEIGHT))


def as_animation(drawings: Sequence[BoardDrawing], label: str) -> bytes:
    """Paint a passage as one picture that moves. Raises Unavailable."""
    pictures = frames([standing_alone(each, label, HEIGHT) for each in drawings])
    return animation(pictures, STEP_MS, LAST_MS)
