"""Two moves in a row: what follows depends on when the opponent complains."""

from typing import Final

import msgspec

from qipan.games.xiangqi.claims.judgement import Effect, Judgement
from qipan.games.xiangqi.claims.trace import Flaw, Played, steps
from qipan.games.xiangqi.endings import seat_of
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import rule

AT_ONCE: Final = rule(
    "xiangqi.double-move-at-once", "Two moves in a row, complained of at once, lose the game."
)
LATER: Final = rule(
    "xiangqi.double-move-later",
    "Two moves in a row, complained of later in the game, are a foul and the game goes on.",
)
AFTERWARDS: Final = rule(
    "xiangqi.double-move-afterwards",
    "Two moves in a row, complained of after the game, are a foul and the result stands.",
)
IN_TURN: Final = rule("xiangqi.moves-in-turn", "The players moved in turn.")


class DoubleMove(msgspec.Struct, frozen=True):
    """What a double move costs when the complaint is late."""

    conduct_fouls: int = 1


def rule_double_move(
    played: Played, complained_after: int | None, terms: DoubleMove | None = None
) -> Judgement:
    """Find the first two moves in a row of one side and rule by the time of the complaint.

    ``complained_after`` is the number of plies that had been played, None if the game was over. A
    complaint is at once if nothing was played after the second of the two moves. Raises BadInput
    if the record cannot be read or the complaint came before the offence.
    """
    terms = terms or DoubleMove()
    wrong = (step for step in steps(played) if Flaw.OUT_OF_TURN in step.flaws)
    # On the first ply the wrong side began; that is no second move in a row.
    offence = next((step for step in wrong if step.ply > 1), None)
    if offence is None:
        return Judgement(Effect.PLAY_ON, IN_TURN, facts={"plies": len(played.moves)})
    seat = seat_of(offence.side)
    facts = {"ply": offence.ply, "move": offence.text, "complained_after": complained_after}
    fouls = terms.conduct_fouls
    if complained_after is None:
        return Judgement(Effect.RESULT_STANDS, AFTERWARDS, seat, conduct_fouls=fouls, facts=facts)
    if complained_after < offence.ply:
        raise BadInput(
            f"the complaint after ply {complained_after} comes before the offence, {offence.ply}",
            where="complained_after",
        )
    if complained_after == offence.ply:
        return Judgement(Effect.LOSS, AT_ONCE, seat, facts=facts)
    return Judgement(Effect.PLAY_ON, LATER, seat, conduct_fouls=fouls, facts=facts)
