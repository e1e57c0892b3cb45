"""Xiangqi as a Game: Red is seat 0 and moves first unless a setup says otherwise.

A state keeps the boards' keys since the last capture, so that a repetition or the move limit can
be ruled from the state alone.
"""

from collections.abc import Iterator, Sequence

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.endings import board_outcome, seat_of
from qipan.games.xiangqi.fen import START, parse_fen, write_fen
from qipan.games.xiangqi.movegen import is_safe, king_steps, legal_moves, pseudo_moves
from qipan.games.xiangqi.rulesets import Rules
from qipan.games.xiangqi.squares import Move, read_move, write_move
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import AGREED, OVER, UNKNOWN_SEAT, Game, Outcome, Setup, View, drawn, won_by
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey, rule

MOVEMENT = rule("xiangqi.movement", "Each piece moves in its own way and takes what it lands on.")
EXPOSED = rule("xiangqi.exposed-king", "No move may leave the own king to be taken or faced.")


class State(msgspec.Struct, frozen=True):
    """A game so far: where it began, what was played, the board now, and how it ended."""

    rules: Rules
    fen: str
    board: Board
    played: tuple[Move, ...] = ()
    keys: tuple[bytes, ...] = ()
    """Keys of the positions since the last capture, the present one last."""
    ended: Outcome | None = None


class Xiangqi(Game[Rules, State, Move]):
    """Chinese chess."""

    name = "xiangqi"
    rules_type = Rules

    def seats(self, rules: Rules) -> Sequence[int]:
        """Two, always."""
        del rules
        return (2,)

    def start(self, rules: Rules, seats: int, setup: Setup) -> State:
        """Start from the usual position or ``setup["fen"]``. Raises BadInput on a wrong setup."""
        rules.settled()
        fen = setup.get("fen", START)
        if seats != 2 or not isinstance(fen, str) or set(setup) - {"fen"}:
            raise BadInput("xiangqi has two seats and at most a FEN as setup", where="setup")
        board = parse_fen(fen).board
        return State(rules, fen, board, (), (board.key,), board_outcome(board))

    def phase(self, state: State) -> str:
        """Playing, or over."""
        return "over" if state.ended else "play"

    def acting(self, state: State) -> tuple[Seat, ...]:
        """The players alternate."""
        return () if state.ended else (seat_of(state.board.turn),)

    def moves(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every move that does not expose the own king."""
        if seat in self.acting(state):
            yield from legal_moves(state.board.copy())

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Move a piece. Raises IllegalMove if it is not this seat's turn or the move is illegal."""
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        turn = seat_of(state.board.turn)
        if seat != turn:
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=turn)
        board = state.board.copy()
        if move not in legal_moves(board):
            raise _illegal(board, move)
        taken = board.make(move)
        keys = (board.key,) if taken else (*state.keys, board.key)
        return State(
            state.rules, state.fen, board, (*state.played, move), keys, board_outcome(board)
        )

    def retire(self, state: State, seat: Seat, by: RuleKey) -> State:
        """The other player wins."""
        return msgspec.structs.replace(state, ended=won_by(1 - seat, by))

    def agree_draw(self, state: State, by: RuleKey = AGREED) -> State:
        """Both agree on a draw."""
        if state.ended:
            raise IllegalMove("game.over", OVER)
        return msgspec.structs.replace(state, ended=drawn(by))

    def outcome(self, state: State) -> Outcome | None:
        """Mate and stalemate lose [xiangqi.mate, xiangqi.stalemate]."""
        return state.ended

    def view(self, state: State, seat: Seat | None) -> View:
        """Everybody sees everything."""
        del seat
        return {
            "fen": write_fen(state.board, len(state.keys) - 1, len(state.played) // 2 + 1),
            "start": state.fen,
            "moves": [write_move(move) for move in state.played],
            "turn": None if state.ended else seat_of(state.board.turn),
            "check": state.board.in_check(),
        }

    def write(self, state: State, seat: Seat, move: Move) -> str:
        """Write the move: ``h2e2``."""
        del state, seat
        return write_move(move)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        """Read a move like ``h2e2``. Raises BadInput if the text means nothing."""
        del state, seat
        return read_move(text)


def _illegal(board: Board, move: Move) -> IllegalMove:
    """Say why a move is illegal: it exposes the king, or the piece does not move so."""
    piece = board.at[move >> 7]
    moved = write_move(move)
    if piece * board.turn > 0:
        known = move in pseudo_moves(board) or move in king_steps(board)
        if known and not is_safe(board, move):
            return IllegalMove("xiangqi.exposed-king", EXPOSED, move=moved)
    return IllegalMove("xiangqi.illegal-move", MOVEMENT, move=moved, piece=board.letter(move >> 7))
