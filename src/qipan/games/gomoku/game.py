"""Gomoku: five in a row.

Seat 0 begins; it has Black unless an opening protocol made the players swap. Books differ only
through ``GomokuRules``; nothing here asks which one is in force.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from qipan.games.gomoku import opening
from qipan.games.gomoku.board import Point, longest_runs, points, read_point, write_point
from qipan.games.gomoku.opening import READ, TAKE_BLACK, Stage
from qipan.games.gomoku.position import FIVE, Position
from qipan.games.gomoku.renju import Renju
from qipan.games.gomoku.rules import Forbidden, GomokuRules, Opening, Win
from qipan.games.gomoku.view import GomokuView, text_of, view_of
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import AGREED, OVER, UNKNOWN_SEAT, Game, Outcome, Setup, drawn, won_by
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey, rule

FULL = rule("gomoku.board-full", "A full board without five is a draw.")
OCCUPIED = rule("gomoku.empty-point", "A stone is played on an empty point.")
SIZES = range(5, 26)


class Gomoku(Game[GomokuRules, Position, Point]):
    """Five in a row on a square board of 5 to 25 lines."""

    name = "gomoku"
    rules_type = GomokuRules
    view_type = GomokuView
    state_type = Position
    sides = ("black", "white")
    acts = tuple(READ)
    engine = "2"

    def seats(self, rules: GomokuRules) -> Sequence[int]:
        """Two, always."""
        del rules
        return (2,)

    def fixed_sides(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Give Black and White, unless an opening lets the players choose."""
        chosen = options.get("opening") in (Opening.SWAP, Opening.SWAP2)
        return () if chosen else self.sides

    def start(self, rules: GomokuRules, seats: int, setup: Setup) -> Position:
        """Start on an empty board, or from a setup's ``black``, ``white`` and ``turn``.

        Raises BadInput on a wrong size or setup.
        """
        if rules.size not in SIZES:
            raise BadInput(
                f"a gomoku board has 5 to 25 lines, not {rules.size}", where="rules.size"
            )
        if seats != 2 or setup.keys() - {"black", "white", "turn"}:
            raise BadInput("gomoku has two seats; a setup names black, white, turn", where="setup")
        if not setup:
            return Position(rules, stage=opening.first_stage(rules.opening))
        stones = (_stones(rules.size, setup, "black"), _stones(rules.size, setup, "white"))
        if stones[0] & stones[1]:
            raise BadInput("two stones on one point", where="setup")
        turn = setup.get("turn", 0)
        if turn not in (0, 1) or isinstance(turn, bool):
            raise BadInput("the turn is 0 (Black) or 1 (White)", where="setup.turn")
        return Position(rules, stones, begins=turn)

    def phase(self, state: Position) -> str:
        """Playing, opening, choosing a colour, or over."""
        if state.ended:
            return "over"
        if state.stage is Stage.DONE:
            return "play"
        return "choose" if opening.choices(state.rules.opening, state.stage) else "opening"

    def acting(self, state: Position) -> tuple[Seat, ...]:
        """The players alternate, Black first; an opening may have it otherwise."""
        return () if state.ended else (state.turn,)

    def moves(self, state: Position, seat: Seat) -> Iterator[Point]:
        """Every empty point that the opening allows, or the choices it offers."""
        if seat not in self.acting(state):
            return
        choices = opening.choices(state.rules.opening, state.stage)
        if choices:
            yield from choices
            return
        barred = _barred(state)
        yield from (at for at in _free(state) if at not in barred)

    def play(self, state: Position, seat: Seat, move: Point) -> Position:
        """Put a stone or choose. Raises IllegalMove out of turn, on a taken or barred point."""
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        if seat != state.turn:
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=state.turn)
        if move < 0 or opening.choices(state.rules.opening, state.stage):
            return _choose(state, move)
        return _put(state, move)

    def retire(self, state: Position, seat: Seat, by: RuleKey) -> Position:
        """The other player wins."""
        return msgspec.structs.replace(state, ended=won_by(1 - seat, by))

    def agree_draw(self, state: Position, by: RuleKey = AGREED) -> Position:
        """Both agree on a draw."""
        if state.ended:
            raise IllegalMove("game.over", OVER)
        return msgspec.structs.replace(state, ended=drawn(by))

    def outcome(self, state: Position) -> Outcome | None:
        """Five in a row wins [gomoku.five]; a full board draws [gomoku.board-full]."""
        return state.ended

    def view(self, state: Position, seat: Seat | None) -> GomokuView:
        """Everybody sees everything."""
        del seat
        return view_of(state, self.phase(state), _barred(state))

    def write(self, state: Position, seat: Seat, move: Point) -> str:
        """Write the point, ``h8``, or the choice: ``black``, ``white``, ``two``."""
        del seat
        return text_of(state.rules.size, move)

    def read(self, state: Position, seat: Seat, text: str) -> Point:
        """Read a point or a choice. Raises BadInput if it is neither."""
        del seat
        choice = READ.get(text.strip().lower()[:10])
        return choice if choice is not None else read_point(state.rules.size, text)


def _stones(size: int, setup: Setup, name: str) -> int:
    found: Any = setup.get(name, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise BadInput("expected a list of points", where=f"setup.{name}")
    stones = 0
    for text in found:
        stones |= 1 << read_point(size, text)
    return stones


def _renju(state: Position) -> Renju | None:
    """Give the judge of forbidden moves, if the side to move is bound by it."""
    if state.rules.win is not Win.RENJU or state.colour != 0:
        return None
    return Renju(state.stones[0], state.stones[1], state.rules.size)


def _free(state: Position) -> Iterator[Point]:
    taken = state.stones[0] | state.stones[1]
    return (at for at in points(state.rules.size) if not taken >> at & 1)


def _barred(state: Position) -> dict[Point, RuleKey]:
    """Give the free points where whoever is to move may not play, each with its rule."""
    rules = state.rules
    if state.ended or opening.choices(rules.opening, state.stage):
        return {}
    renju = _renju(state) if rules.forbidden is Forbidden.REFUSED else None
    if renju is None and not opening.binds(rules.opening, state.count):
        return {}
    found = {}
    for at in _free(state):
        if not opening.allowed(rules.opening, rules.size, state.count, at):
            found[at] = opening.PRO
        elif renju is not None and (by := renju.forbids(at)) is not None:
            found[at] = by
    return found


def _choose(state: Position, move: Point) -> Position:
    if move not in opening.choices(state.rules.opening, state.stage):
        raise IllegalMove("gomoku.no-such-choice", opening.SWAP, stage=state.stage.name.lower())
    after = msgspec.structs.replace(state, played=(*state.played, move))
    if move == opening.PUT_TWO:
        return msgspec.structs.replace(after, stage=Stage.TWO)
    # Who takes Black sits at seat 1 in the first choice and at seat 0 in the second.
    swapped = (move == TAKE_BLACK) == (state.turn == 1)
    return msgspec.structs.replace(after, stage=Stage.DONE, swapped=swapped)


def _put(state: Position, move: Point) -> Position:
    rules = state.rules
    named = write_point(rules.size, move)
    if (state.stones[0] | state.stones[1]) >> move & 1:
        raise IllegalMove("gomoku.occupied", OCCUPIED, point=named)
    if not opening.allowed(rules.opening, rules.size, state.count, move):
        raise IllegalMove("gomoku.opening-place", opening.PRO, point=named)
    renju = _renju(state)
    barred = renju.forbids(move) if renju else None
    if barred and rules.forbidden is Forbidden.REFUSED:
        raise IllegalMove("gomoku.forbidden", barred, point=named)
    colour = state.colour
    mine = state.stones[colour] | 1 << move
    after = msgspec.structs.replace(
        state,
        stones=(mine, state.stones[1]) if colour == 0 else (state.stones[0], mine),
        played=(*state.played, move),
    )
    stage = opening.after_stone(state.stage, after.count)
    ended = won_by(1 ^ state.swapped, barred, point=named) if barred else None
    ended = ended or _ending(after, colour, move)
    return msgspec.structs.replace(after, ended=ended, stage=stage)


def _ending(state: Position, colour: int, move: Point) -> Outcome | None:
    rules = state.rules
    runs = longest_runs(state.stones[colour], move, rules.size)
    exact = rules.win is Win.EXACTLY_FIVE or (rules.win is Win.RENJU and colour == 0)
    if 5 in runs or (not exact and max(runs) > 5):
        return won_by(colour ^ state.swapped, FIVE)
    if state.count == rules.size**2:
        return drawn(FULL)
    return None
