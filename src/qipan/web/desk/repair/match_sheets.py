"""A match of several games or boards as a sheet: who sits where, and what came of each board."""

from collections.abc import Mapping

import msgspec

from qipan.journal.people import ERASED, Person
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo
from qipan.kernel.points import CHESS, Points
from qipan.rulebooks.schema import MatchKind
from qipan.sections.line_ups import line_up_of
from qipan.sections.matches import Match, first_of, match_of, totals
from qipan.views.section import GameView, RoundView, halves
from qipan.web.desk.page import DeskVisit


class SheetLine(msgspec.Struct, frozen=True):
    """One board of a match."""

    number: int
    people: tuple[Person, ...]
    """Who sits there, in the order of the match's sides."""
    first: int
    """Which side moves first: 0 or 1."""
    game: GameView | None = None


class MatchSheet(msgspec.Struct, frozen=True):
    """One match."""

    lines: tuple[SheetLine, ...]
    score: tuple[str, str]
    done: int
    teams: bool


def match_sheets(place: DeskVisit, shown: RoundView) -> Mapping[int, MatchSheet]:
    """Make the sheets of a round, by board; nothing where a match is one game."""
    if not shown.published or not any(each.several for each in shown.boards):
        return {}
    number = RoundNo(shown.number)
    found = {}
    for row in shown.boards:
        if row.several and len(row.seats) == 2:
            match = match_of(place.state, place.found, number, BoardNo(row.board))
            found[row.board] = _sheet(place, match, row.games_by_number)
    return found


def _sheet(place: DeskVisit, match: Match, games: tuple[GameView, ...]) -> MatchSheet:
    regular = {each.number: each for each in games if not each.playoff}
    count = match.rule.games
    if match.rule.kind is MatchKind.FIRST_TO:
        over = match.table.board in match.round.results
        count = max([*regular, 0]) + (0 if over else 1)
    playing = [_players(place, match, who, count) for who in match.table.seats]
    sums = totals(match.regular)
    return MatchSheet(
        tuple(
            SheetLine(
                number,
                tuple(side[number - 1] for side in playing),
                _first(match, number, regular.get(number)),
                regular.get(number),
            )
            for number in range(1, count + 1)
        ),
        (halves(CHESS.show(Points(sums[0]))), halves(CHESS.show(Points(sums[1])))),
        len(regular),
        match.rule.boards,
    )


def _first(match: Match, number: int, game: GameView | None) -> int:
    who = game.first if game is not None and game.first else first_of(match, number)
    return match.table.seats.index(EntrantId(who)) if who in match.table.seats else 0


def _players(place: DeskVisit, match: Match, who: EntrantId, count: int) -> list[Person]:
    """Name who plays each board for one side; somebody who enters alone plays all."""
    terms = place.rules.line_ups
    if terms is None or not match.rule.boards:
        return [place.names[who]] * count
    line_up = line_up_of(place.found, who, match.round.number, terms)
    known: Mapping[PersonId, Person] = place.office.around.people.find(line_up)
    listed = [known.get(each, ERASED) for each in line_up]
    return (listed + [Person(name="–")] * count)[:count]
