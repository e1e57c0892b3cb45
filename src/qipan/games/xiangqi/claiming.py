"""Claims during a game: the move limit and repetitions, and what follows from them.

Pure functions from a state to the next. Where the ruleset needs no claim, ``settled`` carries the
same rulings out by itself after every move.
"""

from typing import Final

import msgspec

from qipan.games.xiangqi.fen import read_fen
from qipan.games.xiangqi.repetition.ruling import Ruling, Verdict, rule_line
from qipan.games.xiangqi.rulesets import Count, Ruleset
from qipan.games.xiangqi.squares import BLACK, RED
from qipan.games.xiangqi.state import Decision, Penalty, State, Warned
from qipan.kernel.errors import IllegalMove
from qipan.kernel.game import Outcome
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey, rule

LIMIT: Final = rule(
    "xiangqi.move-limit-reached", "So many rounds without capture make a draw when claimed."
)
FALSE_LIMIT: Final = rule(
    "xiangqi.false-limit-claim", "A claim of the move limit that does not hold is punished."
)
EARLY_DRAW: Final = rule(
    "xiangqi.draw-from-round", "Before a certain round nothing is drawn; the first player varies."
)
DECIDED: Final = rule(
    "xiangqi.arbiter-decides", "Where the rules leave a repetition open, the arbiter decides."
)


def settled(state: State, ruleset: Ruleset) -> State:
    """Carry out what is due after a move: a warning that ran out, a limit, an automatic ruling."""
    if state.ended:
        return state
    if state.warned is not None:
        state = _after_warning(state, state.warned)
        if state.ended or state.warned:
            return state
    if state.counted_from is not None and _counted_forward(state) >= 2 * ruleset.limit:
        return _with_end(state, None, LIMIT)
    if ruleset.claimed:
        return state
    if ruleset.count is Count.BACK and _counted_back(state, ruleset) >= 2 * ruleset.limit:
        return _with_end(state, None, LIMIT)
    if state.keys.count(state.keys[-1]) >= ruleset.occurrences:
        return apply_ruling(state, ruleset, _rule(state, ruleset))
    return state


def claim_limit(state: State, seat: Seat, ruleset: Ruleset) -> State:
    """Claim a draw by the move limit, or ask for the count to begin.

    Raises IllegalMove if the count has begun and is not complete.
    """
    if ruleset.count is Count.FORWARD:
        if state.counted_from is not None:
            left = 2 * ruleset.limit - _counted_forward(state)
            raise IllegalMove("xiangqi.limit-being-counted", LIMIT, plies_left=left)
        return msgspec.structs.replace(state, counted_from=len(state.played))
    counted = _counted_back(state, ruleset, seat)
    if counted >= 2 * ruleset.limit:
        return _with_end(state, None, LIMIT, counted=counted)
    return _false_claim(state, seat, ruleset, counted)


def claim_repetition(state: State, ruleset: Ruleset) -> State:
    """Ask for a ruling on a repetition. Raises IllegalMove if none is due."""
    if state.warned is not None:
        left = state.warned.due - len(state.played)
        raise IllegalMove("xiangqi.already-warned", state.warned.rule, plies_left=left)
    ruling = _rule(state, ruleset)
    if ruling.verdict is Verdict.NONE:
        raise IllegalMove("xiangqi.nothing-to-rule", ruling.rule, plies=len(state.keys) - 1)
    return apply_ruling(state, ruleset, ruling)


def decide(state: State, decision: Decision) -> State:
    """Carry out what the arbiter decided on a ruling that waited for him."""
    state = msgspec.structs.replace(state, ruling=None)
    match decision:
        case Decision.PLAY_ON:
            return state
        case Decision.DRAW:
            return _with_end(state, None, DECIDED)
        case Decision.RED_WINS:
            return _with_end(state, BLACK, DECIDED)
        case Decision.BLACK_WINS:
            return _with_end(state, RED, DECIDED)


def apply_ruling(state: State, ruleset: Ruleset, ruling: Ruling) -> State:
    """Carry out a ruling: at once, after the rounds of grace, or by leaving it to an arbiter."""
    if ruling.verdict is Verdict.NEEDS_ARBITER:
        return msgspec.structs.replace(state, ruling=ruling)
    if ruling.verdict is Verdict.NONE:
        return state
    must_vary, key, grace = as_carried_out(state, ruleset, ruling)
    if not grace:
        return _with_end(state, must_vary, key)
    loop = frozenset(ply.after.key for ply in ruling.plies)
    due = len(state.played) + 2 * grace
    return msgspec.structs.replace(state, warned=Warned(must_vary, key, due, loop))


def as_carried_out(
    state: State, ruleset: Ruleset, ruling: Ruling
) -> tuple[int | None, RuleKey, int]:
    """Say who must vary, by which rule and within how many rounds; too early nothing is drawn."""
    if ruling.must_vary is None and state.round < ruleset.draw_from:
        return RED, EARLY_DRAW, max(1, ruleset.grace)
    return ruling.must_vary, ruling.rule, ruling.grace


def limit_plies(state: State, ruleset: Ruleset, seat: Seat) -> int:
    """Count the plies towards the limit as a claim of this seat would."""
    if ruleset.count is Count.FORWARD:
        return 0 if state.counted_from is None else _counted_forward(state)
    return _counted_back(state, ruleset, seat)


def _after_warning(state: State, warned: Warned) -> State:
    """Lift a warning if somebody varied; carry it out if the grace has run out."""
    if state.keys[-1] not in warned.loop:  # whoever left the loop: nothing repeats any more
        return msgspec.structs.replace(state, warned=None)
    if len(state.played) >= warned.due:
        return _with_end(state, warned.must_vary, warned.rule)
    return state


def _rule(state: State, ruleset: Ruleset) -> Ruling:
    return rule_line(read_fen(state.fen), state.played, ruleset)


def _counted_back(state: State, ruleset: Ruleset, seat: Seat | None = None) -> int:
    """Count the plies towards the limit; checks beyond the cap are left out with their answers.

    The claimant's own checks count, or those of whoever gave more if nobody claims.
    """
    if ruleset.checks_counted is None:
        return state.quiet_plies
    checks = max(state.checks) if seat is None else state.checks[seat]
    return state.quiet_plies - 2 * max(0, checks - ruleset.checks_counted)


def _counted_forward(state: State) -> int:
    return len(state.played) - (state.counted_from or 0)


def _false_claim(state: State, seat: Seat, ruleset: Ruleset, counted: int) -> State:
    cost = ruleset.false_claim
    numbers = list(state.false_claims)
    numbers[seat] += 1
    penalty = Penalty(seat, len(state.played), cost.technical_fouls, cost.minutes)
    state = msgspec.structs.replace(
        state,
        false_claims=(numbers[0], numbers[1]),
        penalties=(*state.penalties, penalty),
    )
    if numbers[seat] >= cost.loses_at:
        side = RED if seat == 0 else BLACK
        return _with_end(state, side, FALSE_LIMIT, counted=counted)
    return state


def _with_end(state: State, loser: int | None, by: RuleKey, **facts: object) -> State:
    places = (1, 1) if loser is None else (2, 1) if loser == RED else (1, 2)
    ended = Outcome(places, by, dict(facts))
    return msgspec.structs.replace(state, ended=ended, warned=None, ruling=None)
