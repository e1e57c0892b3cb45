"""What moves are worth that bring a position back so often that the book in force rules."""

from collections.abc import Sequence

from qipan.games.xiangqi.fen import read_fen
from qipan.games.xiangqi.look_ahead import MATED
from qipan.games.xiangqi.repetition.ruling import Verdict, rule_line
from qipan.games.xiangqi.squares import Move
from qipan.games.xiangqi.state import State


def verdicts(state: State, moves: Sequence[int]) -> dict[int, int]:
    """Value the moves that bring a position back for the third time, by the book's ruling."""
    ruleset = state.rules.settled()
    board, found = state.board.copy(), {}
    for move in moves:
        if board.at[move & 127]:
            continue
        board.make(move)
        stood = state.keys.count(board.key)
        board.unmake(move, 0)
        if stood + 1 < ruleset.occurrences:
            continue
        line = (*state.played, Move(move))
        ruling = rule_line(read_fen(state.fen), line, ruleset)
        side = state.board.turn
        if ruling.proposal is Verdict.DRAW:
            found[move] = 0
        elif ruling.must_vary is not None:
            found[move] = 1 - MATED if ruling.must_vary == side else MATED - 1
    return found
