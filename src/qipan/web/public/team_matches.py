"""Team events as plain values: who plays in each team, and every match board by board."""

from collections.abc import Iterable

import msgspec

from qipan.journal.people import Person
from qipan.journal.state import PlayedGame, Round, Table
from qipan.kernel.ids import EntrantId, PersonId, RoundNo
from qipan.kernel.points import CHESS, Points
from qipan.sections.derived import player_scores
from qipan.sections.line_ups import line_up_of
from qipan.views.section import halves, shown_score
from qipan.web.shared.section_context import About

_TWO = 2


class TeamPlayer(msgspec.Struct, frozen=True):
    """A member of a team."""

    name: str
    latin: str
    reserve: bool
    games: int
    points: str


class Bout(msgspec.Struct, frozen=True):
    """A board of a match: who sat there for each team, who moved first, and the result."""

    board: int
    players: tuple[Person, Person]
    first: int
    """The team whose player moves first, 0 or 1."""
    result: str


class TeamMatch(msgspec.Struct, frozen=True):
    """A match of two teams."""

    round: int
    board: int
    teams: tuple[str, str]
    names: tuple[str, str]
    result: str
    games: str
    """Game points of both."""
    bouts: tuple[Bout, ...]


class TeamView(msgspec.Struct, frozen=True):
    """A team with its players and matches."""

    entrant: str
    number: int
    name: str
    place: int | None
    points: str
    players: tuple[TeamPlayer, ...]
    matches: tuple[TeamMatch, ...]


def teams_of(about: About) -> tuple[TeamView, ...]:
    """Describe every team in the order of the standings; none where no teams play."""
    terms = about.rules.line_ups
    if terms is None:
        return ()
    matches = tuple(_matches(about))
    played = _played(about)
    return tuple(
        TeamView(
            line.entrant,
            line.number,
            line.name,
            line.place,
            line.keys[0][1] if line.keys else "",
            tuple(_players(about, EntrantId(line.entrant), terms.boards, played)),
            tuple(match for match in matches if line.entrant in match.teams),
        )
        for line in about.view().lines
    )


def _players(
    about: About, team: EntrantId, boards: int, played: dict[tuple[PersonId, EntrantId], int]
) -> Iterable[TeamPlayer]:
    section = about.section
    scores = about.kept("player scores", lambda: tuple(player_scores(about.state, section, ())))
    points = {(each.entrant, each.team): each.score for each in scores}
    for at, who in enumerate(about.section.entrants[team].people):
        person = about.person(who)
        score = points.get((EntrantId(who), team), 0)
        yield TeamPlayer(
            person.name,
            person.latin,
            at >= boards,
            played.get((who, team), 0),
            halves(CHESS.show(Points(score))),
        )


def _played(about: About) -> dict[tuple[PersonId, EntrantId], int]:
    counts: dict[tuple[PersonId, EntrantId], int] = {}
    for found in about.section.rounds:
        for table in found.tables:
            for game in _regular(found, table):
                for team in table.seats:
                    line_up = line_up_of(about.section, team, found.number, about.rules.line_ups)
                    if game.number <= len(line_up):
                        key = (PersonId(line_up[game.number - 1]), team)
                        counts[key] = counts.get(key, 0) + 1
    return counts


def _regular(found: Round, table: Table) -> list[PlayedGame]:
    return [game for game in found.games.get(table.board, ()) if not game.playoff]


def _matches(about: About) -> Iterable[TeamMatch]:
    shown = {
        (found.number, board.board): board.result or ""
        for found in about.view().rounds
        for board in found.boards
    }
    for found in about.section.rounds:
        if not found.published:
            continue
        for table in found.tables:
            if len(table.seats) == _TWO:
                yield _match(about, found, table, shown[found.number, table.board])


def _match(about: About, found: Round, table: Table, result: str) -> TeamMatch:
    games = {game.number: game for game in _regular(found, table)}
    one, two = table.seats
    totals = [
        halves(CHESS.show(Points(sum(game.result.score.seats[seat] for game in games.values()))))
        for seat in range(_TWO)
    ]
    return TeamMatch(
        round=found.number,
        board=table.board,
        teams=(one, two),
        names=(about.names[one].name, about.names[two].name),
        result=result,
        games="–".join(totals) if games else "",
        bouts=tuple(_bouts(about, found, table, games)),
    )


def _bouts(
    about: About, found: Round, table: Table, games: dict[int, PlayedGame]
) -> Iterable[Bout]:
    boards = about.rules.line_ups.boards if about.rules.line_ups else 0
    line_ups = [
        line_up_of(about.section, team, RoundNo(found.number), about.rules.line_ups)
        for team in table.seats
    ]
    for board in range(1, boards + 1):
        names = [
            about.person(PersonId(line_up[board - 1])) if board <= len(line_up) else Person(name="")
            for line_up in line_ups
        ]
        game = games.get(board)
        # Sides change from one board to the next unless the match says otherwise.
        first = (board + 1) % _TWO
        if game is not None and game.first is not None:
            first = table.seats.index(game.first)
        result = shown_score(game.result.score.seats, CHESS, game.result.how) if game else ""
        yield Bout(board, (names[0], names[1]), first, result)
