"""Places round by round as lines: first place on top."""

from collections.abc import Callable, Sequence

import msgspec

from qipan.web.shared.svg.markup import linked, named, picture, tag, words

LEFT, TOP, FOOT = 40, 16, 30
NAMES = 230
WIDE = 820
ALONE, BESIDE = 420, 40
"""How wide the line of one person is, and what its last place takes of that: it needs no name."""
MOST_TICKS = 12

Down = Callable[[int], int]
"""How a place becomes a distance from the top."""


class Series(msgspec.Struct, frozen=True):
    """Somebody's places, one for each round; None where there was none."""

    name: str
    places: tuple[int | None, ...]
    chosen: bool = False
    href: str | None = None


def place_lines(series: Sequence[Series], rounds: Sequence[int], label: str) -> str:
    """Draw the places; each line carries its name where it ends, or one alone just the place."""
    known = [place for each in series for place in each.places if place is not None]
    last = max(known, default=1)
    step = max(12, min(34, 440 // max(1, last)))
    height = TOP + step * max(1, last - 1) + FOOT
    alone = len(series) == 1
    wide, beside = (ALONE, BESIDE) if alone else (WIDE, NAMES)
    span = wide - LEFT - beside
    across = [LEFT + span * at // max(1, len(rounds) - 1) for at in range(len(rounds))]

    def down(place: int) -> int:
        return TOP + (place - 1) * step

    parts = []
    for place in _ticks(last):
        y = down(place)
        parts.append(tag("line", x1=LEFT, x2=LEFT + span, y1=y, y2=y, class_="grid"))
        parts.append(words(LEFT - 12, y + 5, str(place), text_anchor="end", class_="soft"))
    for x, number in zip(across, rounds, strict=True):
        parts.append(words(x, height - 6, str(number), text_anchor="middle", class_="soft"))
    ends = _apart([_end(each, down) for each in series])
    for index, (each, end) in enumerate(zip(series, ends, strict=True)):
        parts.append(_series(each, index, across, down, None if alone else end))
    size = (wide, max(height, *(end + 8 for end in ends), 60))
    return picture(size, label, *parts, kind="lines alone" if alone else "lines")


def _ticks(last: int) -> list[int]:
    every = -(-last // MOST_TICKS)
    return sorted({1, *range(every, last + 1, every), last})


def _end(each: Series, down: Down) -> int:
    found = [place for place in each.places if place is not None]
    return down(found[-1]) if found else TOP


def _apart(wanted: Sequence[int]) -> list[int]:
    """Move the names at the ends apart, so that none lies on another."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    found = [0] * len(wanted)
    free = 0
    for at in order:
        found[at] = max(wanted[at], free)
        free = found[at] + 18
    return found


def _series(each: Series, index: int, across: Sequence[int], down: Down, end: int | None) -> str:
    kind = f"series s{index % 10}" + (" chosen" if each.chosen else "")
    points = [
        (x, down(place)) for x, place in zip(across, each.places, strict=True) if place is not None
    ]
    if not points:
        return ""
    path = "M" + " L".join(f"{x} {y}" for x, y in points)
    x, y = points[-1]
    parts = [tag("path", d=path, class_="run")]
    parts += [tag("circle", cx=at, cy=height, r=4, class_="dot") for at, height in points]
    place = next(place for place in reversed(each.places) if place is not None)
    if end is None:
        parts.append(words(x + 12, y + 5, str(place), class_="name"))
        return tag("g", *parts, class_=kind)
    if end != y:
        parts.append(tag("path", d=f"M{x + 5} {y} L{x + 16} {end}", class_="lead"))
    name = named(x + 18, end + 5, f"{place}. {each.name}", NAMES - 20, class_="name")
    parts.append(linked(name, each.href))
    return tag("g", *parts, class_=kind)
