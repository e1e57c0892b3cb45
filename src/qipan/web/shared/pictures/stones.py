"""Boards of lines with stones on their points: Go and gomoku."""

from collections.abc import Iterable, Mapping

from qipan.games.go.grid import grid
from qipan.games.gomoku.board import place_of, read_point
from qipan.kernel.errors import BadInput
from qipan.web.shared.pictures.drawing import BoardDrawing, Seen, disc, lines, plank, written
from qipan.web.shared.svg.markup import tag

STEP = 50
Place = tuple[int, int]
"""Column from the left and row from the bottom, from 0."""
Stones = Mapping[Place, int]
INKS = ("#17191b", "#fdfcf8")
RIMS = ("#0b0c0d", "#8a8272")
GO_LETTERS, LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"


def draw_go(view: Seen) -> BoardDrawing:
    """Draw a Go board; what is counted as whose is marked where a count stands."""
    size, on = int(view["size"]), grid(int(view["size"]))
    stones = {
        (column, size - 1 - down): 0 if mark == "X" else 1
        for down, row in enumerate(view["board"])
        for column, mark in enumerate(row)
        if mark != "."
    }
    last = [on.place(on.read(str(view["last"])))] if view.get("last") else []
    dead = {on.place(on.read(at)) for at in view.get("dead") or ()}
    count = view.get("count") or view.get("standing") or {}
    owned = {
        on.place(on.read(at)): colour
        for colour, name in enumerate(("black_territory", "white_territory"))
        for at in count.get(name, ())
    }
    marks = [
        _square(place, size, INKS[colour])
        for place, colour in owned.items()
        if place not in stones or place in dead
    ]
    return _board(size, stones, last, GO_LETTERS, faded=dead, marks=marks)


def draw_gomoku(view: Seen) -> BoardDrawing:
    """Draw a gomoku board; the line that won is marked."""
    size, stones = int(view["size"]), {}
    for text, colour in view.get("setup") or ():
        stones[place_of(size, read_point(size, text))] = int(colour)
    colour, last = int(view.get("begins", 0)), []
    for text in view.get("moves") or ():
        try:
            place = place_of(size, read_point(size, text))
        except BadInput:
            continue  # a choice of an opening
        stones[place], last, colour = colour, [place], 1 - colour
    five = [place_of(size, read_point(size, text)) for text in view.get("five") or ()]
    return _board(size, stones, five or last, LETTERS)


def _board(
    size: int,
    stones: Stones,
    last: Iterable[Place],
    letters: str,
    faded: Iterable[Place] = (),
    marks: Iterable[str] = (),
) -> BoardDrawing:
    far, edge = (size - 1) * STEP, 58
    box = (-edge, -edge, far + 2 * edge, far + 2 * edge)
    path = "".join(f"M0 {at * STEP}H{far}M{at * STEP} 0V{far}" for at in range(size))
    pale = set(faded)
    return BoardDrawing(
        "".join(
            (
                plank(box),
                lines(path, 1.6),
                *(disc(x * STEP, far - y * STEP, 5, "#5b4326") for x, y in _stars(size)),
                *_coordinates(size, letters),
                *(_stone(each, size, colour, each in pale) for each, colour in stones.items()),
                *marks,
                *(_ring(each, size, stones.get(each, 0)) for each in last),
            )
        ),
        box,
    )


def _stars(size: int) -> list[Place]:
    if size < 7 or size % 2 == 0:
        return []
    edge, middle = (3 if size > 11 else 2), size // 2
    steps = (edge, middle, size - 1 - edge)
    if size < 17:
        corners = [(x, y) for x in (steps[0], steps[2]) for y in (steps[0], steps[2])]
        return [*corners, (middle, middle)]
    return [(x, y) for x in steps for y in steps]


def _coordinates(size: int, letters: str) -> list[str]:
    far = (size - 1) * STEP
    found = []
    for at in range(size):
        found.append(written(at * STEP, far + 40, letters[at], 18))
        found.append(written(-40, far - at * STEP, str(at + 1), 18))
    return found


def _at(place: Place, size: int) -> Place:
    return place[0] * STEP, (size - 1 - place[1]) * STEP


def _stone(place: Place, size: int, colour: int, faded: bool) -> str:
    x, y = _at(place, size)
    opacity = "0.45" if faded else None
    shadow = disc(x + 1.5, y + 3, 23, "#00000038")
    stone = disc(x, y, 23, INKS[colour], stroke=RIMS[colour], stroke_width=1.5, opacity=opacity)
    return ("" if faded else shadow) + stone


def _ring(place: Place, size: int, colour: int) -> str:
    x, y = _at(place, size)
    return disc(x, y, 11, "none", stroke="#c2231a" if colour else "#ffb4a8", stroke_width=4)


def _square(place: Place, size: int, fill: str) -> str:
    x, y = _at(place, size)
    return tag(
        "rect", x=x - 8, y=y - 8, width=16, height=16, fill=fill, stroke="#4a4a46", stroke_width=1
    )
