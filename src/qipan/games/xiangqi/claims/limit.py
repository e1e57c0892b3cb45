"""The move limit: so many rounds without capture, counted ply by ply.

Only captures begin the count anew. Of the claimant's checks a ruleset may let only some count: each
one more is left out together with the answer to it. Where the count does not go back, it runs from
the request, which lapses with a capture. A position that is mate or stalemate is lost and nothing
is counted.
"""

from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.claiming import LIMIT
from qipan.games.xiangqi.claims.fouls import rule_false_claim
from qipan.games.xiangqi.claims.judgement import Effect, Judgement
from qipan.games.xiangqi.claims.trace import Flaw, Played, Step, steps
from qipan.games.xiangqi.endings import board_outcome, seat_of, side_of
from qipan.games.xiangqi.fen import parse_fen
from qipan.games.xiangqi.rulesets import Count, FalseClaim, Ruleset
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

FLAG: Final = rule("xiangqi.flag-while-claiming", "Whose flag falls while he claims loses.")
OWN_TIME: Final = rule("xiangqi.claim-in-own-time", "A claim is made in one's own time.")
BEGINS: Final = rule(
    "xiangqi.limit-count-begins", "Where nothing is counted back, the count runs from the request."
)


class Limit(msgspec.Struct, frozen=True):
    """How the move limit is counted and claimed."""

    rounds: int = 50
    count: Count = Count.BACK
    checks_counted: int | None = None
    """Most checks of the claimant that count; None if all do."""
    own_time: bool = False
    """Whether a claim is heard only when it is the claimant's turn."""
    false_claim: FalseClaim = FalseClaim()


class LimitClaim(msgspec.Struct, frozen=True):
    """A claim, made after the last ply of the record."""

    seat: Seat
    requested: int | None = None
    """After how many plies the count was asked for, where it does not go back."""
    earlier: tuple[int, ...] = ()
    """After how many plies each earlier false claim of this player was made."""
    seconds_left: int | None = None
    flag_fallen: bool = False


class CountedPly(msgspec.Struct, frozen=True):
    """One ply of the count."""

    ply: int
    move: str
    seat: Seat
    check: bool
    counted: bool
    total: int
    """Plies counted so far, this one included if it counts."""


def limit_of(ruleset: Ruleset, *, own_time: bool = False) -> Limit:
    """Take the numbers from a ruleset."""
    return Limit(
        ruleset.limit, ruleset.count, ruleset.checks_counted, own_time, ruleset.false_claim
    )


def count_limit(played: Played, seat: Seat, terms: Limit, since: int = 0) -> list[CountedPly]:
    """Count the plies without capture at the end of a record, for a claimant.

    The count begins after the last capture and not before ``since`` plies; plies without capture
    that the first position brings along count too if it reaches back to them. Raises BadInput if
    the record cannot be read.
    """
    line = list(steps(played))
    begin = max(_last_capture(line), since)
    return _counted(line[begin:], seat, terms, _brought(played, begin))


def rule_limit(played: Played, claim: LimitClaim, terms: Limit) -> Judgement:
    """Rule on a claim of a draw by the move limit.

    Raises BadInput if the record cannot be read or the request lies outside of it.
    """
    line = list(steps(played))
    board = line[-1].after if line else parse_fen(played.fen).board
    if claim.flag_fallen:
        return Judgement(Effect.LOSS, FLAG, claim.seat)
    ended = _ended(line, board)
    if ended is not None:
        return ended
    if terms.own_time and seat_of(board.turn) != claim.seat:
        return Judgement(Effect.PLAY_ON, OWN_TIME, facts={"turn": seat_of(board.turn)})
    begin = _last_capture(line)
    if terms.count is Count.FORWARD:
        if claim.requested is not None and not 0 <= claim.requested <= len(line):
            raise BadInput(f"the record has {len(line)} plies", where="requested")
        if claim.requested is None or claim.requested < begin:
            return Judgement(Effect.PLAY_ON, BEGINS, facts={"from_ply": len(line) + 1})
        begin = claim.requested
    brought = _brought(played, begin) if terms.count is Count.BACK else 0
    plies = _counted(line[begin:], claim.seat, terms, brought)
    total = plies[-1].total if plies else brought
    facts = {
        "counted": total,
        "needed": 2 * terms.rounds,
        "from_ply": begin + 1,
        "brought": brought,
        "count": msgspec.to_builtins(plies),
    }
    if total >= 2 * terms.rounds:
        return Judgement(Effect.DRAW, LIMIT, facts=facts)
    paid = rule_false_claim(
        claim.seat,
        terms.false_claim,
        earlier=claim.earlier,
        stage=_last_capture(line),
        seconds_left=claim.seconds_left,
    )
    return msgspec.structs.replace(paid, facts={**paid.facts, **facts})


def _counted(line: list[Step], seat: Seat, terms: Limit, brought: int) -> list[CountedPly]:
    found: list[CountedPly] = []
    side, most = side_of(seat), terms.checks_counted
    checks, total, left_out = 0, brought, False
    for step in line:
        own_check = step.check and step.side == side
        checks += own_check
        answer = left_out and step.side != side
        left_out = own_check and most is not None and checks > most
        counted = not (left_out or answer)
        total += counted
        mover = seat_of(step.side)
        found.append(CountedPly(step.ply, step.text, mover, step.check, counted, total))
    return found


def _last_capture(line: list[Step]) -> int:
    """Give the ply of the last capture, 0 if there was none."""
    return max((step.ply for step in line if step.captured), default=0)


def _brought(played: Played, begin: int) -> int:
    """Give the plies without capture that the first position brings along, if they count."""
    return parse_fen(played.fen).quiet if begin == 0 else 0


def _ended(line: list[Step], board: Board) -> Judgement | None:
    """Give the loss that stands on the board, if there is one."""
    if line and Flaw.KING_TAKEN in line[-1].flaws:
        raise BadInput("a king was taken: there is nothing to claim", where="moves")
    outcome = board_outcome(board)
    if outcome is None:
        return None
    return Judgement(Effect.LOSS, outcome.rule, seat_of(board.turn), facts={"plies": len(line)})
