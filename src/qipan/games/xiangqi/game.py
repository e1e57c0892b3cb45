"""Xiangqi as a Game: Red is seat 0 and moves first unless a setup says otherwise.

Besides moves (``h2e2``) a player may claim on his turn (``claim:repetition``, ``claim:limit``);
claims are not listed among the moves. Where a ruling is left to an arbiter the table acts
(``ruling:draw`` …). Books differ only through ``XiangqiRules``.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.claiming import EARLY_DRAW, claim_limit, claim_repetition, decide, settled
from qipan.games.xiangqi.endings import board_outcome, seat_of
from qipan.games.xiangqi.fen import START, parse_fen
from qipan.games.xiangqi.movegen import is_legal, is_safe, king_steps, legal_moves, pseudo_moves
from qipan.games.xiangqi.notation import chinese_and_wxf, read_notation
from qipan.games.xiangqi.rulesets import Ruleset, XiangqiRules
from qipan.games.xiangqi.squares import Move, read_move, write_move
from qipan.games.xiangqi.state import Action, Claim, Decision, State
from qipan.games.xiangqi.view import XiangqiView, view_of
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import AGREED, CLAIM, OVER, UNKNOWN_SEAT, Game, Outcome, Setup, drawn, won_by
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import RuleKey, rule

MOVEMENT = rule(
    "xiangqi.movement", "Each piece moves in its own way and captures what it lands on."
)
EXPOSED = rule("xiangqi.exposed-king", "No move may leave the own king to be taken or faced.")
_WORDS = {word.value: word for kind in (Claim, Decision) for word in kind}


class Xiangqi(Game[XiangqiRules, State, Action]):
    """Chinese chess."""

    name = "xiangqi"
    rules_type = XiangqiRules
    view_type = XiangqiView
    state_type = State
    sides = ("red", "black")
    claims = tuple(each.value.removeprefix(CLAIM) for each in Claim)
    acts = tuple(_WORDS)
    notations = {"zh": "chinese", "": "wxf"}

    def seats(self, rules: XiangqiRules) -> Sequence[int]:
        """Two, always."""
        del rules
        return (2,)

    def start(self, rules: XiangqiRules, seats: int, setup: Setup) -> State:
        """Start from the usual position or ``setup["fen"]``. Raises BadInput on a wrong setup."""
        rules.settled()
        fen = setup.get("fen", START)
        if seats != 2 or not isinstance(fen, str) or set(setup) - {"fen"}:
            raise BadInput("xiangqi has two seats and at most a FEN as setup", where="setup")
        begun = _begun(fen)
        return msgspec.structs.replace(begun, rules=rules, board=begun.board.copy())

    def phase(self, state: State) -> str:
        """``play``, ``ruling`` while an arbiter is asked, or ``over``."""
        return "over" if state.ended else "ruling" if state.ruling else "play"

    def acting(self, state: State) -> tuple[Seat, ...]:
        """The players alternate; the table acts for an arbiter who is asked."""
        if state.ended:
            return ()
        return (TABLE,) if state.ruling else (seat_of(state.board.turn),)

    def moves(self, state: State, seat: Seat) -> Iterator[Action]:
        """Every move that does not expose the own king; for the table, every decision."""
        if seat not in self.acting(state):
            return
        if seat == TABLE:
            yield from Decision
        else:
            yield from legal_moves(state.board.copy())

    def play(self, state: State, seat: Seat, move: Action) -> State:
        """Move, claim or decide.

        Raises IllegalMove if this seat does not act now, the move is illegal, or nothing is to be
        claimed.
        """
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        turn = self.acting(state)[0]
        if seat != turn or (isinstance(move, Decision) != (seat == TABLE)):
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=turn)
        ruleset = state.rules.settled()
        if isinstance(move, Decision):
            return decide(state, move)
        if move is Claim.LIMIT:
            return claim_limit(state, seat, ruleset)
        if move is Claim.REPETITION:
            return claim_repetition(state, ruleset)
        if not isinstance(move, int):
            raise IllegalMove("xiangqi.illegal-move", MOVEMENT, move=str(move))
        board = state.board.copy()
        if not is_legal(board, move):
            raise _illegal(board, move)
        return _moved(state, board, move, ruleset)

    def follow(self, state: State, seat: Seat, move: Action, *, goes_on: bool) -> State:
        """Move without asking again whether it is legal, and whether that ends the game."""
        if not isinstance(move, int):
            return self.play(state, seat, move)
        return _moved(state, state.board.copy(), move, state.rules.settled(), goes_on=goes_on)

    def keep_state(self, state: State) -> bytes | None:
        """Write a state, its moves as numbers only; none that waits for an arbiter's ruling."""
        if state.ruling is not None:
            return None
        return _encode(msgspec.structs.replace(state, written=()))

    def kept_state(self, written: bytes) -> State:
        """Read it; pieces are those of the first position, moved. Raises msgspec.MsgspecError."""
        state = _decoder.decode(written)
        board = _begun(state.fen).board.standing(state.board.at, state.board.turn)
        return msgspec.structs.replace(
            state, board=board, written=tuple(map(write_move, state.played))
        )

    def retire(self, state: State, seat: Seat, by: RuleKey) -> State:
        """The other player wins."""
        return msgspec.structs.replace(state, ended=won_by(1 - seat, by), ruling=None, warned=None)

    def agree_draw(self, state: State, by: RuleKey = AGREED) -> State:
        """Both agree on a draw. Raises IllegalMove if it is over or too early for one."""
        if state.ended:
            raise IllegalMove("game.over", OVER)
        first = state.rules.settled().draw_from
        if state.round < first:
            raise IllegalMove(
                "xiangqi.draw-too-early", EARLY_DRAW, round=state.round, first_round=first
            )
        return msgspec.structs.replace(state, ended=drawn(by), ruling=None, warned=None)

    def fines(self, before: State, after: State) -> tuple[tuple[int, int], ...]:
        """A false claim of the move limit may cost minutes [xiangqi.false-limit-claim]."""
        new = after.penalties[len(before.penalties) :]
        return tuple((each.seat, each.minutes * 60_000) for each in new if each.minutes)

    def outcome(self, state: State) -> Outcome | None:
        """Mate and stalemate lose [xiangqi.mate, xiangqi.stalemate]; claims may end it too."""
        return state.ended

    def view(self, state: State, seat: Seat | None) -> XiangqiView:
        """Everybody sees everything."""
        del seat
        return view_of(state)

    def write(self, state: State, seat: Seat, move: Action) -> str:
        """Write a move, ``h2e2``, or the words of a claim or decision."""
        del state, seat
        return str(move.value) if isinstance(move, Claim | Decision) else write_move(move)

    def read(self, state: State, seat: Seat, text: str) -> Action:
        """Read what ``write`` writes, or a move in Chinese or WXF notation.

        Raises BadInput if the text means nothing, or several things, here.
        """
        del seat
        word = _WORDS.get(text.strip()[:40])
        if word is not None:
            return word
        try:
            return read_move(text)
        except BadInput:
            return read_notation(state.board, text)

    def noted(self, state: State, seat: Seat, move: Action, viewer: Seat | None) -> dict[str, str]:
        """Write a move in Chinese and in WXF notation; a claim is a word in any language."""
        if not isinstance(move, int):
            return super().noted(state, seat, move, viewer)
        chinese, wxf = chinese_and_wxf(state.board, move)
        return {"chinese": chinese, "wxf": wxf}


def _write_board(board: object) -> list[int]:
    assert isinstance(board, Board)
    return [board.turn, *board.at]


def _read_board(kind: type, written: list[int]) -> Board:
    """Give a board that has squares and nothing else yet."""
    del kind  # it is the only one that is no plain value
    board = Board.__new__(Board)
    board.turn, *board.at = written
    return board


_encode = msgspec.json.Encoder(enc_hook=_write_board).encode
_decoder = msgspec.json.Decoder(State, dec_hook=_read_board)


@lru_cache(maxsize=64)
def _begun(fen: str) -> State:
    """Give the state before the first move; whoever plays on takes a copy of its board.

    Raises BadInput.
    """
    read = parse_fen(fen)
    return State(
        XiangqiRules(),
        fen,
        read.board,
        keys=(read.board.key,),
        quiet=read.quiet,
        first_round=max(1, read.round),
        check=read.board.in_check(),
        ended=board_outcome(read.board),
    )


def _moved(
    state: State, board: Board, move: Move, ruleset: Ruleset, *, goes_on: bool = False
) -> State:
    """Give the state after a legal move of a piece; ``goes_on``: which did not end the game.

    ``board`` is a copy of the state's own, and becomes the next one's.
    """
    seat = seat_of(board.turn)
    taken = board.make(move)
    checks = (0, 0) if taken else state.checks  # a capture begins the count after itself
    check = board.in_check()
    if check and not taken:
        checks = (checks[0] + (seat == 0), checks[1] + (seat == 1))
    after = msgspec.structs.replace(
        state,
        board=board,
        played=(*state.played, move),
        written=(*state.written, write_move(move)),
        keys=(board.key,) if taken else (*state.keys, board.key),
        quiet=0 if taken else state.quiet,
        check=check,
        checks=checks,
        counted_from=None if taken else state.counted_from,
        false_claims=(0, 0) if taken and ruleset.false_claim.per_stage else state.false_claims,
        warned=None if taken else state.warned,
        ended=None if goes_on else board_outcome(board),
    )
    return settled(after, ruleset)


def _illegal(board: Board, move: Move) -> IllegalMove:
    """Say why a move is illegal: it exposes the king, or the piece does not move so."""
    written = write_move(move)
    if move >= 0 and move >> 7 < 90:
        known = move in pseudo_moves(board) or move in king_steps(board)
        if known and not is_safe(board, move):
            return IllegalMove("xiangqi.exposed-king", EXPOSED, move=written)
        piece = board.letter(move >> 7)
        return IllegalMove("xiangqi.illegal-move", MOVEMENT, move=written, piece=piece)
    return IllegalMove("xiangqi.illegal-move", MOVEMENT, move=written)
