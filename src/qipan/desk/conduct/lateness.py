"""Lateness at a board, and faulty clocks."""

from qipan.desk.conduct.commands import RecordLateness, ReplaceClock
from qipan.desk.conduct.lost_games import both_lost, lost_events
from qipan.desk.results.changed_games import played_game
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.journal.conduct import ClockReplaced, LatenessRecorded
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.sections.lookup import board_of, event_of, require_seat, section_of
from qipan.sections.matches import GAME_ONCE, Match, match_of

LATE = rule(
    "conduct.lateness",
    "A player who arrives after the limit loses the round; until then the clock runs.",
)
CLOCK = rule("conduct.clock-replaced", "A faulty clock is replaced and set to the remaining times.")
CLOCK_IN_TIME = rule(
    "conduct.clock-in-time", "After the game no complaint about the clock is heard."
)


def record_lateness(state: Competition, command: RecordLateness) -> list[CompetitionEvent]:
    """Record lateness; too late loses. Raises Refused if the book or the board knows none."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    require_seat(found, command.board, command.entrant)
    terms = event_of(state, section).conduct.lateness
    if terms is None or command.seconds <= 0:
        raise Refused("conduct.not-late", LATE, seconds=command.seconds)
    lost = command.seconds > terms.minutes * 60
    match = match_of(state, section, command.round, command.board)
    again = lost and _other_was_late(match, command)
    if command.board in found.results and not again:
        raise Refused("conduct.game-over", LATE, round=command.round, board=command.board)
    game = _late_game(match, command, again=again)
    event = LatenessRecorded(
        section=section.id,
        round=command.round,
        board=command.board,
        entrant=command.entrant,
        seconds=command.seconds,
        deducted=command.seconds if terms.deduct and not lost else 0,
        lost=lost,
        game=game,
    )
    if not lost:
        return [event]
    if again:
        return [event, *both_lost(match, "late", game)]
    more = lost_events(
        state,
        section,
        (command.round, command.board),
        command.entrant,
        "late",
        forfeit=True,
        whole=not match.rule.boards,
        game=game,
    )
    return [event, *more]


def _other_was_late(match: Match, command: RecordLateness) -> bool:
    """Say whether the opponent lost the round, or this board, by not being there, and alone."""
    seats = match.table.seats
    result = match.round.results.get(match.table.board)
    if match.rule.boards and command.game is not None:
        single = played_game(match, command.game)
        result = single.result if single is not None else None
    if result is None or result.how is not How.FORFEIT or len(seats) != 2:
        return False
    mine = seats.index(command.entrant)
    return result.score.seats[mine] > result.score.seats[1 - mine]


def _late_game(match: Match, command: RecordLateness, *, again: bool) -> int | None:
    """Say which board of a team match somebody came late to. Raises Refused if it is over."""
    if not match.rule.boards:
        return None
    game = match.next_game if command.game is None else command.game
    place = {"round": command.round, "board": command.board, "game": game}
    if not 1 <= game <= match.rule.games:
        raise Refused("match.no-such-game", GAME_ONCE, **place, games=match.rule.games)
    if played_game(match, game) is not None and not again:
        raise Refused("conduct.game-over", LATE, **place)
    return game


def replace_clock(state: Competition, command: ReplaceClock) -> list[CompetitionEvent]:
    """Replace a clock. Raises Refused after the game, or if a time is missing."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    place = {"round": command.round, "board": command.board}
    if not event_of(state, section).conduct.clocks:
        raise Refused("clock.not-in-book", CLOCK, **place)
    if command.board in found.results:
        raise Refused("clock.game-over", CLOCK_IN_TIME, **place)
    table = found.table(command.board)
    seats = len(table.seats) if table else 0
    if len(command.left) != seats or any(left < 0 for left in command.left):
        raise Refused("clock.times", CLOCK, **place, seats=seats)
    return [
        ClockReplaced(
            section=section.id, round=command.round, board=command.board, left=command.left
        )
    ]


DECISIONS: Decisions = {
    RecordLateness: ListedCommand(record_lateness, ARBITERS),
    ReplaceClock: ListedCommand(replace_clock, ARBITERS),
}
