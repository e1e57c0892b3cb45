"""The round of a tournament report that is paired and not finished: cells without a result.

A report for ratings has none; one that is handed on in the middle of a round does. The column is
taken out of the text before it is read as a report, and told as a round whose games wait.
"""

import msgspec

from qipan.formats.foreign.model import (
    DRAW,
    LOSS,
    WIN,
    ForeignBye,
    ForeignGame,
    ForeignRound,
)
from qipan.kernel.errors import BadInput

FIRST, WIDE = 91, 10
POINTS = slice(80, 84)
WAITING = ("", "*")
WORDS = {
    **dict.fromkeys("1W+", WIN),
    **dict.fromkeys("=D", DRAW),
    **dict.fromkeys("0L-", LOSS),
    **dict.fromkeys(WAITING, ""),
}
BYES = {"+": "F", "-": "Z", **{sign: sign for sign in "UFHZ"}}


class OpenCell(msgspec.Struct, frozen=True):
    """What the report says of one player in that round."""

    opponent: int
    colour: str
    result: str


class OpenRound(msgspec.Struct, frozen=True):
    """The column that was taken out."""

    number: int
    cells: dict[int, OpenCell]

    def told(self, announced: dict[int, str], name: str) -> ForeignRound:
        """Tell it as a round; byes may be announced elsewhere. Raises BadInput."""
        games: list[ForeignGame] = []
        byes = {who: kind for who, kind in announced.items() if who not in self.cells}
        for who, cell in sorted(self.cells.items()):
            if not cell.opponent:
                byes[who] = BYES.get(cell.result) or announced.get(who, "")
            elif cell.colour == "w":
                games.append(self._game(who, cell, name))
            elif self._other(who, cell, name).colour != "w":
                raise self._wrong(who, cell, name)
        found = tuple(ForeignBye(who, kind) for who, kind in sorted(byes.items()) if kind)
        return ForeignRound(tuple(games), found)

    def _game(self, who: int, cell: OpenCell, name: str) -> ForeignGame:
        other = self._other(who, cell, name)
        if other.colour != "b" or (cell.result in WAITING) != (other.result in WAITING):
            raise self._wrong(who, cell, name)
        forfeit = "+" in (cell.result, other.result) or "-" in (cell.result, other.result)
        words = (WORDS[cell.result], WORDS[other.result])
        return ForeignGame(who, cell.opponent, words, forfeit)

    def _other(self, who: int, cell: OpenCell, name: str) -> OpenCell:
        other = self.cells.get(cell.opponent)
        if other is None or other.opponent != who:
            raise self._wrong(who, cell, name)
        return other

    def _wrong(self, who: int, cell: OpenCell, name: str) -> BadInput:
        return BadInput(
            f"round {self.number}: {who} and {cell.opponent} do not agree",
            where=name,
            code="take-over.disagree",
            facts={"round": self.number, "one": who, "two": cell.opponent},
        )


def take_out(text: str) -> tuple[str, OpenRound | None]:
    """Give the report without the round that waits, and that round; None if there is none.

    Where more than one round waits, or a later one is paired, nothing is taken out: the reader of
    reports then says what is wrong.
    """
    lines = text.splitlines()
    rows = {at: _cells(line) for at, line in enumerate(lines) if line.startswith("001 ")}
    waiting = {
        number
        for row in rows.values()
        for number, cell in row.items()
        if cell.opponent and cell.result in WAITING and cell.colour in ("w", "b")
    }
    paired = {number for row in rows.values() for number, cell in row.items() if cell.opponent}
    if len(waiting) != 1 or max(paired) not in waiting:
        return text, None
    (number,) = waiting
    start = FIRST + WIDE * (number - 1)
    cells: dict[int, OpenCell] = {}
    for at, row in rows.items():
        line = lines[at]
        who = line[4:8].strip()
        if number in row and who.isascii() and who.isdigit():
            if row[number].result not in WORDS and row[number].result not in BYES:
                return text, None
            cells[int(who)] = row[number]
        kept = line[: POINTS.start] + "    " + line[POINTS.stop :]  # may count half of this round
        lines[at] = (kept[:start] + " " * WIDE + kept[start + WIDE :]).rstrip()
    return "\n".join(lines) + "\n", OpenRound(number, cells)


def _cells(line: str) -> dict[int, OpenCell]:
    found = {}
    for number, start in enumerate(range(FIRST, len(line), WIDE), 1):
        part = line[start : start + WIDE]
        who = part[:4].strip()
        if part.strip() and (not who or (who.isascii() and who.isdigit())):
            found[number] = OpenCell(int(who or 0), part[5:6].lower(), part[7:8].strip().upper())
    return found
