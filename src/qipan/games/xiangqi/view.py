"""What everybody sees of a game of xiangqi."""

from functools import lru_cache

import msgspec

from qipan.games.xiangqi.claiming import as_carried_out, limit_plies
from qipan.games.xiangqi.endings import seat_of
from qipan.games.xiangqi.fen import read_fen, write_fen_of
from qipan.games.xiangqi.repetition import (
    Ruling,
    RulingAnswer,
    Verdict,
    answer,
    rule_line,
    side_name,
)
from qipan.games.xiangqi.rulesets import Count, XiangqiRules
from qipan.games.xiangqi.squares import Move
from qipan.games.xiangqi.state import Penalty, State
from qipan.kernel.game import View
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey


class WarningView(View, frozen=True):
    """A ruling that is carried out unless somebody varies in time."""

    must_vary: str | None
    """``red``, ``black``, or None if either may."""
    rule: RuleKey
    plies_left: int


class RepetitionMeter(View, frozen=True):
    """How often the position has stood, and what a ruling would say now."""

    times: int
    """This time included."""
    needed: int
    """At which time it is ruled."""
    claimed: bool
    """Whether a player must ask for the ruling."""
    verdict: str | None = None
    """``draw``, ``must-vary`` or ``arbiter``; None while nothing could be ruled."""
    must_vary: str | None = None
    """``red`` or ``black``: who loses unless they play something else."""
    rule: RuleKey | None = None
    grace: int = 0
    """Rounds that side has to vary."""


class LimitMeter(View, frozen=True):
    """How far the game is from a draw without captures, and what a wrong claim costs."""

    rounds: int
    """Rounds without a capture that make a draw."""
    counted: tuple[int, int]
    """Plies that count if the seat claims."""
    forward: bool
    """Whether only moves after a request are counted."""
    claimed: bool
    """Whether a player must ask; else the draw comes by itself."""
    minutes: int
    """Off the clock for a wrong claim."""
    technical_fouls: int
    loses: tuple[bool, bool]
    """Whether the seat's next wrong claim loses the game."""


class XiangqiView(View, frozen=True):
    """The position, the moves that led to it, and what was claimed."""

    fen: str
    start: str
    """The position before the first move."""
    moves: tuple[str, ...]
    turn: int | None
    check: bool
    """Whether the side to move stands in check."""
    quiet_plies: int
    """Plies since the last capture."""
    counted_from: int | None
    """Number of played plies at which a limit is counted from, where it is not counted back."""
    penalties: tuple[Penalty, ...]
    warned: WarningView | None
    ruling: RulingAnswer | None
    """A ruling that waits for an arbiter."""
    repetition: RepetitionMeter | None = None
    limit: LimitMeter | None = None
    """None once the game is over."""


def view_of(state: State) -> XiangqiView:
    """Give a position as plain values."""
    return XiangqiView(
        fen=write_fen_of(state.keys[-1], state.quiet_plies, state.round),
        start=state.fen,
        moves=state.written,
        turn=None if state.ended or state.ruling else seat_of(state.board.turn),
        check=state.check,
        quiet_plies=state.quiet_plies,
        counted_from=state.counted_from,
        penalties=state.penalties,
        warned=_warning(state),
        ruling=answer(state.ruling) if state.ruling else None,
        repetition=None if state.ended else _repetition(state),
        limit=None if state.ended else _limit(state),
    )


def _repetition(state: State) -> RepetitionMeter:
    ruleset = state.rules.settled()
    times = state.keys.count(state.keys[-1])
    due = times >= ruleset.occurrences and state.warned is None and state.ruling is None
    if not due:
        return RepetitionMeter(times, ruleset.occurrences, ruleset.claimed)
    ruling = _expected_ruling(state.rules, state.fen, state.played)
    if ruling.verdict is Verdict.NONE:
        return RepetitionMeter(times, ruleset.occurrences, ruleset.claimed)
    must_vary, key, grace = as_carried_out(state, ruleset, ruling)
    open_to_doubt = ruling.verdict is Verdict.NEEDS_ARBITER
    return RepetitionMeter(
        times=times,
        needed=ruleset.occurrences,
        claimed=ruleset.claimed,
        verdict="arbiter" if open_to_doubt else "must-vary" if must_vary is not None else "draw",
        must_vary=None if open_to_doubt else side_name(must_vary),
        rule=key,
        grace=grace,
    )


@lru_cache(64)
def _expected_ruling(rules: XiangqiRules, fen: str, played: tuple[Move, ...]) -> Ruling:
    """Rule on a game as a claim would; kept, because every viewer is told the same.

    Not with what it rests on: the boards of every ply made each of these fifty kilobytes.
    """
    ruling = rule_line(read_fen(fen), played, rules.settled())
    return msgspec.structs.replace(ruling, plies=(), labels=())


def _limit(state: State) -> LimitMeter:
    ruleset = state.rules.settled()
    cost = ruleset.false_claim
    return LimitMeter(
        rounds=ruleset.limit,
        counted=(limit_plies(state, ruleset, Seat(0)), limit_plies(state, ruleset, Seat(1))),
        forward=ruleset.count is Count.FORWARD,
        claimed=ruleset.claimed,
        minutes=cost.minutes,
        technical_fouls=cost.technical_fouls,
        loses=(
            state.false_claims[0] + 1 >= cost.loses_at,
            state.false_claims[1] + 1 >= cost.loses_at,
        ),
    )


def _warning(state: State) -> WarningView | None:
    if state.warned is None:
        return None
    return WarningView(
        must_vary=side_name(state.warned.must_vary),
        rule=state.warned.rule,
        plies_left=state.warned.due - len(state.played),
    )
