"""Kings that can be taken: facing each other, left in check, or given away.

With a record the first offence decides, whatever came after it; without one, the board as it
stands: the side that moved last must not have its king exposed.
"""

from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.claims.judgement import Effect, Judgement
from qipan.games.xiangqi.claims.trace import EXPOSING, Flaw, Played, kings_face, steps
from qipan.games.xiangqi.endings import seat_of
from qipan.games.xiangqi.movegen import is_safe, king_steps, pseudo_moves
from qipan.games.xiangqi.squares import Move, write_move
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import rule

FACING: Final = rule("xiangqi.kings-face", "Who first makes the two kings face each other loses.")
UNANSWERED: Final = rule("xiangqi.unanswered-check", "Who leaves a check unanswered loses.")
SUICIDE: Final = rule("xiangqi.suicide", "Who moves so that his own king can be taken loses.")
NOT_RELEASED: Final = rule(
    "xiangqi.suicide-not-released", "A move that is not completed may still be changed."
)
SAFE: Final = rule("xiangqi.kings-safe", "No move of the record left its own king to be taken.")
_RULES: Final = {
    Flaw.KINGS_FACE: FACING,
    Flaw.UNANSWERED_CHECK: UNANSWERED,
    Flaw.SUICIDE: SUICIDE,
}


class Suicide(msgspec.Struct, frozen=True):
    """When a move that gives the own king away is lost."""

    released_only: bool = False
    """Whether the piece must have been let go of."""


def rule_exposure(played: Played) -> Judgement:
    """Find the first ply that left its own king to be taken; who played it loses.

    Raises BadInput if the record cannot be read.
    """
    checked = 0
    for step in steps(played):
        checked = step.ply
        flaw = next((flaw for flaw in step.flaws if flaw in EXPOSING), None)
        if flaw is not None:
            facts = {"ply": step.ply, "move": step.text, "of": len(played.moves)}
            return Judgement(Effect.LOSS, _RULES[flaw], seat_of(step.side), facts=facts)
    return Judgement(Effect.PLAY_ON, SAFE, facts={"plies": checked})


def rule_position(board: Board) -> Judgement:
    """Judge a board without a record: who moved last and has his king exposed loses."""
    side = -board.turn
    if not board.attacked(side):
        return Judgement(Effect.PLAY_ON, SAFE)
    return Judgement(Effect.LOSS, FACING if kings_face(board) else UNANSWERED, seat_of(side))


def rule_suicide(
    board: Board, move: Move, *, released: bool, terms: Suicide | None = None
) -> Judgement:
    """Judge a move of the side to move, as the piece was touched to it or let go of.

    Raises BadInput if the piece does not move so at all.
    """
    terms = terms or Suicide()
    trial = board.copy()
    if move not in pseudo_moves(trial) and move not in king_steps(trial):
        raise BadInput(f"{write_move(move)} is no move of the side to move")
    facts = {"move": write_move(move), "released": released}
    if is_safe(trial, move):
        return Judgement(Effect.PLAY_ON, SAFE, facts=facts)
    if terms.released_only and not released:
        return Judgement(Effect.PLAY_ON, NOT_RELEASED, facts=facts)
    return Judgement(Effect.LOSS, SUICIDE, seat_of(board.turn), facts=facts)
