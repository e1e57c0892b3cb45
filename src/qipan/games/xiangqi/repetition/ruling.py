"""From a line of play to a ruling: is one due, what does each move do, who must vary.

Nothing here looks at a clock or keeps state: the same line and ruleset give the same ruling, and an
arbiter who labels a move otherwise gets the ruling that follows from it.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition import asian, chinese, table
from qipan.games.xiangqi.repetition.certainty import is_certain
from qipan.games.xiangqi.repetition.keys import NOT_DUE
from qipan.games.xiangqi.repetition.labels import Act, Judged, Label, override
from qipan.games.xiangqi.repetition.line import (
    Ply,
    Stretch,
    points_used,
    recent,
    repeated,
    replay,
    to_and_fro,
)
from qipan.games.xiangqi.rulesets import Family, Ruleset
from qipan.games.xiangqi.squares import RED
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey

_SHUFFLE: Final = 6
"""Plies of moving to and fro that are put before an arbiter though no position came back."""
_POINTS: Final = 3
"""Points a side must use for a long chase to be ruled without threefold."""


class Verdict(StrEnum):
    """What is ruled."""

    NONE = "none"
    DRAW = "draw"
    RED_WINS = "red_wins"
    BLACK_WINS = "black_wins"
    NEEDS_ARBITER = "needs_arbiter"


class Ruling(msgspec.Struct, frozen=True):
    """A ruling, or why there is none, with everything it rests on."""

    ruleset: str
    verdict: Verdict
    proposal: Verdict
    """What follows from the labels; equal to the verdict where that is certain."""
    must_vary: int | None
    """The side that must vary or lose; for ``needs_arbiter``, by the proposal."""
    rule: RuleKey
    grace: int = 0
    """Rounds that side has to vary before it loses."""
    plies: tuple[Ply, ...] = ()
    labels: tuple[Label, ...] = ()
    closed: bool = True
    """Whether a position came back; False for a long chase over many points."""


def rule_line(
    board: Board,
    moves: Sequence[int],
    ruleset: Ruleset,
    occurrences: int | None = None,
    changes: Mapping[int, Act] | None = None,
) -> Ruling:
    """Rule on a line of play under a ruleset.

    ``occurrences`` overrides how often a position must have stood; ``changes`` maps the number of
    a ply (from 1) to what the arbiter says it does. Raises BadInput on an illegal move.
    """
    boards = replay(board, moves)
    due = repeated(boards, moves, occurrences or ruleset.occurrences)
    if due is not None:
        return _rule_stretch(due, ruleset, changes or {})
    return _rule_open(boards, moves, ruleset, changes or {})


def _rule_stretch(found: Stretch, ruleset: Ruleset, changes: Mapping[int, Act]) -> Ruling:
    """Rule on a stretch that came back to where it began."""
    if ruleset.family is Family.ASIAN:
        labels = _changed(found, asian.label_plies(found.plies), changes)
        judged = asian.judge(asian.all_round(labels, found.rounds()))
        return _ruling(found, ruleset, labels, judged, certain=True)
    labels = _changed(found, chinese.label_plies(found.plies), changes)
    return _ruling(found, ruleset, labels, table.judge(labels), is_certain(labels))


def _rule_open(
    boards: Sequence[Board], moves: Sequence[int], ruleset: Ruleset, changes: Mapping[int, Act]
) -> Ruling:
    """Rule on a line that has not come back: only a long or aimless chase matters."""
    none = Ruling(ruleset.name, Verdict.NONE, Verdict.NONE, None, NOT_DUE)
    if ruleset.long_cycle is None or len(moves) < _SHUFFLE:
        return none
    found = recent(boards, moves, 2 * ruleset.long_cycle)
    if found is None or len(found.plies) < _SHUFFLE:
        return none
    long_enough = len(found.plies) == 2 * ruleset.long_cycle
    if not long_enough and not to_and_fro(found.plies):
        return none
    labels = _changed(found, chinese.label_plies(found.plies), changes)
    judged = table.judge(labels)
    if judged.must_vary is None:
        return none
    wide = points_used(found.plies, judged.must_vary) >= _POINTS
    if long_enough and not wide and not to_and_fro(found.plies):
        return none
    certain = long_enough and wide and is_certain(labels)
    return _ruling(found, ruleset, labels, judged, certain)


def _ruling(
    found: Stretch, ruleset: Ruleset, labels: list[Label], judged: Judged, certain: bool
) -> Ruling:
    proposal = _verdict(judged.must_vary)
    return Ruling(
        ruleset.name,
        proposal if certain else Verdict.NEEDS_ARBITER,
        proposal,
        judged.must_vary,
        judged.rule,
        0 if judged.at_once else ruleset.grace,
        found.plies,
        tuple(labels),
        found.closed,
    )


def _verdict(must_vary: int | None) -> Verdict:
    if must_vary is None:
        return Verdict.DRAW
    return Verdict.BLACK_WINS if must_vary == RED else Verdict.RED_WINS


def _changed(found: Stretch, labels: list[Label], changes: Mapping[int, Act]) -> list[Label]:
    """Apply an arbiter's labels. Raises BadInput if a ply is not part of the stretch."""
    if not changes:
        return labels
    first, size = found.plies[0].number, len(found.plies)
    wrong = [number for number in changes if not first <= number < first + size]
    if wrong:
        raise BadInput(f"ply {wrong[0]} is not among the plies ruled on", where="overrides")
    return override(labels, {number - first: act for number, act in changes.items()})
