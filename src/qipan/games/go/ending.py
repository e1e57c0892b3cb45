"""From the passes to the confirmed count: everything that is done when no stone is put.

play → pass, pass → status → both agree → second passes → pass, pass → count → both confirm → over.
``resume`` leads back to play. Books without a second set of passes go from agreement to the count.
"""

import hashlib
import re

import msgspec

from qipan.games.go.count import OPEN, Count, Marks, count, open_regions, whole_chains
from qipan.games.go.count import gaps as gaps_of
from qipan.games.go.grid import EMPTY
from qipan.games.go.moves import Act, Move
from qipan.games.go.position import Phase, Position
from qipan.games.go.rules import Resume
from qipan.kernel.errors import IllegalMove, Refused
from qipan.kernel.game import Outcome
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

STATUS = rule("go.status", "Life and death is agreed place by place after the first passes.")
RESUME = rule("go.resume", "While anything is unclear or unclosed, play goes on.")
MORE = rule("go.more-points", "The side with more points wins.")
EQUAL = rule("go.equal-points", "Equal scores are a draw.")
PHASE = rule("go.phase", "Each action belongs to its phase of the game.")
PHOTO = rule("go.photograph", "A referee photographs the board before counting.")

DEAD_FATE, SEKI_FATE = 1, 2
"""What a proposal says of a chain."""
MOST_NAMED = 6
"""Points of an open boundary that a refusal names."""
_FINGERPRINT = re.compile(r"[0-9a-f]{16,64}")
"""How a photograph is named: by the hash of its bytes, or of the board as the table has it."""
replace = msgspec.structs.replace


def board_fingerprint(state: Position) -> str:
    """Name the board as it stands, where the table itself keeps it."""
    return hashlib.sha256(state.key).hexdigest()[:32]


def refuse(state: Position, move: Move) -> IllegalMove:
    """Make the refusal of a thing done in the wrong phase."""
    return IllegalMove("go.wrong-phase", PHASE, act=str(move.act), phase=str(state.phase))


def pass_turn(state: Position, seat: Seat) -> Position:
    """Pass: one pass lets the other side move, two end a set."""
    prisoners = list(state.prisoners)
    # With a turn lost in between one side can pass twice in a row: that is no answer.
    alone = state.rules.strict_ending and state.passes == 1 and state.first_passer == seat
    if state.rules.pass_stones:
        prisoners[1 - seat] += 1
    after = replace(
        state,
        turn=Seat(1 - seat),
        ko=0,
        banned=0,
        held=False,
        cycle=None,
        choice=None,
        wants_draw=(False, False),
        prisoners=(prisoners[0], prisoners[1]),
        passes=1 if alone else state.passes + 1,
        first_passer=seat if state.passes == 0 else state.first_passer,
    )
    if after.passes < 2:
        return after
    if state.phase is Phase.SECOND:
        return begin_count(replace(after, passes=0))
    return replace(
        after,
        phase=Phase.STATUS,
        passes=0,
        marks=Marks(),
        proposed=False,
        agreed=(False, False),
    )


def resume(state: Position, asker: Seat, turn: int | None = None) -> Position:
    """Go back to play [go.resume]; who moves is told by the rules, or by a referee."""
    if turn is None:
        first = state.first_passer if state.first_passer is not None else state.turn
        turn = first
        if state.rules.resume is Resume.OPPONENT and asker >= 0:
            turn = 1 - asker
    return replace(
        state,
        phase=Phase.PLAY,
        turn=Seat(turn),
        passes=0,
        first_passer=None,
        marks=Marks(),
        agreed=(False, False),
        confirmed=(False, False),
        counted=None,
        gaps=(),
        ko=0,
        banned=0,
        held=False,
    )


def mark(state: Position, move: Move) -> Position:
    """Mark a chain dead, alive or in seki, or an empty point neutral; agreements fall."""
    point = move.at[0]
    dead, seki, neutral = (set(each) for each in msgspec.structs.astuple(state.marks))
    if move.act is Act.NEUTRAL:
        if state.cells[point] != EMPTY:
            raise IllegalMove("go.not-empty", STATUS, point=state.on.write(point))
        neutral ^= {point}
    else:
        try:
            chain = whole_chains(state.cells, state.on, (point,))
        except Refused as error:
            raise IllegalMove(error.code, error.rule, **error.facts) from None
        dead -= chain
        seki -= chain
        if move.act is Act.DEAD:
            dead |= chain
        elif move.act is Act.SEKI:
            seki |= chain
    return replace(
        state,
        marks=Marks(frozenset(dead), frozenset(seki), frozenset(neutral)),
        agreed=(False, False),
        confirmed=(False, False),
        counted=None,
        gaps=(),
    )


def agree(state: Position, seat: Seat) -> Position:
    """Agree to the marks as they stand; when both do, the second passes or the count follow."""
    agreed = (state.agreed[0] or seat == 0, state.agreed[1] or seat == 1)
    after = replace(state, agreed=agreed)
    if state.rules.one_ending:
        return _accepted(after)
    if not all(agreed):
        return after
    if state.rules.second_passes:
        return replace(after, phase=Phase.SECOND, passes=0)
    return begin_count(after)


def _accepted(state: Position) -> Position:
    """End the game when both accept the count that they see. Raises IllegalMove if it is open."""
    unclosed = open_regions(state.cells, state.on, state.marks)
    if unclosed:
        where = [gaps_of(each, state.cells, state.on, state.marks.dead) for each in unclosed]
        points = state.on.write_all(at for gap in where for at in gap)
        raise IllegalMove("go.boundary-open", OPEN, points=" ".join(points[:MOST_NAMED]))
    if not all(state.agreed):
        return state
    counted = try_count(replace(state, phase=Phase.COUNT))
    return confirm(confirm(counted, Seat(0)), Seat(1))


def propose(state: Position, move: Move) -> Position:
    """Lay the table's proposal down, once; it binds nobody."""
    if not state.rules.one_ending or state.phase is not Phase.STATUS or state.proposed:
        raise refuse(state, move)
    fates = dict(zip(move.at, move.colours, strict=True))
    try:
        dead, seki = (
            whole_chains(state.cells, state.on, [at for at, fate in fates.items() if fate == each])
            for each in (DEAD_FATE, SEKI_FATE)
        )
    except Refused as error:
        raise IllegalMove(error.code, error.rule, **error.facts) from None
    return replace(state, proposed=True, marks=Marks(dead, seki - dead))


def begin_count(state: Position) -> Position:
    """Count at once, or wait for the referee where only a referee may."""
    waiting = replace(state, phase=Phase.COUNT, confirmed=(False, False), gaps=())
    return waiting if state.rules.referee_counts else try_count(waiting)


def try_count(state: Position, photo: str = "") -> Position:
    """Count the board; an open boundary is shown instead, and play can be resumed."""
    if state.rules.referee_counts and not photo:
        raise IllegalMove("go.no-photograph", PHOTO)
    if state.rules.strict_ending and _FINGERPRINT.fullmatch(photo) is None:
        raise IllegalMove("go.no-photograph", PHOTO, word=photo[:40])
    unclosed = open_regions(state.cells, state.on, state.marks)
    if unclosed:
        where = [gaps_of(each, state.cells, state.on, state.marks.dead) for each in unclosed]
        return replace(state, photo=photo, counted=None, gaps=tuple(map(tuple, where)))
    counted = count(
        state.cells,
        state.marks,
        state.rules,
        prisoners=state.prisoners,
        fines=state.fines,
        handicap=state.handicap,
    )
    return replace(
        state,
        phase=Phase.CONFIRM,
        photo=photo or state.photo,
        counted=counted,
        gaps=(),
        confirmed=(False, False),
    )


def standing(state: Position) -> Count:
    """Count the board by its marks as they stand; an open region is nobody's yet."""
    return count(
        state.cells,
        state.marks,
        state.rules,
        prisoners=state.prisoners,
        fines=state.fines,
        handicap=state.handicap,
        open_is_neutral=True,
    )


def confirm(state: Position, seat: Seat) -> Position:
    """Confirm the count; when both do, the game is over."""
    confirmed = (state.confirmed[0] or seat == 0, state.confirmed[1] or seat == 1)
    after = replace(state, confirmed=confirmed)
    if not all(confirmed) or state.counted is None:
        return after
    margin = state.counted.margin
    places = (1, 1) if not margin else (1, 2) if margin > 0 else (2, 1)
    facts = {"result": str(state.counted), "halves": list(state.counted.totals)}
    ended = Outcome(places, MORE if margin else EQUAL, facts)
    return replace(after, phase=Phase.OVER, ended=ended)


def recount(state: Position) -> Position:
    """Count again: back to the referee, or to the marks where the players count or gaps show."""
    again = state.rules.referee_counts and not state.gaps
    return replace(
        state,
        phase=Phase.COUNT if again else Phase.STATUS,
        counted=None,
        gaps=(),
        confirmed=(False, False),
        agreed=(False, False),
    )
