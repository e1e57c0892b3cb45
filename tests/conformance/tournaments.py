"""Tournaments in the form of ``tests/data/pairing``: one line a player, read as a report.

``name; key value; …`` begins a tournament; then a line a player, in the order of their numbers:
rating and a cell a round. ``12w1`` met number 12 with the first move and won (``=`` draw, ``0``
loss, ``+`` and ``-`` without a game); ``U`` had the bye of the pairing; ``H``, ``F``, ``Z`` asked
not to play, for half a point, a whole one, none. An empty line ends a tournament.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from qipan.formats.trf import read_trf

CELL = re.compile(r"(\d+)([wb])([-1=0+])|([UHFZ])|-")


@dataclass
class Tournament:
    """A tournament as the file has it."""

    name: str
    terms: dict[str, list[str]]
    players: list[list[str]] = field(default_factory=list)
    """Rating, then cells."""

    def term(self, key: str, default: str = "") -> str:
        """Give what stands behind a key, once."""
        return self.terms.get(key, [default])[0]

    def report(self) -> str:
        """Write it as the usual tournament report, for programs that read those."""
        win, draw = Fraction(self.term("win", "1")), Fraction(self.term("draw", "1/2"))
        worth = {"1": win, "+": win, "U": win, "F": win, "=": draw, "H": draw}
        lines = [f"012 {self.name}", f"062 {len(self.players)}"]
        lines += ["092 FIDE_DUTCH_2025", f"142 {self.term('rounds')}"]
        if first := self.term("first"):
            lines.append(f"152 {first}")
        if "win" in self.terms:
            lines.append(f"162  W {float(win):.1f}    D {float(draw):.1f}")
        for text in self.terms.get("apart", []):
            begin, end, *people = text.split()
            lines.append(f"260 {begin:>3} {end:>3}" + "".join(f" {each:>4}" for each in people))
        for number, (rating, *cells) in enumerate(self.players, 1):
            points = sum(worth.get(cell[-1], Fraction(0)) for cell in cells)
            written = "".join(f"{_cell(each):<10}" for each in cells).rstrip()
            lines.append(
                f"001 {number:>4}      {f'Player {number}':<33} {rating:>4}"
                f"{float(points):>32.1f} {number:>4}  {written}"
            )
        return "\n".join(lines) + "\n"

    def file(self):
        """Give it as our reader of reports has it."""
        return read_trf(self.report(), self.name)


def _cell(text: str) -> str:
    found = CELL.fullmatch(text)
    assert found, text
    if found[1]:
        return f"{found[1]:>4} {found[2]} {found[3]}"
    return f"0000 - {found[4]}" if found[4] else ""


def read_tournaments(path: Path) -> list[Tournament]:
    """Read a file of tournaments; lines that begin with ``#`` say where they come from."""
    text = "\n".join(line for line in path.read_text("utf-8").split("\n") if line[:1] != "#")
    found = []
    for block in text.strip("\n").split("\n\n"):
        head, *players = block.strip("\n").split("\n")
        name, *terms = head.split("; ")
        made = Tournament(name, {})
        for each in terms:
            key, _, value = each.partition(" ")
            made.terms.setdefault(key, []).append(value)
        made.players = [line.split() for line in players]
        found.append(made)
    return found
