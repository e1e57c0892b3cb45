"""``qipan game … xiangqi``: counting moves and ruling on repetitions."""

from typing import Any

import msgspec

from qipan.games.xiangqi import START, Move, read_fen, read_move, ruleset_named
from qipan.games.xiangqi import perft as count
from qipan.games.xiangqi.repetition import Act, answer, rule_line
from qipan.kernel.errors import BadInput

_MOST_MOVES = 2000


class Request(msgspec.Struct, forbid_unknown_fields=False):
    """One question: a line of play under a ruleset."""

    ruleset: str | None = None
    fen: str | None = None
    moves: str | list[str] | None = None
    occurrences: int | None = None
    id: Any = None
    """Whatever names the question; given back as it is."""
    overrides: dict[int, Act] = {}
    """What the arbiter says plies do, by their number from 1."""


def perft(depth: int, fen: str | None, players: int | None) -> int:
    """Count the legal move sequences of a length. Raises BadInput on a wrong position."""
    if players not in (None, 2):
        raise BadInput(f"xiangqi has two players, not {players}", where="players")
    return count(read_fen(fen or START), depth)


def rule(request: dict[str, Any]) -> dict[str, Any]:
    """Rule on a line of play. Raises BadInput on anything that cannot be read."""
    try:
        asked = msgspec.convert(request, Request, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where="request") from error
    if asked.occurrences is not None and not 2 <= asked.occurrences <= 100:
        raise BadInput("occurrences are 2 to 100", where="occurrences")
    board = read_fen(asked.fen or START)
    ruling = rule_line(
        board,
        _moves(asked.moves),
        ruleset_named(asked.ruleset or "axf"),
        asked.occurrences,
        asked.overrides,
    )
    found = msgspec.to_builtins(answer(ruling))
    return found if asked.id is None else {"id": asked.id, **found}


def _moves(moves: str | list[str] | None) -> list[Move]:
    words = moves.split() if isinstance(moves, str) else moves or []
    if len(words) > _MOST_MOVES:
        raise BadInput(f"at most {_MOST_MOVES} moves can be ruled on", where="moves")
    return [read_move(word) for word in words]
