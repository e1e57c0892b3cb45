"""Decisions at a board: lateness, faulty clocks, board numbers, signatures."""

from qipan.desk.access import ARBITERS, CHIEF, PLAYERS, Decisions
from qipan.desk.conduct import commands as asked
from qipan.desk.conduct.losing import lost_events
from qipan.journal.attendance import LatenessRecorded
from qipan.journal.conduct import ClockReplaced
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import ResultSigned
from qipan.journal.rounds import BoardsMoved
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.sections.lookup import BOARD_OPEN, board_of, event_of, published_round, section_of
from qipan.sections.matches import match_of

LATE = rule("conduct.lateness", "Who comes too late loses that round; up to then the clock runs.")
CLOCK = rule("conduct.clock-replaced", "A faulty clock is replaced with the times that are left.")
CLOCK_IN_TIME = rule("conduct.clock-in-time", "After the game no complaint about a clock counts.")
BOARDS = rule("conduct.boards-moved", "Board numbers may move; who meets whom does not.")
SIGNED = rule("conduct.signed", "A result is signed by those who played, as it stands.")


def record_lateness(state: Competition, command: asked.RecordLateness) -> list[CompetitionEvent]:
    """Record lateness; too late loses. Raises Refused if the book or the board knows none."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    _seated(found, command.board, command.entrant)
    terms = event_of(state, section).conduct.lateness
    if terms is None or command.seconds <= 0:
        raise Refused("conduct.not-late", LATE, seconds=command.seconds)
    if command.board in found.results:
        raise Refused("conduct.game-over", LATE, round=command.round, board=command.board)
    lost = command.seconds > terms.minutes * 60
    event = LatenessRecorded(
        section=section.id,
        round=command.round,
        board=command.board,
        entrant=command.entrant,
        seconds=command.seconds,
        deducted=command.seconds if terms.deduct and not lost else 0,
        lost=lost,
    )
    if not lost:
        return [event]
    boards = match_of(state, section, command.round, command.board).rule.boards
    more = lost_events(
        state,
        section,
        (command.round, command.board),
        command.entrant,
        "late",
        forfeit=True,
        whole=not boards,
        game=command.game,
    )
    return [event, *more]


def replace_clock(state: Competition, command: asked.ReplaceClock) -> list[CompetitionEvent]:
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


def move_boards(state: Competition, command: asked.MoveBoards) -> list[CompetitionEvent]:
    """Move boards. Raises Refused if a number is taken or a game has a result already."""
    section = section_of(state, command.section)
    found = published_round(section, command.round)
    if not event_of(state, section).conduct.boards:
        raise Refused("boards.not-in-book", BOARDS, round=command.round)
    numbers = dict(command.numbers)
    known = {table.board for table in found.tables}
    after = [numbers.get(board, board) for board in known]
    right = set(numbers) <= known and len(set(after)) == len(after) and min(after, default=1) > 0
    if not numbers or not right or len(numbers) != len(command.numbers):
        raise Refused("boards.taken", BOARDS, round=command.round, boards=sorted(known))
    kept = {board for number, board, *_ in section.records if number == command.round}
    played = [
        board
        for board in numbers
        if board in found.results or found.games.get(board) or board in kept
    ]
    if played:
        raise Refused("boards.played", BOARDS, round=command.round, boards=played)
    return [BoardsMoved(section=section.id, round=command.round, numbers=command.numbers)]


def sign_result(state: Competition, command: asked.SignResult) -> list[CompetitionEvent]:
    """Sign. Raises Refused if there is no result yet, or it is signed."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    _seated(found, command.board, command.entrant)
    place = {"round": command.round, "board": command.board}
    if command.board not in found.results:
        raise Refused("sign.no-result", SIGNED, **place)
    if has_signed(section, command.round, command.board, command.entrant):
        raise Refused("sign.twice", SIGNED, **place, entrant=command.entrant)
    return [
        ResultSigned(
            section=section.id,
            round=command.round,
            board=command.board,
            entrant=command.entrant,
        )
    ]


def has_signed(section: Section, number: RoundNo, board: BoardNo, entrant: EntrantId) -> bool:
    """Say whether an entrant signed the result that stands."""
    result = section.rounds[number - 1].results.get(board)
    score = section.signed.get((number, board, entrant))
    return result is not None and score == result.score


def all_signed(section: Section, number: RoundNo, board: BoardNo) -> bool:
    """Say whether everybody at a board signed the result that stands."""
    table = section.rounds[number - 1].table(board)
    return table is not None and all(has_signed(section, number, board, who) for who in table.seats)


def _seated(found: Round, board: BoardNo, entrant: EntrantId) -> None:
    table = found.table(board)
    if table is None or entrant not in table.seats:
        raise Refused("conduct.not-at-board", BOARD_OPEN, entrant=entrant, board=board)


DECISIONS: Decisions = {
    asked.RecordLateness: (record_lateness, ARBITERS),
    asked.ReplaceClock: (replace_clock, ARBITERS),
    asked.MoveBoards: (move_boards, CHIEF),
    asked.SignResult: (sign_result, PLAYERS),
}
