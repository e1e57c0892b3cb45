"""The team part of a tournament report: teams, line-ups and matches board by board."""

import re
from fractions import Fraction

from qipan.formats.foreign.model import (
    DRAW,
    LOSS,
    WIN,
    ForeignBye,
    ForeignGame,
    ForeignPoints,
    ForeignRound,
    ForeignTeam,
)
from qipan.formats.trf import TrfFile
from qipan.formats.trf.model import FORFEITED, PLAYED, TrfCell

_WORDS = {**dict.fromkeys("1W+", WIN), **dict.fromkeys("=D", DRAW), **dict.fromkeys("0L-", LOSS)}
_WORTH = {WIN: 2, DRAW: 1, LOSS: 0}


def teams_of(file: TrfFile) -> tuple[ForeignTeam, ...]:
    """Give the teams in the order of their numbers."""
    return tuple(
        ForeignTeam(each.number, each.name or f"{each.number}", each.members, each.federation)
        for each in sorted(file.teams.teams, key=lambda each: each.number)
    )


def match_points(file: TrfFile) -> ForeignPoints:
    """Give what a match is worth (362), and a bye that is given (320): a drawn one if not said."""
    said = {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0), **file.teams.match_points}
    record = next((each for each in file.records if each.code == "320"), None)
    text = record.text[:4].strip() if record is not None else ""
    bye = Fraction(text) if re.fullmatch(r"[0-9]{1,2}(\.[0-9]?)?", text) else said["TD"]
    return ForeignPoints(str(said["TW"]), str(said["TD"]), str(said["TL"]), str(bye))


def team_rounds(file: TrfFile, last: int) -> tuple[ForeignRound, ...]:
    """Give the rounds as matches of teams."""
    return tuple(_Matches(file, number).round() for number in range(1, last + 1))


class _Matches:
    """One round of a report of teams."""

    def __init__(self, file: TrfFile, number: int) -> None:
        self.file, self.number = file, number
        self.team_of = {who: team.number for team in file.teams.teams for who in team.members}
        self.named = {
            line.team: line.boards for line in file.teams.line_ups if line.round == number
        }
        self.lines = {
            team.number: self._line(team.number, team.members) for team in file.teams.teams
        }
        pattern = file.teams.boards
        self.first_on_board_one = not pattern or pattern[0] == 0

    def _cell(self, who: int) -> TrfCell:
        player = self.file.by_number.get(who)
        return player.cell(self.number) if player is not None else TrfCell()

    def _line(self, team: int, members: tuple[int, ...]) -> tuple[int, ...]:
        if team in self.named:
            return self.named[team]
        return tuple(
            who
            for who in members
            if (cell := self._cell(who)).opponent or cell.result in (*PLAYED, "+")
        )

    def round(self) -> ForeignRound:
        """Give the matches, the byes and who sat where."""
        games: list[ForeignGame] = []
        seen: set[int] = set()
        for team, line in self.lines.items():
            met = [self.team_of.get(self._cell(who).opponent) for who in line]
            other = next((each for each in met if each is not None and each != team), None)
            if other is not None and team not in seen:
                seen |= {team, other}
                games.append(self._match(team, other))
        games += self._forfeits(seen)
        byes = {
            number: bye.kind
            for bye in self.file.setup.byes
            if bye.round == self.number
            for number in bye.numbers
            if number not in seen and number in self.lines
        }
        resting = self.file.teams.resting
        if len(resting) >= self.number and resting[self.number - 1] in self.lines:
            byes[resting[self.number - 1]] = "U"  # given by the pairing, whatever was asked for
        return ForeignRound(
            tuple(games),
            tuple(ForeignBye(number, kind) for number, kind in byes.items()),
            tuple((team, line) for team, line in self.lines.items() if line and team in seen),
        )

    def _forfeits(self, seen: set[int]) -> list[ForeignGame]:
        found = []
        for each in self.file.teams.forfeits:
            if each.round == self.number and not {each.first, each.second} & seen:
                seen |= {each.first, each.second}
                words = tuple(WIN if sign == "+" else LOSS for sign in each.result)
                found.append(ForeignGame(each.first, each.second, (words[0], words[1]), True))
        return found

    def _match(self, team: int, other: int) -> ForeignGame:
        """Put a match together: whose player moves first on board 1 is the first team."""
        first, second = team, other
        for board, who in enumerate(self.lines[team]):
            cell = self._cell(who)
            if cell.seat is not None:
                turned = (cell.seat == 1) != (self._seat(board) == 1)
                first, second = (other, team) if turned else (team, other)
                break
        boards: list[ForeignGame] = []
        turns: list[bool] = []
        one, two = self.lines[first], self.lines[second]
        for at in range(max(len(one), len(two))):
            here = one[at] if at < len(one) else 0
            there = two[at] if at < len(two) else 0
            game, turned = self._board(here, there, at)
            boards.append(game)
            turns.append(turned)
        total = [
            sum(
                _WORTH[game.results[seat ^ turned]]
                for game, turned in zip(boards, turns, strict=True)
            )
            for seat in (0, 1)
        ]
        words = (DRAW, DRAW) if total[0] == total[1] else (WIN, LOSS)
        if total[0] < total[1]:
            words = (LOSS, WIN)
        forfeit = bool(boards) and all(game.forfeit for game in boards)
        return ForeignGame(
            first, second, words, forfeit, boards=tuple(boards), sides_turned=tuple(turns)
        )

    def _board(self, here: int, there: int, at: int) -> tuple[ForeignGame, bool]:
        """Give the game on a board, and whether the second team's player moved first."""
        mine, theirs = self._cell(here), self._cell(there)
        words = (_WORDS.get(mine.result, LOSS), _WORDS.get(theirs.result, LOSS))
        signs = {mine.result, theirs.result}
        forfeit = bool(signs & FORFEITED) or not signs & PLAYED
        seat = mine.seat if mine.seat is not None else theirs.seat and 1 - theirs.seat
        turned = (self._seat(at) if seat is None else seat) == 1
        if turned:
            return ForeignGame(there, here, (words[1], words[0]), forfeit), True
        return ForeignGame(here, there, words, forfeit), False

    def _seat(self, board: int) -> int:
        """Give the seat of the first team's player on a board, as the report's colours say."""
        pattern = self.file.teams.boards or (0, 1)
        return int(pattern[board % len(pattern)])
