"""Board numbers of a round: they may move; who meets whom does not."""

from qipan.desk.roles import CHIEF, Decisions, ListedCommand
from qipan.desk.rounds.commands import MoveBoards
from qipan.journal.events import CompetitionEvent
from qipan.journal.rounds import BoardsMoved
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.sections.lookup import event_of, published_round, section_of

BOARDS = rule("conduct.boards-moved", "Board numbers may change; the pairings do not.")


def move_boards(state: Competition, command: MoveBoards) -> list[CompetitionEvent]:
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


DECISIONS: Decisions = {MoveBoards: ListedCommand(move_boards, CHIEF)}
