"""What a referee does at a Go table: the moves of the ``TABLE`` seat.

A turn is lost, stones are put back, a boundary is closed, points are fined, a repetition is
ruled on. Such decisions are accepted at any time before the end, whoever's turn it is.
"""

import msgspec

from qipan.games.go.board import breathless
from qipan.games.go.closing import may_close
from qipan.games.go.count import Fine, Marks
from qipan.games.go.ending import begin_count, mark, propose, refuse, resume, try_count
from qipan.games.go.grid import EMPTY
from qipan.games.go.moves import MARKS, Act, Move
from qipan.games.go.position import Cycle, Phase, Position
from qipan.kernel.errors import IllegalMove
from qipan.kernel.game import Outcome, drawn
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import RuleKey, rule

REPETITION = rule("go.repetition", "A repetition that both sides sustain is a draw.")
ONE_SIDED = rule(
    "go.repetition-one-sided", "The side that alone can repeat chooses whether it is a draw."
)
NO_RESULT = rule("go.no-result", "A game without a result is replayed.")
BOTH_LOSE = rule("go.both-lose", "A referee lets both sides lose.")
RESTORED = rule("go.stones-with-liberty", "Stones on the board have a liberty.")
FIRST_THERE = rule(
    "go.referee-closes", "A referee closes a boundary if who moves first there changes nothing."
)
CLOSED = rule("go.close-boundary", "A referee closes a boundary where it changes nothing.")

replace = msgspec.structs.replace
_LATE = (Phase.STATUS, Phase.SECOND, Phase.COUNT, Phase.CONFIRM)


def decide(state: Position, move: Move) -> Position:
    """Carry a referee's decision out. Raises IllegalMove where it makes no sense."""
    act = move.act
    if act in MARKS and state.phase in _LATE:
        return _recounted(mark(state, move))
    if act is Act.LOST and state.phase in (Phase.PLAY, Phase.SECOND):
        return lose_turn(state)
    if act is Act.SET and state.phase is not Phase.OVER:
        return _restored(state, move)
    if act is Act.CLOSE and state.phase in _LATE:
        return _close(state, move)
    if act is Act.FINE:
        return _fine(state, move)
    if act is Act.RESUME and state.phase in _LATE:
        return resume(state, TABLE, move.seat)
    if act is Act.COUNT and state.phase is Phase.COUNT:
        return try_count(state, move.word)
    if act in (Act.MUTUAL, Act.CHOICE):
        return _rule_on_repetition(state, move)
    if act is Act.PROPOSE:
        return propose(state, move)
    if act is Act.NO_RESULT:
        return end(state, drawn(NO_RESULT, replay=True))
    if act is Act.BOTH_LOSE:
        return end(state, drawn(BOTH_LOSE, both_lose=True))
    raise refuse(state, move)


def end(state: Position, outcome: Outcome) -> Position:
    """Close the game with an outcome."""
    return replace(state, phase=Phase.OVER, ended=outcome)


def lose_turn(state: Position) -> Position:
    """Let the side to move lose its turn: no pass, and the set of passes is not touched."""
    lifts = state.rules.ko_after_lost_turn
    return replace(
        state,
        turn=Seat(1 - state.turn),
        ko=0 if lifts else state.ko,
        banned=0 if lifts else state.banned,
        held=bool(state.ko) and not lifts,
        cycle=None,
        choice=None,
    )


def wants_draw(state: Position, seat: Seat) -> Position:
    """Take a draw at a presented repetition: by both, or by the one who may choose."""
    if state.cycle is None:
        raise IllegalMove("go.no-repetition", REPETITION)
    if state.choice is not None:
        if seat != state.choice:
            raise IllegalMove("go.not-your-choice", ONE_SIDED, seat=seat)
        return end(state, _repeated(state.cycle, ONE_SIDED))
    wants = (state.wants_draw[0] or seat == 0, state.wants_draw[1] or seat == 1)
    if all(wants):
        return end(state, _repeated(state.cycle, REPETITION))
    return replace(state, wants_draw=wants)


def decline(state: Position, seat: Seat) -> Position:
    """Give up the choice of a draw: play goes on."""
    if state.choice != seat:
        raise IllegalMove("go.not-your-choice", ONE_SIDED, seat=seat)
    return replace(state, cycle=None, choice=None, wants_draw=(False, False))


def _rule_on_repetition(state: Position, move: Move) -> Position:
    if state.cycle is None:
        raise IllegalMove("go.no-repetition", REPETITION)
    if move.act is Act.CHOICE:
        return replace(state, choice=Seat(move.seat or 0))
    return end(state, _repeated(state.cycle, REPETITION))


def _repeated(cycle: Cycle, by: RuleKey) -> Outcome:
    return drawn(by, cycle=list(cycle.moves), captures=list(cycle.captures))


def _set(state: Position, move: Move) -> Position:
    cells = bytearray(state.cells)
    for point, colour in zip(move.at, move.colours, strict=True):
        cells[point] = colour
    on = state.on
    for point in on.points:
        if cells[point] and breathless(cells, on.near, point):
            raise IllegalMove("go.no-liberty", RESTORED, point=on.write(point))
    return replace(state, cells=bytes(cells), ko=0, banned=0, held=False, cycle=None, counted=None)


def _restored(state: Position, move: Move) -> Position:
    """Put stones back; what was marked or counted on the board before falls."""
    after = replace(_set(state, move), marks=Marks(), agreed=(False, False), gaps=())
    if state.phase in (Phase.COUNT, Phase.CONFIRM, Phase.SECOND):
        return replace(after, phase=Phase.STATUS, passes=0, confirmed=(False, False))
    return after


def _close(state: Position, move: Move) -> Position:
    for point, colour in zip(move.at, move.colours, strict=True):
        if state.cells[point] != EMPTY or colour == EMPTY:
            raise IllegalMove("go.not-a-closing-stone", CLOSED, point=state.on.write(point))
    closing = dict(zip(move.at, move.colours, strict=True))
    if state.rules.strict_ending and not may_close(state, closing):
        raise IllegalMove("go.closing-decides", FIRST_THERE)
    marks = replace(state.marks, neutral=state.marks.neutral.difference(move.at))
    return _recounted(replace(_set(state, move), marks=marks, gaps=()))


def _recounted(state: Position) -> Position:
    """A board that was counted, or could not be, is counted again after a decision."""
    if state.phase not in (Phase.COUNT, Phase.CONFIRM):
        return state
    return begin_count(state)


def _fine(state: Position, move: Move) -> Position:
    fine = Fine(move.seat or 0, move.amount, RuleKey(move.word))
    fined = replace(state, fines=(*state.fines, fine))
    if fined.counted is None:
        return fined
    # The count was made without this fine: it is made again, and confirmed again.
    return try_count(replace(fined, phase=Phase.COUNT), state.photo)
