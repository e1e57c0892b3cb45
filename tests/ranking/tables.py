"""Cross tables written as text, for tests.

One line an entrant: ``a: +b1 =c2 -d1 bye half 0 +fe -fd`` — sign, opponent, seat (1 first, 2
second); ``+f`` and ``-f`` are forfeits; ``bye`` is given by the pairing, ``full``, ``half`` and
``zero`` are asked for. Words in brackets set marks: ``(conduct-foul=1)``.
"""

import re

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.points import CHESS
from qipan.kernel.results import Bye, How

SIGNS = {"+": "win", "=": "draw", "-": "loss"}


def cell(word, scoring):
    if word == "bye":
        return Cell(points=scoring.bye, how=How.BYE, bye=Bye.ALLOCATED)
    if word in ("full", "half", "zero"):
        worth = {"full": scoring.win, "half": scoring.draw, "zero": 0}[word]
        return Cell(points=worth, how=How.BYE, bye=Bye.REQUESTED)
    found = re.fullmatch(r"([+=-])(f?)([a-z])([12]?)(?:@(\d+))?", word)
    assert found, word
    return Cell(
        points=getattr(scoring, SIGNS[found[1]]),
        how=How.FORFEIT if found[2] else How.PLAYED,
        opponent=found[3],
        seat=int(found[4]) - 1 if found[4] else None,
        seconds=int(found[5] or 0),
    )


def table(text, scoring=CHESS, units=None):
    entries, cells = [], {}
    for number, line in enumerate(text.strip().splitlines(), 1):
        who, _, rest = line.strip().partition(":")
        marks = {name: int(count) for name, count in re.findall(r"\(([a-z-]+)=(\d+)\)", rest)}
        words = re.sub(r"\([^)]*\)", "", rest).split()
        entries.append(Entry(id=who, number=number, marks=marks, unit=(units or {}).get(who)))
        cells[who] = tuple(cell(word, scoring) for word in words)
    return Crosstable(entries=tuple(entries), cells=cells, scoring=scoring)


def places(standings):
    """Give the order with shared places: ``a b=c d``."""
    text, last = "", 0
    for row in standings.rows:
        text += ("=" if row.place == last else " ") + row.entrant
        last = row.place
    return text.strip()
