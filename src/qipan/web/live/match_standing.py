"""How a match of a contest stands for one side, told at the end of each of its games."""

import msgspec

from qipan.journal.state import Competition, Section
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import How
from qipan.sections.matches import match_of, wins


class MatchStanding(msgspec.Struct, frozen=True):
    """What the games so far mean, seen from one side."""

    won: int
    """Games won by this side."""
    lost: int
    games: int
    """How many games the match has, without a play-off."""
    result: str
    """``won``, ``lost`` or ``drawn`` once the match is decided; empty before."""
    forfeit: bool
    """Whether somebody did not come."""


def match_standing(
    state: Competition, section: Section, number: RoundNo, board: BoardNo, entrant: str
) -> MatchStanding | None:
    """Tell how the match of an entrant stands; None where there are not two sides."""
    match = match_of(state, section, number, board)
    order = match.table.seats
    if len(order) != 2 or EntrantId(entrant) not in order:
        return None
    own = order.index(EntrantId(entrant))
    won = wins(match.games)
    result = match.round.results.get(board)
    decided = ""
    if result is not None:
        mine, theirs = result.score.seats[own], result.score.seats[1 - own]
        decided = "won" if mine > theirs else "lost" if mine < theirs else "drawn"
    return MatchStanding(
        won=won[own],
        lost=won[1 - own],
        games=match.rule.games,
        result=decided,
        forfeit=result is not None and result.how is How.FORFEIT,
    )
