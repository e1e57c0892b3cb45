"""A round's pairing as a picture: score groups as bands, floats as slanting lines, colours."""

from collections.abc import Sequence

import msgspec

from qipan.web.shared.svg.markup import linked, named, picture, tag, width_of, words

ROW = 30
PAD = 26
"""Room above each band, for its score."""
MIDDLE = 170
MOST_NAME = 220


class PairedPlayer(msgspec.Struct, frozen=True):
    """One of a pair."""

    name: str
    score: int
    """In units; equal scores are one group."""
    seat: int
    mark: str
    """The letter of the side."""


class Pair(msgspec.Struct, frozen=True):
    """Two who meet."""

    board: int
    players: tuple[PairedPlayer, PairedPlayer]
    href: str | None = None


class _Rows:
    """Gives out rows of the bands, left and right by themselves."""

    def __init__(self, pairs: Sequence[tuple[PairedPlayer, PairedPlayer]]) -> None:
        level = [high.score for high, low in pairs if high.score == low.score]
        left = [high.score for high, low in pairs if high.score != low.score]
        right = [low.score for high, low in pairs if high.score != low.score]
        self.scores = sorted({*level, *left, *right}, reverse=True)
        self.top: dict[int, int] = {}
        self._next: dict[tuple[int, int], int] = {}
        y = 0
        for score in self.scores:
            self.top[score] = y
            # Who comes down sits right, above; who goes down sits left, at the band's end.
            self._next[score, 1] = y + PAD
            shared = y + PAD + right.count(score) * ROW
            self._next[score, 0] = shared
            self._next[score, 2] = shared + level.count(score) * ROW
            rows = right.count(score) + level.count(score) + left.count(score)
            y += PAD + rows * ROW + 8
        self.height = y

    def take(self, score: int, part: int) -> int:
        """Take a row: 0 for both of a pair, 1 for who is reached by a float, 2 for who floats."""
        y = self._next[score, part]
        self._next[score, part] = y + ROW
        return y


def pairing_picture(pairs: Sequence[Pair], groups: dict[int, str], label: str) -> str:
    """Draw who meets whom; ``groups`` are the words over each score group."""
    ordered = [_ordered(pair) for pair in pairs]
    rows = _Rows(ordered)
    longest = max((width_of(each.name) for pair in ordered for each in pair), default=80)
    name = min(MOST_NAME, longest) + 40
    wide = 2 * name + MIDDLE
    bounds = [*(rows.top[score] for score in rows.scores), rows.height]
    parts = []
    for at, score in enumerate(rows.scores):
        top, kind = bounds[at], "band even" if at % 2 == 0 else "band"
        height = bounds[at + 1] - top
        parts.append(tag("rect", x=0, y=top, width=wide, height=height, class_=kind))
        parts.append(words(8, top + 18, groups.get(score, ""), class_="head"))
    for pair, (high, low) in zip(pairs, ordered, strict=True):
        floats = high.score != low.score
        left = rows.take(high.score, 2 if floats else 0)
        right = rows.take(low.score, 1) if floats else left
        parts.append(linked(_pair(pair.board, (high, left), (low, right), name), pair.href))
    return picture((wide, max(rows.height, 40)), label, *parts, kind="pairing")


def _ordered(pair: Pair) -> tuple[PairedPlayer, PairedPlayer]:
    one, two = pair.players
    return (two, one) if two.score > one.score else (one, two)


def _pair(
    board: int, high: tuple[PairedPlayer, int], low: tuple[PairedPlayer, int], name: int
) -> str:
    (one, left), (two, right) = high, low
    y1, y2 = left + ROW // 2, right + ROW // 2
    floats = one.score != two.score
    parts = [
        tag("line", x1=name, y1=y1, x2=name + MIDDLE, y2=y2, class_="float" if floats else "meet"),
        _side(name - 14, y1, one),
        _side(name + MIDDLE + 14, y2, two),
        named(name - 34, y1 + 5, one.name, name - 40, text_anchor="end", class_="name"),
        named(name + MIDDLE + 34, y2 + 5, two.name, name - 40, class_="name"),
    ]
    # On a slanting line the number stays near its start, where no other line crosses.
    x = name + (MIDDLE // 5 if floats else MIDDLE // 2)
    y = y1 + (y2 - y1) // 5 if floats else y1
    parts.append(tag("circle", cx=x, cy=y, r=13, class_="board"))
    parts.append(words(x, y + 5, str(board), text_anchor="middle", class_="number"))
    return tag("g", *parts, class_="pair floats" if floats else "pair")


def _side(x: int, y: int, player: PairedPlayer) -> str:
    first = player.seat == 0
    shape = (
        tag("circle", cx=x, cy=y, r=11, class_="side first")
        if first
        else tag("rect", x=x - 11, y=y - 11, width=22, height=22, rx=4, class_="side second")
    )
    kind = "letter first" if first else "letter second"
    return shape + words(x, y + 5, player.mark, text_anchor="middle", class_=kind)
