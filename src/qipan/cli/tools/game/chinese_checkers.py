"""``qipan game perft chinese-checkers`` and ``qipan game rule chinese-checkers``."""

from typing import Any

from qipan.games.chinese_checkers.perft import perft as count
from qipan.games.chinese_checkers.rules import CheckersRules, Lock
from qipan.games.chinese_checkers.state import Star, beginning, piece_moves, read_board
from qipan.kernel.errors import BadInput


def perft(depth: int, fen: str | None, players: int | None) -> int:
    """Count move sequences from the start, or from ``BOARD TURN``. Raises BadInput."""
    seats = 6 if players is None else players
    if fen is None:
        return count(beginning(CheckersRules(), seats), depth)
    board, _, turn = fen.strip().partition(" ")
    return count(_position(CheckersRules(), seats, board, turn or "0"), depth)


def rule(request: dict[str, Any]) -> dict[str, Any]:
    """Count the moves of a position under each reading of the target lock. Raises BadInput."""
    board, turn = request.get("board") or request.get("fen"), request.get("player", 0)
    seats = request.get("players", 6)
    if not isinstance(board, str) or not isinstance(turn, int) or not isinstance(seats, int):
        raise BadInput("a request has 'board', 'player' and perhaps 'players'")
    found: dict[str, Any] = {"id": request["id"]} if "id" in request else {}
    names = {
        Lock.OFF: "moves_no_lock",
        Lock.END_OF_TURN: "moves_lock_end_of_turn",
        Lock.EVERY_LANDING: "moves_lock_every_landing",
    }
    for lock, name in names.items():
        star = read_board(CheckersRules(lock=lock), seats, board, turn)
        found[name] = sum(to.bit_count() for _, to in piece_moves(star, turn))
    return found


def _position(rules: CheckersRules, seats: int, board: str, turn: str) -> Star:
    if not (turn.isascii() and turn.isdigit() and len(turn) == 1):
        raise BadInput(f"{turn[:20]!r} is no seat to move", where="fen")
    return read_board(rules, seats, board, int(turn))
