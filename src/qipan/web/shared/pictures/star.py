"""The star board of Chinese checkers; each corner has its colour and its shape."""

from math import cos, pi, sin, sqrt

from qipan.games.chinese_checkers.board import CORNERS, CUBES, NAMES
from qipan.web.shared.pictures.drawing import MARK, WOOD, BoardDrawing, Seen, disc
from qipan.web.shared.svg.markup import tag

STEP, SIDE = 100, 4
BOX = (-705, -812, 1410, 1624)
COLOURS = dict(
    zip(CORNERS, ("#b3261e", "#b77900", "#2f6f3e", "#1f5a9c", "#6d3a8a", "#3b3f44"), strict=True)
)


def draw(view: Seen) -> BoardDrawing:
    """Draw a star with its pieces and the way of the last move."""
    points = dict(zip(NAMES, (_point(cube) for cube in CUBES), strict=True))
    parts = [tag("polygon", points=_polygon(6, 786, 454), fill=WOOD, stroke="#5b4326")]
    parts += [_hole(cube) for cube in CUBES]
    way = [points[name] for name in view.get("last") or () if name in points]
    if len(way) > 1:
        path = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in way)
        parts.append(tag("path", d=path, fill="none", stroke=MARK, stroke_width=14, opacity="0.6"))
    for name, owner in zip(NAMES, view["board"], strict=True):
        if owner != ".":
            parts.append(_marble(*points[name], view["corners"][int(owner)]))
    return BoardDrawing("".join(parts), BOX)


def _point(cube: tuple[int, int, int]) -> tuple[float, float]:
    x, _, z = cube
    return (x + z / 2) * STEP, z * sqrt(3) / 2 * STEP


def _hole(cube: tuple[int, int, int]) -> str:
    x, y, z = cube
    tests = (z < -SIDE, x > SIDE, y < -SIDE, z > SIDE, x < -SIDE, y > SIDE)
    rim = COLOURS[CORNERS[tests.index(True)]] if any(tests) else "#8d6d3c"
    return disc(*_point(cube), 36, "#d3b27a", stroke=rim, stroke_width=4)


def _marble(x: float, y: float, corner: str) -> str:
    shape = {
        "N": tag("circle", r=15, fill="#fff"),
        "NE": tag("polygon", points=_polygon(3, 21), fill="#fff"),
        "SE": tag("rect", x=-15, y=-15, width=30, height=30, fill="#fff"),
        "S": tag("polygon", points=_polygon(5, 22, 9), fill="#fff"),
        "SW": tag("polygon", points=_polygon(4, 22), fill="#fff"),
        "NW": tag("path", d="M-6 -20H6V-6H20V6H6V20H-6V6H-20V-6H-6Z", fill="#fff"),
    }[corner]
    body = tag("circle", r=42, fill=COLOURS[corner], stroke="#00000055", stroke_width=3)
    return tag("g", body, shape, transform=f"translate({x:.1f} {y:.1f})")


def _polygon(corners: int, outer: float, inner: float | None = None) -> str:
    """Give the points of a regular polygon, or of a star, its first point upwards."""
    found = []
    for number in range(corners * (2 if inner else 1)):
        turn = pi * 2 * number / (corners * (2 if inner else 1)) - pi / 2
        radius = inner if inner and number % 2 else outer
        found.append(f"{radius * cos(turn):.1f},{radius * sin(turn):.1f}")
    return " ".join(found)
