"""Team records: rosters, line-ups, team byes, forfeited matches, board colours, match points.

013 and 310 are rosters (older and newer form), 300 the line-up of a match, 320 the teams that
rested, 330 a match that was not played, 352 the colours of the boards, 362 what a match is worth.
"""

import re
from collections.abc import Callable
from fractions import Fraction

import msgspec

from qipan.formats.trf.columns import TrfLine
from qipan.kernel.ids import FIRST, SECOND, Seat

_NAME_ENDS = 36


class Team(msgspec.Struct, frozen=True):
    """A roster: who plays for a team, in board order."""

    number: int
    name: str
    members: tuple[int, ...]
    federation: str = ""


class LineUp(msgspec.Struct, frozen=True):
    """Who sat where for one team in one match; 0 is an empty board."""

    round: int
    team: int
    opponent: int
    boards: tuple[int, ...]


class MatchForfeit(msgspec.Struct, frozen=True):
    """A match decided without play: ``+-``, ``-+`` or ``--``, first team first."""

    result: str
    round: int
    first: int
    second: int


class TeamRecords(msgspec.Struct, frozen=True):
    """Everything a report says about teams."""

    teams: tuple[Team, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    forfeits: tuple[MatchForfeit, ...] = ()
    resting: tuple[int, ...] = ()
    """The team that rested in each round, 0 for none."""
    boards: tuple[Seat, ...] = ()
    """Seat of the first team on each board."""
    match_points: dict[str, Fraction] = {}
    """By sign: TW win, TD draw, TL loss …"""


class TeamReader:
    """Collects team records line by line."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.old: list[Team] = []
        self.new: list[Team] = []
        self.line_ups: list[LineUp] = []
        self.forfeits: list[MatchForfeit] = []
        self.resting: tuple[int, ...] = ()
        self.boards: tuple[Seat, ...] = ()
        self.match_points: dict[str, Fraction] = {}
        self._known: dict[str, Callable[[TrfLine], None]] = {
            "013": self._old_roster,
            "310": self._new_roster,
            "300": self._line_up,
            "320": self._rest,
            "330": self._forfeit,
            "352": self._colours,
            "362": self._match_points,
        }

    def take(self, line: TrfLine) -> None:
        """Read a line if its record is known here. Raises BadInput."""
        known = self._known.get(line.text[:3])
        if known is not None:
            known(line)

    def finish(self) -> TeamRecords:
        """Give what was collected; the newer rosters if there are any."""
        return TeamRecords(
            teams=tuple(self.new or self.old),
            line_ups=tuple(self.line_ups),
            forfeits=tuple(self.forfeits),
            resting=self.resting,
            boards=self.boards,
            match_points=self.match_points,
        )

    def _old_roster(self, line: TrfLine) -> None:
        members = line.numbers(_NAME_ENDS + 1, "the member")
        self.old.append(Team(len(self.old) + 1, line.cut(5, _NAME_ENDS), members))

    def _new_roster(self, line: TrfLine) -> None:
        number = line.whole(5, 7, "the team")
        members = line.numbers(73, "the member")
        self.new.append(Team(number, line.cut(9, 40), members, line.cut(42, 46)))

    def _line_up(self, line: TrfLine) -> None:
        self.line_ups.append(
            LineUp(
                line.whole(5, 7, "the round"),
                line.whole(9, 11, "the team"),
                line.whole(13, 15, "the other team"),
                line.numbers(17, "the player"),
            )
        )

    def _rest(self, line: TrfLine) -> None:
        found = []
        for start in range(15, len(line.text) + 1, 4):
            found.append(line.whole(start, start + 2, "the resting team", 0))
        self.resting = tuple(found)

    def _forfeit(self, line: TrfLine) -> None:
        result = line.cut(5, 6)
        if result not in ("+-", "-+", "--"):
            raise line.bad(f"the forfeit is +-, -+ or --, not {result!r}", 5)
        number = line.whole(8, 10, "the round")
        first, second = line.whole(12, 14, "the first team"), line.whole(16, 18, "the second team")
        self.forfeits.append(MatchForfeit(result, number, first, second))

    def _colours(self, line: TrfLine) -> None:
        word = line.cut(5, len(line.text)).upper()
        if not re.fullmatch("[WB]+", word):
            raise line.bad(f"board colours are W and B, not {word!r}", 5)
        self.boards = tuple(FIRST if letter == "W" else SECOND for letter in word)

    def _match_points(self, line: TrfLine) -> None:
        for word in re.finditer(r"([A-Za-z]{1,2})\s*([^\sA-Za-z]+)|(\S+)", line.text[4:]):
            if word.group(3):
                raise line.bad(f"not a sign with its value: {word.group(3)!r}", 5 + word.start())
            column = 5 + word.start(2)
            worth = line.as_points(word.group(2), column, "the value")
            self.match_points[word.group(1).upper()] = worth
