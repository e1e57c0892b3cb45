"""The boards of team matches with who sat there, as the report and programs list them."""

from collections.abc import Mapping

import msgspec

from qipan.journal.people import ERASED, Person
from qipan.journal.state import Competition, Entrant, Round, Section
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.points import CHESS
from qipan.sections.line_ups import line_up_of
from qipan.sections.lookup import event_of
from qipan.sections.stages import match_rule_of, stage_of_round
from qipan.views.section import shown_score


class BoardLine(msgspec.Struct, frozen=True):
    """One board of a match: who sat there for each team, and the result in their order."""

    number: int
    players: tuple[str, ...]
    result: str
    """Empty while there is none."""


class MatchLine(msgspec.Struct, frozen=True):
    """One match of two teams, board by board."""

    round: int
    board: int
    teams: tuple[str, ...]
    result: str
    boards: tuple[BoardLine, ...]


def match_lines(
    state: Competition,
    section: Section,
    names: Mapping[EntrantId, Person],
    people: Mapping[PersonId, Person],
) -> tuple[MatchLine, ...]:
    """List every public match board by board; nothing where no teams play boards."""
    if event_of(state, section).line_ups is None:
        return ()
    return tuple(
        line
        for found in section.rounds
        if found.published
        for line in _matches(state, section, found, names, people)
    )


def _matches(
    state: Competition,
    section: Section,
    found: Round,
    names: Mapping[EntrantId, Person],
    people: Mapping[PersonId, Person],
) -> list[MatchLine]:
    standing = stage_of_round(state, section, found)
    rule, terms = match_rule_of(standing, found), event_of(state, section).line_ups
    if not rule.boards:
        return []
    lines = []
    for table in found.tables:
        playing = [
            [people.get(PersonId(who), ERASED).name for who in _line_up] + [""] * rule.games
            for _line_up in (line_up_of(section, team, found.number, terms) for team in table.seats)
        ]
        games = {game.number: game.result for game in found.games.get(table.board, ())
                 if not game.playoff}  # fmt: skip
        result = found.results.get(table.board)
        lines.append(
            MatchLine(
                int(found.number),
                int(table.board),
                tuple(_team(section.entrants[who], names[who]) for who in table.seats),
                shown_score(result.score.seats, standing.scoring, result.how) if result else "",
                tuple(
                    BoardLine(
                        number,
                        tuple(side[number - 1] for side in playing),
                        shown_score(games[number].score.seats, CHESS, games[number].how)
                        if number in games
                        else "",
                    )
                    for number in range(1, rule.games + 1)
                ),
            )
        )
    return lines


def _team(entrant: Entrant, named: Person) -> str:
    """Name a team: as it is called, else by its unit, else by its members."""
    return entrant.called or entrant.unit or named.name
