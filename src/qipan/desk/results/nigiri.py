"""Who has Black on a board: a hidden handful of white stones, and a guess of odd or even."""

from qipan.desk.results.commands import RecordNigiri
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import NigiriPlayed
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.rules import rule
from qipan.sections.lookup import section_of
from qipan.sections.matches import match_of

NIGIRI = rule("go.nigiri", "Colours are drawn by guessing odd or even.")


def record_nigiri(state: Competition, command: RecordNigiri) -> list[CompetitionEvent]:
    """Record who has Black. Raises Refused after the game, a second time, or in another game.

    Raises BadInput on other numbers of stones than one or two against a handful.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    game = command.game or (match.next_game if match.several else 1)
    place = {"round": command.round, "board": command.board, "game": game}
    seats = match.table.seats
    if match.standing.rules.game != "go" or command.hides not in seats:
        raise Refused("nigiri.not-here", NIGIRI, **place)
    known = (command.round, command.board, game) in section.nigiri
    limit = match.rule.games if match.several else 1
    over = command.board in match.round.results or any(
        each.number == game for each in match.regular
    )
    if known or over or not 1 <= game <= limit:
        raise Refused("nigiri.done", NIGIRI, **place)
    guesser = seats[1] if command.hides == seats[0] else seats[0]
    if command.guess not in (1, 2) or not 1 <= command.hidden <= 180:
        raise BadInput("one stone or two are laid against a hidden handful", where="guess")
    right = command.hidden % 2 == command.guess % 2
    return [
        NigiriPlayed(
            section=section.id,
            round=command.round,
            board=command.board,
            game=game,
            hides=command.hides,
            hidden=command.hidden,
            guess=command.guess,
            black=guesser if right else command.hides,
        )
    ]


DECISIONS: Decisions = {RecordNigiri: ListedCommand(record_nigiri, ARBITERS)}
