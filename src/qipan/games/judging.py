"""Judging moves and lines of any game that has a judge: one in its folder, found by it.

What a judge says follows from the position and the nodes alone, so that whoever asks again, on
another machine or by another road, is told the same.
"""

from collections.abc import Callable
from typing import Any, cast

from qipan.games import AnyGame, part_of
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import Seat
from qipan.kernel.judgement import Judged
from qipan.kernel.thinking import Limits, Watch

Judge = Callable[[Any, Seat, Any, Watch], Judged | None]


def has_judge(game: AnyGame) -> bool:
    """Say whether moves of a game can be judged."""
    try:
        return hasattr(part_of(game, "judge"), "judge")
    except Unknown:
        return False


def usual_nodes(game: AnyGame, state: Any) -> int:
    """Give what a game's judge looks at for one move of a position.

    Raises Unknown if the game has none.
    """
    judge = part_of(game, "judge")
    by_state = getattr(judge, "nodes_for", None)
    return int(judge.NODES if by_state is None else by_state(state))


def closer_times(game: AnyGame) -> int:
    """Give how many times the usual nodes its judge uses for a move that may count in fair play."""
    return int(getattr(part_of(game, "judge"), "CLOSER", 1))


def judged(
    game: AnyGame,
    state: Any,
    seat: Seat,
    played: Any,
    nodes: int,
    called: Callable[[], bool] | None = None,
) -> Judged | None:
    """Judge a move, or with None the position alone; None where there is nothing to choose.

    Raises Unknown if the game has no judge.
    """
    judge = cast(Judge, part_of(game, "judge").judge)
    return judge(state, seat, played, Watch(Limits(nodes), None, called))


def best_line(
    game: AnyGame, state: Any, seat: Seat, first: Any, nodes: int, plies: int
) -> tuple[tuple[Seat, Any, Any], ...]:
    """Follow the best moves of both sides from the one that a judge found best.

    Gives who moves, the state before, and the move; each is looked for with as many nodes.
    """
    found: list[tuple[Seat, Any, Any]] = []
    move = first
    while True:
        found.append((seat, state, move))
        state = game.play(state, seat, move)
        acting = game.acting(state)
        if len(found) >= plies or not acting or acting[0] < 0:
            break
        seat = acting[0]
        said = judged(game, state, seat, None, nodes)
        if said is None:
            break
        move = said.best
    return tuple(found)
