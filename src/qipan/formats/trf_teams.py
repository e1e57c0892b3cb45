"""The team part of a tournament report as a cross table of teams.

Reads what TRF-2026 says about teams: 310 (teams and players), 300 (line-ups that are not plain),
240 (byes asked for), 320 (byes given), 330 (forfeited matches), 352 (colours of the boards) and
362 (match points). Boards come from the players' own cells. A team without any of these in a
round was not there.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from qipan.formats.trf import TrfFile
from qipan.formats.trf.model import PLAYED, TrfCell, TrfRecord
from qipan.kernel.crosstable import Cell, Crosstable, Entry, absent
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import Bye, How

_MATCH_POINTS = re.compile(r"(T[WDL])\s*([0-9]+(?:\.[0-9]+)?)")
MOST_TEAMS = 5_000


class TeamEntry(msgspec.Struct, frozen=True):
    """One 310 record."""

    number: int
    name: str
    players: tuple[int, ...]
    rank: int | None


def teams(file: TrfFile) -> dict[int, TeamEntry]:
    """Give the teams of a report by number; empty if it has none. Raises BadInput."""
    found: dict[int, TeamEntry] = {}
    for record in _records(file, "310"):
        number = _whole(file, record, 0, 3)
        if number in found or len(found) >= MOST_TEAMS:
            raise _bad(file, record, f"team {number} stands twice, or too many teams")
        players = tuple(_numbers(file, record, 69, 5, 4))
        rank = record.text[64:67].strip()
        name = record.text[4:36].strip()
        place = int(rank) if rank.isdecimal() else None
        found[number] = TeamEntry(number, name, players, place)
    return found


def team_table(file: TrfFile, upto: int | None = None) -> Crosstable:
    """Give the cross table of teams after round ``upto``. Raises BadInput."""
    return _Reader(file, upto).table()


class _Reader:
    """What is gathered on the way."""

    def __init__(self, file: TrfFile, upto: int | None) -> None:
        self.file = file
        self.teams = teams(file)
        if not self.teams:
            raise BadInput("no team record (310) in the file", where=file.name, code="trf.bad")
        self.last = file.played if upto is None else upto
        points = file.setup.points
        self.unit = 2 * max(1, *(points.worth(code).denominator for code in ("W", "D", "L")))
        win, draw, loss = (self._units(points.worth(code)) for code in "WDL")
        self.board = Scoring(win, draw, loss, win, self.unit)
        self.match = self._match_points()
        self.team_of = {who: team.number for team in self.teams.values() for who in team.players}
        self.lineups = self._lineups()
        self.pattern = file.head("352") or "W"
        self.boards = max((len(line) for line in self.lineups.values()), default=0)
        self.cells: dict[tuple[int, int], Cell] = {}

    def table(self) -> Crosstable:
        if not self.boards:
            self.boards = max(len(team.players) for team in self.teams.values())
            self.boards = max(
                len(self._line(team, n)) for team in self.teams for n in self._rounds()
            )
        for team in self.teams:
            for number in self._rounds():
                self._played(team, number)
        self._byes()
        self._forfeits()
        return Crosstable(
            entries=tuple(
                Entry(id=EntrantId(str(team)), number=team) for team in sorted(self.teams)
            ),
            cells={
                EntrantId(str(team)): tuple(
                    self.cells.get((team, number), absent()) for number in self._rounds()
                )
                for team in self.teams
            },
            scoring=self.match,
            planned=self.file.setup.planned or 0,
            boards=self.boards,
            board=self.board,
        )

    def _rounds(self) -> range:
        return range(1, self.last + 1)

    def _units(self, value: Fraction) -> Points:
        return Points(int(value * self.unit))

    def _match_points(self) -> Scoring:
        said = {
            code: Fraction(value) for code, value in _MATCH_POINTS.findall(self.file.head("362"))
        }
        win, draw, loss = (
            self._units(said.get(code, Fraction(usual)))
            for code, usual in (("TW", 2), ("TD", 1), ("TL", 0))
        )
        return Scoring(win, draw, loss, draw, self.unit)

    def _lineups(self) -> dict[tuple[int, int], tuple[int, ...]]:
        found = {}
        for record in _records(self.file, "300"):
            number, team = (_whole(self.file, record, at, at + 3) for at in (0, 4))
            found[team, number] = tuple(_numbers(self.file, record, 12, 5, 4))
        return found

    def _line(self, team: int, number: int) -> tuple[int, ...]:
        """Give who sat at the boards: as a record says, else all who have something, in order."""
        named = self.lineups.get((team, number))
        if named is not None:
            return named
        return tuple(
            who
            for who in self.teams[team].players
            if (cell := self._cell(who, number)).opponent or cell.result in (*PLAYED, "+")
        )

    def _cell(self, who: int, number: int) -> TrfCell:
        player = self.file.by_number.get(who)
        return player.cell(number) if player is not None else TrfCell()

    def _played(self, team: int, number: int) -> None:
        line = self._line(team, number)
        cells = [self._cell(who, number) if who else TrfCell() for who in line]
        met = [self.team_of.get(cell.opponent) for cell in cells if cell.opponent]
        opponent = next((other for other in met if other is not None and other != team), None)
        if opponent is None:
            return
        mine = self._points(cells)
        theirs = self._points([self._cell(who, number) for who in self._line(opponent, number)])
        lead = sum(mine) - sum(theirs)
        worth = self.match.draw
        if lead:
            worth = self.match.win if lead > 0 else self.match.loss
        self.cells[team, number] = Cell(
            points=worth,
            opponent=EntrantId(str(opponent)),
            seat=self._seat(cells),
            games=mine,
            against=theirs,
            seats=tuple(cell.seat for cell in cells),
        )

    def _points(self, cells: list[TrfCell]) -> tuple[Points, ...]:
        worth = self.file.setup.points
        found = [self._units(worth.of(cell)) if cell.result else Points(0) for cell in cells]
        return tuple(found[: self.boards])

    def _seat(self, cells: list[TrfCell]) -> Seat | None:
        """Say who has the first move on board 1, from any board with a colour."""
        for n, cell in enumerate(cells):
            if cell.seat is not None:
                colour = self.pattern[n % len(self.pattern)].upper()
                same = (cell.seat == 0) == (colour == "W")
                first = self.pattern[0].upper() == "W"
                return Seat(0 if same == first else 1)
        return None

    def _even(self, points: Points) -> tuple[Points, ...]:
        """Spread game points over the boards, the first ones getting what does not come out."""
        each, odd = divmod(points, self.boards)
        return tuple(Points(each + (n < odd)) for n in range(self.boards))

    def _byes(self) -> None:
        kinds = {"F": self.board.win, "H": self.board.draw, "Z": Points(0)}
        worth = {"F": self.match.win, "H": self.match.draw, "Z": Points(0)}
        for bye in self.file.setup.byes:
            for team in bye.numbers:
                self.cells[team, bye.round] = Cell(
                    worth[bye.kind],
                    How.BYE,
                    bye=Bye.REQUESTED,
                    games=(kinds[bye.kind],) * self.boards,
                )
        for record in _records(self.file, "320"):
            match, games = (_decimal(self.file, record, at, at + 4) for at in (0, 5))
            for n in range((len(record.text) - 10 + 3) // 4):
                field = record.text[10 + 4 * n : 13 + 4 * n].strip()
                if field.strip("0"):
                    team = _whole(self.file, record, 10 + 4 * n, 13 + 4 * n)
                    self.cells[team, n + 1] = Cell(
                        self._units(match),
                        How.BYE,
                        bye=Bye.ALLOCATED,
                        games=self._even(self._units(games)),
                    )

    def _forfeits(self) -> None:
        for record in _records(self.file, "330"):
            number, white, black = (_whole(self.file, record, at, at + 3) for at in (3, 7, 11))
            signs = record.text[:2]
            if set(signs) - set("+-") or len(signs) != 2:
                raise _bad(self.file, record, f"not a forfeited match: {signs!r}")
            pairs = ((white, black, signs[0]), (black, white, signs[1]))
            for seat, (team, other, sign) in enumerate(pairs):
                won = sign == "+"
                self.cells[team, number] = Cell(
                    points=self.match.win if won else self.match.loss,
                    how=How.FORFEIT,
                    opponent=EntrantId(str(other)),
                    seat=Seat(seat),
                    games=(self.board.win if won else Points(0),) * self.boards,
                )


def _records(file: TrfFile, code: str) -> Iterator[TrfRecord]:
    return (record for record in file.records if record.code == code)


def _bad(file: TrfFile, record: TrfRecord, what: str) -> BadInput:
    return BadInput(what, where=file.name, line=record.line, code="trf.bad")


def _whole(file: TrfFile, record: TrfRecord, start: int, end: int) -> int:
    text = record.text[start:end].strip()
    if not (text.isascii() and text.isdecimal()):
        raise _bad(file, record, f"{record.code}: expected a number, found {text!r}")
    return int(text)


def _decimal(file: TrfFile, record: TrfRecord, start: int, end: int) -> Fraction:
    text = record.text[start:end].strip() or "0"
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        raise _bad(file, record, f"{record.code}: expected points, found {text!r}")
    return Fraction(text)


def _numbers(file: TrfFile, record: TrfRecord, start: int, step: int, width: int) -> Iterator[int]:
    for at in range(start, len(record.text), step):
        if record.text[at : at + width].strip():
            yield _whole(file, record, at, at + width)
