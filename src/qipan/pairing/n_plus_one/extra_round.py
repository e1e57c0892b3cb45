"""The round after the Swiss: the two best play the final, the others one more Swiss round.

The Swiss system is passed in. The finalists may have met before. Protections ("special pairing")
do not hold in this round unless the caller says so.
"""

from collections.abc import Callable, Sequence

import msgspec

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.balance import balances, seated
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.pairing.protections.forbidden import NONE, Protections

FINAL = rule("n-plus-one.final", "Places one and two play the final, even if they have met.")
MAIN = rule("n-plus-one.main-group", "Everybody else plays one more round of the Swiss.")
UNPROTECTED = rule("n-plus-one.unprotected", "Protections do not apply in the extra round.")

Swiss = Callable[[Crosstable, RoundNo, Protections], RoundPlan]
"""Any Swiss system: table, round and protections in, a plan out."""


def why_not(standing: Sequence[EntrantId], pair: tuple[EntrantId, EntrantId]) -> Reason | None:
    """Say why two do not meet in the extra round if the final is why; None: ask the Swiss.

    Raises BadInput if they are the finalists, or not both in the standing.
    """
    if len(set(pair)) < 2 or not set(pair) <= set(standing) or set(pair) == set(standing[:2]):
        raise BadInput(f"{pair[0]} and {pair[1]} meet in the final, or are not in the standing")
    finalists = [who for who in pair if who in standing[:2]]
    return Reason(FINAL, {"finalists": finalists}) if finalists else None


def final_meeting(table: Crosstable, standing: Sequence[EntrantId]) -> Meeting:
    """Give the final: the first two of the standing, on the first board.

    Its seats balance the two players' counts; if they are equal the better placed moves first.
    Raises BadInput on a wrong standing.
    """
    known = {entry.id for entry in table.entries}
    if len(standing) < 2 or len(set(standing)) != len(standing) or not set(standing) <= known:
        raise BadInput("the standing must hold two or more entrants of the table, each once")
    better, worse = standing[:2]
    seats, colour = seated(better, worse, balances(table))
    met = [at for at, cell in enumerate(table.row(better), 1) if cell.opponent == worse]
    return Meeting(BoardNo(1), seats, (Reason(FINAL, {"met-in": met}), colour))


def extra_round(
    table: Crosstable,
    number: RoundNo,
    standing: Sequence[EntrantId],
    swiss: Swiss,
    *,
    protections: Protections = NONE,
    keep_protections: bool = False,
) -> RoundPlan:
    """Pair the extra round; ``standing`` is everybody still there, best first.

    Raises BadInput on a wrong standing, Impossible if the Swiss finds no round.
    """
    final = final_meeting(table, standing)
    others = [who for who in standing if who not in final.seats]
    held = protections if keep_protections else NONE
    main = swiss(table.only(others), number, held) if others else RoundPlan(number, ())
    why = Reason(MAIN, {"entrants": len(others)})
    reasons = [*main.reasons, why]
    if protections.rows and not keep_protections:
        reasons.append(Reason(UNPROTECTED, {"protections": len(protections.rows)}))
    moved = tuple(
        msgspec.structs.replace(
            meeting, board=BoardNo(meeting.board + 1), reasons=(*meeting.reasons, why)
        )
        for meeting in main.meetings
    )
    return RoundPlan(number, (final, *moved), main.rests, tuple(reasons))
