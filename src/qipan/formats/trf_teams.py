"""The team part of a tournament report as a cross table of teams.

Boards come from the players' own cells, in the order of the line-up; match points from comparing
both teams' boards. Byes asked for (240), given (320) and forfeited matches (330) are as recorded.
A team without any of these in a round was not there.
"""

import re
from fractions import Fraction

from qipan.formats.trf import TrfFile
from qipan.formats.trf.model import PLAYED, TrfCell
from qipan.kernel.crosstable import Cell, Crosstable, Entry, absent
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import Bye, How

_POINTS = re.compile(r"([0-9]{1,2}(\.[0-9]?)?)?")
_USUAL = {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0)}


def is_team_event(file: TrfFile) -> bool:
    """Say whether a report ranks teams: it has rosters of the newer form."""
    return any(record.code == "310" for record in file.records)


def team_table(file: TrfFile, upto: int | None = None) -> Crosstable:
    """Give the cross table of teams after round ``upto``. Raises BadInput."""
    if not file.teams.teams:
        raise BadInput("no team record (310) in the file", where=file.name, code="trf.bad")
    return _Builder(file, upto).table()


class _Builder:
    """What is gathered on the way."""

    def __init__(self, file: TrfFile, upto: int | None) -> None:
        self.file, self.teams = file, {team.number: team for team in file.teams.teams}
        self.rounds = range(1, (file.played if upto is None else upto) + 1)
        self.match_worth = {**_USUAL, **file.teams.match_points}
        games = [file.setup.points.worth(code) for code in "WDL"]
        values = [*games, *self.match_worth.values()]
        self.unit = 2 * max(value.denominator for value in values)
        win, draw, loss = (self._units(value) for value in games)
        self.board = Scoring(win, draw, loss, win, self.unit)
        win, draw, loss = (self._units(self.match_worth[code]) for code in ("TW", "TD", "TL"))
        self.match = Scoring(win, draw, loss, draw, self.unit)
        self.team_of = {who: team.number for team in file.teams.teams for who in team.members}
        self.named = {(line.team, line.round): line.boards for line in file.teams.line_ups}
        lines = [self._line(team, n) for team in self.teams for n in self.rounds]
        self.boards = len(file.teams.boards) if len(file.teams.boards) > 1 else 0
        self.boards = self.boards or max((len(line) for line in lines), default=1) or 1
        self.cells: dict[tuple[int, int], Cell] = {}

    def table(self) -> Crosstable:
        for team in self.teams:
            for number in self.rounds:
                self._played(team, number)
        self._byes()
        self._forfeits()
        return Crosstable(
            entries=tuple(Entry(id=_id(team), number=team) for team in sorted(self.teams)),
            cells={
                _id(team): tuple(self.cells.get((team, n), absent()) for n in self.rounds)
                for team in self.teams
            },
            scoring=self.match,
            planned=self.file.setup.planned or 0,
            boards=self.boards,
            board=self.board,
        )

    def _units(self, value: Fraction) -> Points:
        return Points(int(value * self.unit))

    def _line(self, team: int, number: int) -> tuple[int, ...]:
        """Give who sat at the boards: as a record says, else all who have something, in order."""
        named = self.named.get((team, number))
        if named is not None:
            return named
        return tuple(
            who
            for who in self.teams[team].members
            if (cell := self._cell(who, number)).opponent or cell.result in (*PLAYED, "+")
        )

    def _cell(self, who: int, number: int) -> TrfCell:
        player = self.file.by_number.get(who)
        return player.cell(number) if player is not None else TrfCell()

    def _played(self, team: int, number: int) -> None:
        cells = [self._cell(who, number) for who in self._line(team, number)]
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
            opponent=_id(opponent),
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
        pattern = self.file.teams.boards or (Seat(0), Seat(1))
        for n, cell in enumerate(cells):
            if cell.seat is not None:
                return Seat(cell.seat ^ pattern[n % len(pattern)])
        return None

    def _byes(self) -> None:
        worth = {
            "F": (self.match.win, self.board.win),
            "H": (self.match.draw, self.board.draw),
            "Z": (Points(0), Points(0)),
        }
        for bye in self.file.setup.byes:
            match, board = worth[bye.kind]
            for team in bye.numbers:
                self.cells[team, bye.round] = Cell(
                    match, How.BYE, bye=Bye.REQUESTED, games=(board,) * self.boards
                )
        match, games = self._bye_worth()
        for number, team in enumerate(self.file.teams.resting, 1):
            if team:
                each, odd = divmod(games, self.boards)
                spread = tuple(Points(each + (n < odd)) for n in range(self.boards))
                self.cells[team, number] = Cell(match, How.BYE, bye=Bye.ALLOCATED, games=spread)

    def _bye_worth(self) -> tuple[Points, Points]:
        """Read what a bye that was given is worth; a drawn match if the record does not say."""
        usual = (self.match.draw, Points(self.boards * self.board.draw))
        record = next((each for each in self.file.records if each.code == "320"), None)
        if record is None:
            return usual
        words = (record.text[:4].strip(), record.text[5:9].strip())
        if not all(_POINTS.fullmatch(word) for word in words):
            raise BadInput(
                f"320: not points: {words}", where=self.file.name, line=record.line, code="trf.bad"
            )
        match, games = (self._units(Fraction(word)) if word else None for word in words)
        return usual[0] if match is None else match, usual[1] if games is None else games

    def _forfeits(self) -> None:
        for match in self.file.teams.forfeits:
            pairs = (
                (match.first, match.second, match.result[0]),
                (match.second, match.first, match.result[1]),
            )
            for seat, (team, other, sign) in enumerate(pairs):
                won = sign == "+"
                self.cells[team, match.round] = Cell(
                    points=self.match.win if won else self.match.loss,
                    how=How.FORFEIT,
                    opponent=_id(other),
                    seat=Seat(seat),
                    games=(self.board.win if won else Points(0),) * self.boards,
                )


def _id(team: int) -> EntrantId:
    return EntrantId(str(team))
