"""Claims and fouls at a xiangqi board: pure functions from a record to a judgement.

A record is ``Played``: the first position and the moves, legal or not. Every function gives a
``Judgement``: what follows (``Effect``), for whom, by which rule, at what price, with the facts.
The numbers (rounds, plies, fouls, minutes) are parameters: small structs that a rulebook fills.

- ``rule_limit``: a claim that so many rounds passed without capture, counted ply by ply.
- ``rule_false_claim``: what a claim that does not hold costs.
- ``rule_exposure``: kings facing, a check unanswered, a king given away: the first offence of a
  record; ``rule_position`` judges a board without a record, ``rule_suicide`` a single move.
- ``rule_double_move``: two moves in a row, by the time of the complaint.
- ``rule_missed``: moves missing on a score sheet; ``check_sheet`` finds them.
- ``rule_fouls``, ``rule_presses``: fouls, and presses of the clock without a move, add up.
- ``steps``: the record ply by ply with everything that is wrong in it.
"""

from qipan.games.xiangqi.claims.double_move import DoubleMove, rule_double_move
from qipan.games.xiangqi.claims.exposure import Suicide, rule_exposure, rule_position, rule_suicide
from qipan.games.xiangqi.claims.fouls import rule_false_claim, rule_fouls, rule_presses
from qipan.games.xiangqi.claims.judgement import Effect, Judgement
from qipan.games.xiangqi.claims.limit import (
    CountedPly,
    Limit,
    LimitClaim,
    count_limit,
    limit_of,
    rule_limit,
)
from qipan.games.xiangqi.claims.sheet import (
    MissedMoves,
    SheetLine,
    check_sheet,
    missing_plies,
    rule_missed,
)
from qipan.games.xiangqi.claims.trace import Flaw, Played, Step, steps

__all__ = [
    "CountedPly",
    "DoubleMove",
    "Effect",
    "Flaw",
    "Judgement",
    "Limit",
    "LimitClaim",
    "MissedMoves",
    "Played",
    "SheetLine",
    "Step",
    "Suicide",
    "check_sheet",
    "count_limit",
    "limit_of",
    "missing_plies",
    "rule_double_move",
    "rule_exposure",
    "rule_false_claim",
    "rule_fouls",
    "rule_limit",
    "rule_missed",
    "rule_position",
    "rule_presses",
    "rule_suicide",
    "steps",
]
