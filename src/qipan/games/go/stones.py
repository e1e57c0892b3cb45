"""Putting a stone on an immutable position: what is legal, what it takes, what comes back."""

from collections.abc import Iterator

import msgspec

from qipan.games.go.board import KO, OCCUPIED, SUICIDE, breathless, place
from qipan.games.go.count import Marks
from qipan.games.go.grid import EMPTY
from qipan.games.go.position import Cycle, Phase, Position, key_of, packed, stone_ply
from qipan.games.go.rules import Repetition
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

SUPERKO = rule("go.superko", "No move may recreate an earlier whole-board position.")
NO_MARKS = Marks()


class Placed(msgspec.Struct, frozen=True):
    """What a stone does to the board."""

    cells: bytes
    taken: int
    suicide: int
    """Own stones that went off, where the rules allow it."""
    ko: int


def try_stone(state: Position, point: int) -> Placed:
    """Put a stone for the side to move. Raises IllegalMove; the position is untouched."""
    on, colour = state.on, state.colour
    if state.cells[point] != EMPTY:
        raise IllegalMove("go.occupied", OCCUPIED, point=on.write(point))
    if point == state.ko and state.banned == colour:
        raise IllegalMove("go.ko", KO, point=on.write(point))
    cells = bytearray(state.cells)
    taken = place(cells, on.near, colour, point)
    suicide = 0
    if not taken:
        own = breathless(cells, on.near, point)
        if own:
            if not state.rules.suicide or len(own) == 1:
                raise IllegalMove("go.suicide", SUICIDE, point=on.write(point), stones=len(own))
            for at in own:
                cells[at] = EMPTY
            suicide = len(own)
    after = bytes(cells)
    if state.rules.repetition is not Repetition.PRESENT and _comes_back(state, after):
        raise IllegalMove("go.superko", SUPERKO, point=on.write(point))
    ko = 0
    if len(taken) == 1 and all(cells[by] == 3 - colour or by == taken[0] for by in on.near[point]):
        ko = taken[0]
    return Placed(after, len(taken), suicide, ko)


def _comes_back(state: Position, cells: bytes) -> bool:
    if state.rules.repetition is Repetition.POSITIONAL:
        here = packed(cells)
        return cells == state.cells or any(seen[1:] == here for seen in state.seen)
    return key_of(1 - state.turn, cells) in state.seen


def legal_points(state: Position) -> Iterator[int]:
    """Give every point where the side to move may put a stone."""
    cells, near, colour = state.cells, state.on.near, state.colour
    plain = state.rules.repetition is Repetition.PRESENT
    for point in state.on.points:
        if cells[point] or (point == state.ko and state.banned == colour):
            continue
        if plain and any(not cells[by] for by in near[point]):
            yield point
            continue
        try:
            try_stone(state, point)
        except IllegalMove:
            continue
        yield point


def put_stone(state: Position, seat: Seat, point: int) -> Position:
    """Give the position after a stone. Raises IllegalMove."""
    done = try_stone(state, point)
    prisoners = list(state.prisoners)
    prisoners[seat] += done.taken
    prisoners[1 - seat] += done.suicide
    kept = state.held and state.ko and state.banned != state.colour
    after = msgspec.structs.replace(
        state,
        cells=done.cells,
        turn=Seat(1 - seat),
        prisoners=(prisoners[0], prisoners[1]),
        ko=done.ko or (state.ko if kept else 0),
        banned=2 - seat if done.ko else (state.banned if kept else 0),
        held=bool(kept and not done.ko),
        phase=Phase.PLAY,
        log=(*state.log, stone_ply(seat, state.on.write(point), done.taken)),
        seen=(*state.seen, state.key),
        passes=0,
        first_passer=None,
        marks=NO_MARKS,
        agreed=(False, False),
        wants_draw=(False, False),
        choice=None,
        cycle=None,
        counted=None,
        gaps=(),
    )
    if state.rules.repetition is Repetition.PRESENT:
        return msgspec.structs.replace(after, cycle=_cycle(after))
    return after


def _cycle(state: Position) -> Cycle | None:
    """Find the last earlier occurrence of this position, if the count asks for showing it."""
    key = state.key
    if key not in state.seen:
        return None
    # A position stands there anew when a stone made it, not while people pass or mark.
    occurrences = 1 + sum(
        seen == key and (index == 0 or state.log[index - 1].is_stone)
        for index, seen in enumerate(state.seen)
    )
    if occurrences < state.rules.occurrences:
        return None
    since = len(state.seen) - 1 - state.seen[::-1].index(key)
    plies = state.log[since:]
    captures = [0, 0]
    for ply in plies:
        if ply.seat in (0, 1):
            captures[ply.seat] += ply.taken
    return Cycle(since, tuple(ply.text for ply in plies), (captures[0], captures[1]), occurrences)
