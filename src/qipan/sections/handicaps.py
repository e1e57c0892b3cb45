"""The handicap of a table, as its game is played with it: the rules, and what stands before.

One stone is the first move without komi: the board is empty, and only the komi is another one.
"""

from decimal import Decimal
from typing import Any

import msgspec

from qipan.journal.state import Table
from qipan.rulebooks.schema import EventRules

KOMI = "komi"
_ODDS = {"stones": 0, "stones-less-one": 1}
"""What area counting gives White for the stones: all of them, or all but one."""


def rules_at(rules: EventRules, table: Table) -> EventRules:
    """Give the rules of an event as the game at a table is played by them."""
    if not table.komi:
        return rules
    return msgspec.structs.replace(rules, rules={**rules.rules, KOMI: table.komi})


def setup_at(table: Table) -> dict[str, Any]:
    """Give what stands on the board before the first move."""
    return {"handicap": table.handicap} if table.handicap > 1 else {}


def given_to_white(rules: EventRules, table: Table) -> Decimal:
    """Add up what White is given at a table: komi, and stones where area counting gives them."""
    komi = Decimal(table.komi or str(rules.rules.get(KOMI, "6.5")))
    odds = rules.rules.get("odds", "none")
    if table.handicap > 1 and rules.rules.get("counting") == "area" and odds in _ODDS:
        komi += table.handicap - _ODDS[odds]
    return komi
