"""What a tournament report file (TRF) says, as values.

A file is players (``001``), the records that steer pairing and scoring (``TrfSetup``), and every
record as it stood, known or not, so that writing a file back loses nothing.
"""

from fractions import Fraction
from functools import cached_property

import msgspec

from qipan.formats.trf.teams import TeamRecords
from qipan.kernel.ids import Seat

PLAYED = frozenset("1=0WDL")
FORFEITED = frozenset("+-")
WITHOUT = frozenset("UFHZ")
REQUESTED = frozenset("FHZ")


class TrfCell(msgspec.Struct, frozen=True):
    """One round of one player: opponent (0: none), seat and the result sign."""

    opponent: int = 0
    seat: Seat | None = None
    result: str = ""
    """One of ``1 = 0 W D L + - U F H Z``; empty if nothing is written."""

    @property
    def paired(self) -> bool:
        """Say whether the player took part in the pairing of that round."""
        return self.opponent != 0 or self.result == "U"

    @property
    def blank(self) -> bool:
        """Say whether nothing is written in the cell."""
        return not self.result


class TrfPlayer(msgspec.Struct, frozen=True):
    """One ``001`` record."""

    number: int
    name: str = ""
    rating: int | None = None
    federation: str = ""
    sex: str = ""
    title: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Fraction | None = None
    rank: int | None = None
    cells: tuple[TrfCell, ...] = ()
    line: int = 0
    """Where it stood in the file, from 1; 0 if it was made, not read."""

    def cell(self, number: int) -> TrfCell:
        """Give the cell of a round; a missing one is blank."""
        return self.cells[number - 1] if number <= len(self.cells) else BLANK


BLANK = TrfCell()


class TrfRecord(msgspec.Struct, frozen=True):
    """Any other record: its code, what follows from column 5 on, and its line."""

    code: str
    text: str
    line: int = 0


class Forbidden(msgspec.Struct, frozen=True):
    """Players who must not meet each other from one round to another."""

    numbers: tuple[int, ...]
    first: int = 1
    last: int = 999


class PlannedBye(msgspec.Struct, frozen=True):
    """Players who will rest in a round: ``F`` full, ``H`` half, ``Z`` no point."""

    kind: str
    round: int
    numbers: tuple[int, ...]


class Boost(msgspec.Struct, frozen=True):
    """Virtual points for pairing only, for a range of rounds and of players."""

    points: Fraction
    first: int
    last: int
    low: int
    high: int


class PointSystem(msgspec.Struct, frozen=True):
    """What results are worth: only what the file says; the rest follows from win and draw."""

    said: dict[str, Fraction] = {}
    """By code: W D L, FW FL (forfeits), PAB FPB HPB ZPB (byes), WW BW WD BD WL BL (by colour)."""

    def worth(self, code: str) -> Fraction:
        """Give the points of a code."""
        if code in self.said:
            return self.said[code]
        follows = {"FW": "W", "PAB": "W", "FPB": "W", "HPB": "D"}
        if code in follows:
            return self.worth(follows[code])
        return {"W": Fraction(1), "D": Fraction(1, 2)}.get(code, Fraction(0))

    def of(self, cell: TrfCell) -> Fraction:
        """Give the points of a cell."""
        code = CODES[cell.result]
        if code in ("W", "D", "L") and cell.seat is not None:
            coloured = "WB"[cell.seat] + code
            if coloured in self.said:
                return self.said[coloured]
        return self.worth(code)


CODES = {
    **dict.fromkeys("1W", "W"),
    **dict.fromkeys("=D", "D"),
    **dict.fromkeys("0L", "L"),
    "+": "FW",
    "-": "FL",
    "U": "PAB",
    "F": "FPB",
    "H": "HPB",
    "Z": "ZPB",
    "": "ZPB",
}


class TrfSetup(msgspec.Struct, frozen=True):
    """The records that steer pairing and scoring."""

    planned: int | None = None
    """Rounds in all (142, XXR)."""
    top_seat: Seat | None = None
    """Seat of the first player in the first round (152, XXC)."""
    points: PointSystem = PointSystem()
    forbidden: tuple[Forbidden, ...] = ()
    byes: tuple[PlannedBye, ...] = ()
    boosts: tuple[Boost, ...] = ()
    absent: tuple[int, ...] = ()
    """Not to be paired in the next round (XXZ)."""
    by_rank: bool = False
    """The rank column, not the number, orders the players (XXC rank)."""
    system: str | None = None
    """Pairing system as the file names it (192, else 092)."""


class TrfFile(msgspec.Struct, frozen=True, dict=True):
    """A whole file."""

    name: str = ""
    players: tuple[TrfPlayer, ...] = ()
    setup: TrfSetup = TrfSetup()
    records: tuple[TrfRecord, ...] = ()
    """Everything but the players, in order; unknown records too."""
    teams: TeamRecords = TeamRecords()

    @cached_property
    def by_number(self) -> dict[int, TrfPlayer]:
        """Find a player by number."""
        return {player.number: player for player in self.players}

    @cached_property
    def played(self) -> int:
        """Count the rounds up to the last one that was paired.

        A column of byes after it belongs to a round still to be paired, unless it has
        something for everybody: then that round is over too.
        """
        last = 0
        for player in self.players:
            for number in range(len(player.cells), last, -1):
                if player.cells[number - 1].paired or player.cells[number - 1].result in FORFEITED:
                    last = number
                    break
        while self.players and all(not each.cell(last + 1).blank for each in self.players):
            last += 1
        return last

    def head(self, code: str) -> str:
        """Give the text of the first record with a code, or nothing."""
        return next((each.text.strip() for each in self.records if each.code == code), "")
