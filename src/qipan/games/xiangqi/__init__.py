"""Xiangqi (Chinese chess): the engine, its rulesets, and rulings on repetitions.

What the rest of this folder builds on:

- ``Board``: pieces and side to move. ``board.turn`` is ``RED`` (1) or ``BLACK`` (−1);
  ``board.at[square]`` is a piece id (> 0 red, < 0 black, 0 empty) that survives moves,
  ``board.kind[id]`` its kind (``KING`` … ``PAWN``), ``board.where[id]`` its square or −1;
  ``board.letter(square)`` is ``R`` / ``r`` / ``""``; ``board.pieces()`` gives (square, side, kind).
  ``board.after(move)`` gives a new board, unchecked; ``board.make`` / ``unmake`` change in place;
  ``board.in_check(side)`` also sees facing kings; ``board.key`` is equal for equal positions.
- ``read_fen``, ``parse_fen`` (board, plies without capture, round), ``write_fen``, ``start_board``.
- ``legal_moves(board)``, ``pseudo_moves(board)`` + ``king_steps(board)`` (may expose the king),
  ``is_legal(board, move)``, ``perft(board, depth)``.
- ``read_move("h2e2")``, ``write_move(move)``, ``move_of(origin, target)``, ``origin_of``,
  ``target_of``, ``read_square``, ``write_square``; a square is ``9 * rank + file`` from a0.
- ``board_outcome(board)``: mate and stalemate, or None. ``seat_of(side)``, ``side_of(seat)``.
- ``Ruleset``, ``ruleset_named("axf")``, ``XiangqiRules`` (a ruleset name and an event's changes).
- ``rule_line(board, moves, ruleset)`` in ``repetition``: a ruling with its evidence.
- ``GAME``: the Game protocol; ``State``, ``Claim`` and ``Decision`` are its values.
"""

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.endings import board_outcome, seat_of, side_of
from qipan.games.xiangqi.fen import START, Fen, parse_fen, read_fen, start_board, write_fen
from qipan.games.xiangqi.game import Xiangqi
from qipan.games.xiangqi.movegen import is_legal, king_steps, legal_moves, perft, pseudo_moves
from qipan.games.xiangqi.rulesets import RULESETS, Ruleset, XiangqiRules, ruleset_named
from qipan.games.xiangqi.squares import (
    ADVISOR,
    BISHOP,
    BLACK,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
    Move,
    Square,
    move_of,
    origin_of,
    read_move,
    read_square,
    target_of,
    write_move,
    write_square,
)
from qipan.games.xiangqi.state import Action, Claim, Decision, State

GAME = Xiangqi()

__all__ = [
    "ADVISOR",
    "BISHOP",
    "BLACK",
    "CANNON",
    "GAME",
    "KING",
    "KNIGHT",
    "PAWN",
    "RED",
    "ROOK",
    "RULESETS",
    "START",
    "Action",
    "Board",
    "Claim",
    "Decision",
    "Fen",
    "Move",
    "Ruleset",
    "Square",
    "State",
    "Xiangqi",
    "XiangqiRules",
    "board_outcome",
    "is_legal",
    "king_steps",
    "legal_moves",
    "move_of",
    "origin_of",
    "parse_fen",
    "perft",
    "pseudo_moves",
    "read_fen",
    "read_move",
    "read_square",
    "ruleset_named",
    "seat_of",
    "side_of",
    "start_board",
    "target_of",
    "write_fen",
    "write_move",
    "write_square",
]
