"""Computer players for gomoku.

``choose`` is quick: it wins, blocks, and else builds the best lines. Every window of five points on
a line is worth something by the stones in it; one with stones of both colours is worth nothing.
``think`` looks for attacks that cannot be met, its own first and then the opponent's, and searches
among the rest (see ``threats`` and ``look_ahead``). Only moves that the game calls legal are
considered, so both keep whatever the rules forbid.
"""

from collections.abc import Callable
from functools import cache, partial
from random import Random

from qipan.games.gomoku.board import Point, directions, points
from qipan.games.gomoku.game import Gomoku
from qipan.games.gomoku.lines import LineBoard
from qipan.games.gomoku.look_ahead import LookAhead
from qipan.games.gomoku.opening import Stage
from qipan.games.gomoku.position import Position
from qipan.games.gomoku.threats import Threats
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Level
from qipan.kernel.thinking import ThoughtEnded, Watch, as_good

OWN = (1, 12, 80, 500, 100_000)
"""Worth of a window with 0 to 4 own stones and no other."""
THEIRS = (0, 10, 60, 400, 20_000)
"""Worth of taking the place in a window with so many of the opponent's stones."""
REACH = 2
_GAME = Gomoku()


LEVELS = (
    Level(30, careless=72, noise=60),
    Level(40, careless=40, noise=45),
    Level(50, careless=26, noise=40),
    Level(80, careless=13, noise=34),
    Level(200, careless=4, noise=24),
    Level(500, noise=15),
    Level(3_000, noise=3),
    Level(13_000),
)
_FOURS = (1, 1, 1, 2, 3, 5, 8, 14)
"""Moves that an attack by fours is looked ahead for, by level."""
_THREATS = (0, 0, 0, 0, 2, 3, 4, 6)
"""The same with open threes."""
_NEVER_ABSURD = 3
"""From this level on a careless move still makes a five, or stops one."""
_ROOT = 20
_FOR_THE_REST = 0.6
"""Share of the nodes that the search for open threes leaves to what comes after it."""


def think(state: Position, seat: Seat, level: int, dice: Random, watch: Watch) -> Point:
    """Search as long as the watch allows; the dice decide among what the level takes as equal."""
    strength = LEVELS[level - 1]
    if dice.randrange(100) < strength.careless:
        return _carelessly(state, seat, level, dice)
    if state.stage is not Stage.DONE or state.count < 2:
        return choose(state, seat, dice)
    colour = state.colour
    own, other = state.stones[colour], state.stones[1 - colour]
    search = LookAhead(state.rules, own, other, colour, watch)
    allowed = set(_GAME.moves(state, seat))
    moves = [at for at in search.ordered(own, other, colour) if at in allowed]
    if not moves:
        return choose(state, seat, dice)
    try:
        moves = _by_threats(search, moves, level)
    except ThoughtEnded:
        return moves[0]
    if len(moves) == 1:
        return moves[0]
    best = search.run(moves, strength.noise)
    if not strength.noise or not search.values:
        return best
    return dice.choice(as_good(search.values, strength.noise))


def _by_threats(search: LookAhead, moves: list[Point], level: int) -> list[Point]:
    """Leave the moves that the threats of both sides leave. Raises ThoughtEnded.

    Open threes may use only a part of the nodes: whoever spends all of them on attacks that are
    not there has none left to look at quiet moves.
    """
    threats, colour = search.threats, search.colour
    threats.set_up(search.own, search.other, colour)
    fours = _FOURS[level - 1]
    won = threats.fours_win(colour, fours)
    if won is None:
        won = _by_threes(search, level)
    if won is not None:
        return [won]
    blocks = threats.board.fives(1 - colour)
    if blocks:
        return [at for at in moves if blocks >> at & 1] or moves
    safe = _safe(search, moves[:_ROOT], lambda: threats.fours_win(1 - colour, fours) is not None)
    if not safe:
        return moves[:1]
    return _against_threes(search, safe, level)


def _safe(search: LookAhead, moves: list[Point], lost: Callable[[], bool]) -> list[Point]:
    """Leave the moves after which the other side does not win; all if it would not anyway.

    Raises ThoughtEnded.
    """
    if not lost():  # not even if this side passes
        return moves
    left, board = [], search.board
    for at in moves:
        board.flip(at, search.colour)
        try:
            if not lost():
                left.append(at)
        finally:
            board.flip(at, search.colour)
    return left


def _by_threes(search: LookAhead, level: int) -> Point | None:
    """Give the first move of a win with open threes, the shortest way first, if any is found."""
    try:
        with search.watch.reserve(_FOR_THE_REST):
            for moves in range(2, _THREATS[level - 1] + 1):
                won = search.threats.threats_win(search.colour, moves)
                if won is not None:
                    return won
    except ThoughtEnded:
        return None
    return None


def _against_threes(search: LookAhead, safe: list[Point], level: int) -> list[Point]:
    """Leave the moves after which no attack with open threes is found; all if each has one."""
    threats, theirs = search.threats, 1 - search.colour
    left = safe
    try:
        with search.watch.reserve(_FOR_THE_REST):
            for moves in range(2, _THREATS[level - 1]):
                found = _safe(search, left, partial(_wins_by_threats, threats, theirs, moves))
                if not found:
                    break  # lost in any case: what holds out longest
                left = found
    except ThoughtEnded:
        pass  # what was not looked at is left to the search
    return left


def _wins_by_threats(threats: Threats, colour: int, moves: int) -> bool:
    return threats.threats_win(colour, moves) is not None


def _carelessly(state: Position, seat: Seat, level: int, dice: Random) -> Point:
    """Move without thinking; the better levels still see a five, made or threatened."""
    if dice.randrange(2) or state.stage is not Stage.DONE:
        return choose(state, seat, dice)
    if level >= _NEVER_ABSURD:
        board = LineBoard(state.rules, *state.stones)
        for side in (state.colour, 1 - state.colour):
            if board.fives(side):
                return choose(state, seat, dice)
    return _anywhere(state, seat, dice)


def _anywhere(state: Position, seat: Seat, dice: Random) -> Point:
    """Pick a point near a stone without looking."""
    near = _near(state.stones[0] | state.stones[1], state.rules.size)
    moves = list(_GAME.moves(state, seat))
    return dice.choice([at for at in moves if at < 0 or near >> at & 1] or moves)


def choose(state: Position, seat: Seat, dice: Random) -> Point:
    """Pick the point that is worth most and does not lose at once; chance decides a choice."""
    moves = list(_GAME.moves(state, seat))
    if moves[0] < 0:
        return dice.choice(moves)
    near = _near(state.stones[0] | state.stones[1], state.rules.size)
    plausible = [at for at in moves if near >> at & 1] or moves
    own, theirs = state.stones[state.colour], state.stones[1 - state.colour]
    windows = _windows(state.rules.size)
    ranked = sorted(plausible, key=lambda at: (-_worth(windows[at], own, theirs), dice.random()))
    return next((at for at in ranked if not _loses(state, seat, at)), ranked[0])


def _loses(state: Position, seat: Seat, move: Point) -> bool:
    """Say whether a move ends the game at once in the opponent's favour, as a forbidden one."""
    outcome = _GAME.outcome(_GAME.play(state, seat, move))
    return outcome is not None and outcome.winner == 1 - seat


def _worth(windows: tuple[int, ...], own: int, theirs: int) -> int:
    total = 0
    for window in windows:
        if not window & theirs:
            total += OWN[(window & own).bit_count()]
        elif not window & own:
            total += THEIRS[(window & theirs).bit_count()]
    return total


@cache
def _windows(size: int) -> dict[Point, tuple[int, ...]]:
    """Give for every point the windows of five that go through it."""
    board = points(size)
    whole = sum(1 << at for at in board)
    found: dict[Point, list[int]] = {at: [] for at in board}
    for at in board:
        for step in directions(size):
            line = [at + step * number for number in range(5)]
            if all(whole >> point & 1 for point in line):
                window = sum(1 << point for point in line)
                for point in line:
                    found[Point(point)].append(window)
    return {at: tuple(windows) for at, windows in found.items()}


def _near(stones: int, size: int) -> int:
    """Give all points near a stone; on an empty board the middle."""
    if not stones:
        return 1 << (size // 2) * (size + 1) + size // 2
    near = stones
    for _ in range(REACH):
        for step in directions(size):
            near |= near << step | near >> step
    return near
