"""From the defenders' points of a deal to levels, and from levels to the next banker."""

import msgspec

from qipan.games.shengji.rules import NextBanker, ShengjiRules
from qipan.kernel.rules import rule

BOTTOM = rule("shengji.bottom", "Who wins the last trick gains the bottom, who buried guards it.")
LEVELS = rule("shengji.levels", "The defenders' points of a deal decide who rises, and how far.")
BANK = rule("shengji.bank", "Eighty points take the bank; else the banker's side keeps it.")
TAKES_BANK = 80
STEP = 40


class Gain(msgspec.Struct, frozen=True):
    """What a deal gives: levels up for one side, and who is on stage next."""

    banker: int
    defenders: int
    bank_lost: bool


def multiplier(length: int) -> int:
    """Give what the bottom counts for a last trick of so many pairs; 0 is a single card."""
    return 4 * length if length else 2


def bottom_change(points: int, times: int, *, defenders_buried: bool, defenders_won: bool) -> int:
    """Give what the bottom changes in the defenders' points [shengji.bottom]."""
    if defenders_won:
        return points * times
    return -points * times if defenders_buried else 0


def gain_of(points: int, rules: ShengjiRules | None = None) -> Gain:
    """Turn the defenders' points into levels [shengji.levels, shengji.bank]."""
    rules = rules or ShengjiRules()
    if points >= TAKES_BANK:
        over = points - rules.bank_gain_from
        return Gain(0, over // STEP + 1 if over >= 0 else 0, bank_lost=True)
    if points > 0:
        return Gain(1 if points >= STEP else 2, 0, bank_lost=False)
    more = -points // STEP if rules.negative_steps else 0
    return Gain(3 + more, 0, bank_lost=False)


def banker_after(banker: int, bank_lost: bool, rules: ShengjiRules) -> int:
    """Give the seat that is banker in the next deal."""
    if bank_lost:
        return (banker + rules.step) % 4
    return (banker + 2) % 4 if rules.next_banker is NextBanker.PARTNER else banker


def rank_played(level: int) -> int:
    """Give the rank of the level cards: a level below 2 plays a 2."""
    return max(2, min(level, 14)) - 2
