"""Go, from the first stone to the confirmed count.

Seat 0 is Black. Players put stones and pass; after two passes they agree on life and death, place
by place, pass once more where the book has it so, and confirm the count. Decisions of a referee
are moves of the ``TABLE`` seat and are accepted at any time (see ``table``); ``acting`` names that
seat only while everybody waits for it. Books differ only through ``GoRules``.
"""

from collections.abc import Iterator, Sequence
from random import Random
from sys import intern

import msgspec

from qipan.games.go import table
from qipan.games.go.ending import (
    agree,
    board_fingerprint,
    confirm,
    mark,
    pass_turn,
    recount,
    refuse,
    resume,
)
from qipan.games.go.grid import EMPTY
from qipan.games.go.life.proposal import proposal
from qipan.games.go.moves import MARKS, PASS, Act, Move, read, stone, write
from qipan.games.go.position import Phase, Ply, Position, stone_ply
from qipan.games.go.rules import GoRules
from qipan.games.go.setup import starting_position
from qipan.games.go.stones import legal_points, put_stone
from qipan.games.go.view import GoView, view_of
from qipan.kernel.errors import IllegalMove
from qipan.kernel.game import (
    AGREED,
    OVER,
    UNKNOWN_SEAT,
    WORDS,
    Game,
    Offer,
    Outcome,
    Setup,
    drawn,
    won_by,
)
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import RuleKey

BOTH = (Seat(0), Seat(1))
PROPOSAL_PACE = 20
"""Milliseconds until the table proposes dead stones."""
replace = msgspec.structs.replace


class Go(Game[GoRules, Position, Move]):
    """Go on 5 to 25 lines."""

    name = "go"
    rules_type = GoRules
    view_type = GoView
    state_type = Position
    sides = ("black", "white")
    acts = tuple(str(act) for act in Act if act is not Act.STONE)
    offers = {
        "count": Offer("agree", accepted="confirm", declined="recount"),
        **{str(mark): Offer(str(mark), at_a_point=True) for mark in MARKS},
    }

    table_thinks = True
    table_rules = {"second_passes": False, "one_ending": True}

    def seats(self, rules: GoRules) -> Sequence[int]:
        """Two, always."""
        del rules
        return (2,)

    def start(self, rules: GoRules, seats: int, setup: Setup) -> Position:
        """Set the board up: handicap stones or any position. Raises BadInput."""
        return starting_position(rules, seats, setup)

    def phase(self, state: Position) -> str:
        """One of play, status, second-passes, count, confirm, over."""
        return str(state.phase)

    def acting(self, state: Position) -> tuple[Seat, ...]:
        """Whose turn it is; both while they agree, confirm or look at a repetition."""
        match state.phase:
            case Phase.PLAY:
                return _at_play(state)
            case Phase.STATUS if state.rules.one_ending and not state.proposed:
                return (TABLE,)
            case Phase.STATUS:
                return tuple(seat for seat in BOTH if not state.agreed[seat])
            case Phase.SECOND:
                return (state.turn,)
            case Phase.COUNT:
                return BOTH if state.gaps or not state.rules.referee_counts else (TABLE,)
            case Phase.CONFIRM:
                return tuple(seat for seat in BOTH if not state.confirmed[seat])
            case Phase.OVER:
                return ()

    def moves(self, state: Position, seat: Seat) -> Iterator[Move]:
        """Everything this seat may do; of a referee's decisions only the one waited for."""
        if seat not in self.acting(state):
            return
        match state.phase:
            case Phase.PLAY | Phase.SECOND:
                yield from _while_playing(state, seat)
            case Phase.STATUS if seat == TABLE:
                yield proposal(state)
            case Phase.STATUS:
                yield Move(Act.AGREE)
                yield Move(Act.RESUME)
                yield from _markings(state)
            case Phase.COUNT:
                if seat == TABLE:
                    yield Move(Act.COUNT, word=board_fingerprint(state))
                else:
                    yield Move(Act.RESUME)
                    yield Move(Act.RECOUNT)
            case Phase.CONFIRM:
                yield Move(Act.CONFIRM)
                yield Move(Act.RECOUNT)
            case Phase.OVER:
                return

    def play(self, state: Position, seat: Seat, move: Move) -> Position:
        """Do one thing. Raises IllegalMove; the old state is untouched."""
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        if seat == TABLE:
            return _logged(state, table.decide(state, move), seat, move)
        if seat not in self.acting(state):
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=state.turn)
        if move.act is Act.STONE and state.phase in (Phase.PLAY, Phase.SECOND):
            if seat != state.turn:
                raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=state.turn)
            return put_stone(state, seat, move.at[0])
        return _logged(state, _act(state, seat, move), seat, move)

    def kept_state(self, written: bytes) -> Position:
        """Read a state; what all games say alike is held once. Raises msgspec.MsgspecError."""
        state = super().kept_state(written)
        log = tuple(
            stone_ply(each.seat, intern(each.text), each.taken) if each.is_stone else each
            for each in state.log
        )
        return replace(state, log=log)

    def retire(self, state: Position, seat: Seat, by: RuleKey) -> Position:
        """The other player wins."""
        return replace(state, phase=Phase.OVER, ended=won_by(1 - seat, by))

    def agree_draw(self, state: Position, by: RuleKey = AGREED) -> Position:
        """Both agree on a draw, where the book has it."""
        if state.ended:
            raise IllegalMove("game.over", OVER)
        return replace(state, phase=Phase.OVER, ended=drawn(by))

    def clocks_stand(self, state: Position) -> bool:
        """While a count is looked at in one phase, nobody's time runs."""
        return state.rules.one_ending and state.phase is Phase.STATUS

    def pace(self, state: Position) -> int | None:
        """The proposal comes at once; every other move of the table is a referee's."""
        waits = state.rules.one_ending and state.phase is Phase.STATUS and not state.proposed
        return PROPOSAL_PACE if waits else None

    def table_move(self, state: Position, dice: Random) -> Move:
        """Propose what is dead; the same board has the same proposal."""
        del dice
        return proposal(state)

    def fine_move(self, state: Position, seat: Seat, points: int, by: RuleKey) -> str:
        """Write the fine as a decision of the table: it reaches the count."""
        return write(Move(Act.FINE, seat=int(seat), amount=points, word=by), state.on)

    def outcome(self, state: Position) -> Outcome | None:
        """More points win [go.more-points]; a repetition may draw [go.repetition]."""
        return state.ended

    def view(self, state: Position, seat: Seat | None) -> GoView:
        """Everybody sees everything."""
        del seat
        return view_of(state)

    def write(self, state: Position, seat: Seat, move: Move) -> str:
        """Write ``Q16``, ``pass``, ``dead Q16`` …"""
        del seat
        return write(move, state.on)

    def read(self, state: Position, seat: Seat, text: str) -> Move:
        """Read a move. Raises BadInput."""
        del seat
        return read(text, state.on)

    def noted(self, state: Position, seat: Seat, move: Move, viewer: Seat | None) -> dict[str, str]:
        """Write a stone as its point, all else in words, without fingerprints and lists."""
        if move.act in (Act.COUNT, Act.PROPOSE):
            return {WORDS: self.act(move.act)}
        return super().noted(state, seat, move, viewer)

    def sample(self, state: Position, seat: Seat, dice: Random) -> Move:
        """Pick a legal move at random without trying every point."""
        if state.phase is Phase.PLAY and seat == state.turn and state.cycle is None:
            points = list(state.on.points)
            dice.shuffle(points)
            for point in points:
                if not state.cells[point]:
                    try:
                        put_stone(state, seat, point)
                    except IllegalMove:
                        continue
                    return stone(point)
            return PASS
        return dice.choice(list(self.moves(state, seat)))


def _at_play(state: Position) -> tuple[Seat, ...]:
    """The side to move, first; the other too while it may speak on a repetition."""
    other = Seat(1 - state.turn)
    speaks = state.cycle is not None and (
        state.choice == other or (state.choice is None and not state.wants_draw[other])
    )
    return (state.turn, other) if speaks else (state.turn,)


def _act(state: Position, seat: Seat, move: Move) -> Position:
    match move.act, state.phase:
        case Act.PASS, Phase.PLAY | Phase.SECOND if seat == state.turn:
            return pass_turn(state, seat)
        case Act.DRAW, Phase.PLAY:
            return table.wants_draw(state, seat)
        case Act.DECLINE, Phase.PLAY:
            return table.decline(state, seat)
        case ((Act.DEAD | Act.ALIVE | Act.SEKI | Act.NEUTRAL), Phase.STATUS):
            return mark(state, move)
        case Act.AGREE, Phase.STATUS:
            return agree(state, seat)
        case Act.RESUME, Phase.STATUS | Phase.COUNT if move.seat is None:
            return resume(state, seat)
        case Act.CONFIRM, Phase.CONFIRM:
            return confirm(state, seat)
        case Act.RECOUNT, Phase.CONFIRM | Phase.COUNT:
            return recount(state)
    raise refuse(state, move)


def _logged(before: Position, after: Position, seat: Seat, move: Move) -> Position:
    entry = Ply(seat, write(move, before.on))
    return replace(after, log=(*before.log, entry), seen=(*before.seen, before.key))


def _while_playing(state: Position, seat: Seat) -> Iterator[Move]:
    if state.cycle is not None and (
        state.choice == seat or (state.choice is None and not state.wants_draw[seat])
    ):
        yield Move(Act.DRAW)
        if state.choice == seat:
            yield Move(Act.DECLINE)
    if seat == state.turn:
        yield PASS
        yield from (stone(point) for point in legal_points(state))


def _markings(state: Position) -> Iterator[Move]:
    for point in state.on.points:
        if state.cells[point] == EMPTY:
            yield Move(Act.NEUTRAL, (point,))
        else:
            for act in MARKS[:3]:
                yield Move(act, (point,))
