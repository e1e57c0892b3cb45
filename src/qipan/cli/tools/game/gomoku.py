"""What ``qipan game`` does with gomoku: counting move sequences, and ruling on a line of play."""

from typing import Any

import msgspec

from qipan.games.gomoku import GAME, GomokuRules, Position, Win
from qipan.games.gomoku.board import Point, points, write_point
from qipan.games.gomoku.renju import Renju
from qipan.kernel.errors import BadInput


def perft(depth: int, fen: str | None, players: int | None) -> int:
    """Count move sequences of a given length on 15 x 15, or on ``fen`` lines: ``9``."""
    if players not in (None, 2):
        raise BadInput("gomoku has two seats")
    lines = fen or "15"
    if not (lines.isascii() and lines.isdigit() and len(lines) < 3):
        raise BadInput("for gomoku, --fen is the number of lines")
    return _perft(GAME.start(GomokuRules(size=int(lines)), 2, {}), depth)


def rule(request: dict[str, Any]) -> dict[str, Any]:
    """Play a line under a ruleset (five-or-more, exactly-five, renju) and rule on it.

    For renju the answer names Black's forbidden points. Raises BadInput or IllegalMove.
    """
    try:
        win = Win(request.get("ruleset") or Win.FIVE_OR_MORE)
    except ValueError as error:
        raise BadInput(f"unknown ruleset {str(request.get('ruleset'))[:40]!r}") from error
    state = GAME.start(GomokuRules(win=win), 2, {})
    for text in str(request.get("moves") or "").split():
        state = GAME.play(state, state.turn, GAME.read(state, state.turn, text))
    outcome = GAME.outcome(state)
    return {
        "id": request.get("id"),
        "outcome": msgspec.to_builtins(outcome) if outcome else None,
        "forbidden": _forbidden(state) if win is Win.RENJU and outcome is None else {},
    }


def _perft(state: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return (
        sum(
            _perft(GAME.play(state, state.turn, move), depth - 1)
            for move in GAME.moves(state, state.turn)
        )
        if not state.ended
        else 0
    )


def _forbidden(state: Position) -> dict[str, str]:
    size = state.rules.size
    judge = Renju(state.stones[0], state.stones[1], size)
    taken = state.stones[0] | state.stones[1]
    found = {}
    for at in points(size):
        barred = None if taken >> at & 1 else judge.forbids(Point(at))
        if barred:
            found[write_point(size, at)] = str(barred)
    return found
