"""The scoresheet: from what a table writes down after each deal to levels, bank and match result.

The game itself settles its deals here too, so a table with real cards and one online are scored
by the same lines.
"""

from collections.abc import Sequence

import msgspec

from qipan.games.shengji.penalties import Adjustment, checked
from qipan.games.shengji.rules import ShengjiRules
from qipan.games.shengji.score import Gain, banker_after, bottom_change, gain_of, multiplier
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey, rule

PASSED = rule("shengji.match.passed", "Who passes the last level wins the match.")
HIGHER = rule("shengji.match.higher-level", "When time is up, the higher level wins.")
ON_STAGE = rule("shengji.match.on-stage", "At equal levels the side that holds the bank wins.")
BY_LOT = rule("shengji.match.lot", "At equal levels before there is a banker, lots are drawn.")
FIRST_LEVEL = 2
ALL_POINTS = 200

Levels = tuple[int, int]


class Sheet(msgspec.Struct, frozen=True):
    """What is written down after one deal."""

    banker: int
    """Seat 0–3."""
    trick_points: int
    """Points in the tricks that the defenders won, without the bottom."""
    bottom_points: int = 0
    last_length: int = 0
    """Pairs in the part of the last trick that counts; 0 is a single card."""
    defenders_buried: bool = False
    defenders_won_last: bool = False
    adjustments: tuple[Adjustment, ...] = ()


class DealLine(msgspec.Struct, frozen=True):
    """One line of the level ledger."""

    deal: int
    sheet: Sheet
    bottom_change: int
    penalty_change: int
    points: int
    """The defenders' points with all of it."""
    gain: Gain
    before: Levels
    after: Levels
    next_banker: int


class Ledger(msgspec.Struct, frozen=True):
    """All deals of a match, and its result if it has one."""

    entries: tuple[DealLine, ...]
    levels: Levels
    banker: int | None
    winner: int | None = None
    """Side 0 or 1."""
    rule: RuleKey | None = None


def settle(rules: ShengjiRules, deal: int, before: Levels, sheet: Sheet) -> DealLine:
    """Score one deal: tricks, bottom, penalties in points, levels, then penalties in levels."""
    stage = sheet.banker % 2
    bottom = bottom_change(
        sheet.bottom_points,
        multiplier(sheet.last_length),
        defenders_buried=sheet.defenders_buried,
        defenders_won=sheet.defenders_won_last,
    )
    penalty = sum(each.points if each.side == stage else -each.points for each in sheet.adjustments)
    points = sheet.trick_points + bottom + penalty
    gain = gain_of(points, rules)
    after = list(before)
    for side, steps in ((stage, gain.banker), (1 - stage, gain.defenders)):
        after[side] = _risen(rules, before[side], steps, as_banker=side == stage)
    levels = (after[0], after[1])
    for each in sheet.adjustments:
        levels = lowered(rules, levels, each)
    return DealLine(
        deal=deal,
        sheet=sheet,
        bottom_change=bottom,
        penalty_change=penalty,
        points=points,
        gain=gain,
        before=before,
        after=levels,
        next_banker=banker_after(sheet.banker, gain.bank_lost, rules),
    )


def lowered(rules: ShengjiRules, levels: Levels, penalty: Adjustment) -> Levels:
    """Take the levels of a penalty from its side; not below the first one where rules say so."""
    here = levels[penalty.side]
    new = here - penalty.levels
    if not rules.negative_levels:
        new = max(new, min(here, FIRST_LEVEL))
    return (new, levels[1]) if penalty.side == 0 else (levels[0], new)


def verdict(
    rules: ShengjiRules, levels: Levels, banker: int | None, *, time_up: bool
) -> tuple[int | None, RuleKey] | None:
    """Give winner and rule, or None while the match goes on; a winner None asks for a lot."""
    for side in (0, 1):
        if levels[side] > rules.last_level:
            return side, PASSED
    if not time_up:
        return None
    if levels[0] != levels[1]:
        return int(levels[1] > levels[0]), HIGHER
    return (None, BY_LOT) if banker is None else (banker % 2, ON_STAGE)


def ledger(
    rules: ShengjiRules,
    sheets: Sequence[Sheet],
    *,
    time_up: bool = False,
    lot: int | None = None,
    beside: Sequence[Adjustment] = (),
) -> Ledger:
    """Score a whole match. Raises BadInput if a sheet cannot be, or stands after the end.

    ``beside`` are penalties in levels that an arbiter gave beside the sheets.
    """
    entries: list[DealLine] = []
    levels: Levels = (FIRST_LEVEL, FIRST_LEVEL)
    banker: int | None = None
    for number, sheet in enumerate(sheets, 1):
        _check(sheet, number, banker)
        if verdict(rules, _all_lowered(rules, levels, beside), banker, time_up=False):
            raise BadInput("the match was over before this deal", where=f"deal {number}")
        entry = settle(rules, number, levels, sheet)
        entries.append(entry)
        levels, banker = entry.after, entry.next_banker
    levels = _all_lowered(rules, levels, beside)
    found = verdict(rules, levels, banker, time_up=time_up)
    if found is None:
        return Ledger(tuple(entries), levels, banker)
    winner, why = found
    return Ledger(tuple(entries), levels, banker, lot if winner is None else winner, why)


def _all_lowered(rules: ShengjiRules, levels: Levels, penalties: Sequence[Adjustment]) -> Levels:
    for each in penalties:
        levels = lowered(rules, levels, each)
    return levels


def _risen(rules: ShengjiRules, level: int, levels: int, *, as_banker: bool) -> int:
    if not rules.pass_as_banker or (as_banker and level >= rules.last_level):
        return level + levels
    return max(level, min(level + levels, rules.last_level))


def _check(sheet: Sheet, number: int, banker: int | None) -> None:
    where = f"deal {number}"
    if sheet.banker not in range(4):
        raise BadInput(f"the banker is a seat 0 to 3, not {sheet.banker}", where=where)
    if banker is not None and sheet.banker != banker:
        raise BadInput(f"the banker of this deal is seat {banker}", where=where)
    for name, points in (("trick", sheet.trick_points), ("bottom", sheet.bottom_points)):
        if points % 5 or not 0 <= points <= ALL_POINTS:
            raise BadInput(f"{name} points go from 0 to {ALL_POINTS} by fives", where=where)
    if sheet.trick_points + sheet.bottom_points > ALL_POINTS:
        raise BadInput(f"a deal has {ALL_POINTS} points", where=where)
    if sheet.last_length not in range(13):
        raise BadInput("the last trick has 0 to 12 pairs in a row", where=where)
    for each in sheet.adjustments:
        checked(each)
