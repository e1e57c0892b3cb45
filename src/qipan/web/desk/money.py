"""Money: what everybody owes and paid, a line for each payment, and receipts to print."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.money import PostMoney, ledger_of, owed
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import EntrantId
from qipan.ranking.ledger import Reason
from qipan.rulebooks.schema.money import amount_in
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words

BY_HAND = (Reason.FEE, Reason.FINE, Reason.CORRECTION)


def currency_of(place: DeskVisit) -> str:
    """Give the currency of the book."""
    return place.rules.prizes.currency or place.rules.conduct.currency


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the ledger by person, or that of one person."""
    section, ledger = place.found, ledger_of(place.found)
    one = place.query.get("who", "")
    due = owed(section)
    lines = [
        (at, line) for at, line in enumerate(section.postings, 1) if not one or line.who == one
    ]
    people = [who for who in section.entrants if not one or who == one]
    charged: dict[str, int] = {}
    for fee in section.fees:
        charged[fee.who] = charged.get(fee.who, 0) + fee.cents
    return {
        "one": one if one in section.entrants else "",
        "rows": [
            (who, charged.get(who, 0), due.get(who, 0), ledger.balance(who)) for who in people
        ],
        "lines": lines,
        "total": ledger.balance(one or None),
        "owed_in_all": sum(due.values()),
        "money": lambda amount: place.money(amount, currency_of(place)),
        "reasons": BY_HAND,
        "receipt": optional_number(place.query, "receipt"),
    }


async def pay(place: DeskVisit) -> str:
    """Take a payment of what somebody owes, and offer its receipt."""
    who = place.entrant()
    due = owed(place.found).get(who, 0)
    command = PostMoney(section=place.section, who=who, reason=Reason.FEE, cents=due)
    place.require(command)
    if not due:
        raise BadInput("nothing is owed", where="entrant", code="money.nothing-owed")
    await place.carry_out(command)
    return f"money?receipt={len(place.found.postings) + 1}"


async def post(place: DeskVisit) -> str:
    """Add a line to the ledger; a correction may be negative."""
    text = words(place.form, "amount")
    negative = text.startswith(("-", "−"))
    amount = amount_in(text.lstrip("-−").strip(), currency_of(place))
    reason = words(place.form, "reason")
    known = [each for each in BY_HAND if each == reason]
    if not known:
        raise Unknown("reason", reason[:40], tuple(BY_HAND))
    await place.carry_out(
        PostMoney(
            section=place.section,
            who=place.entrant(),
            reason=known[0],
            cents=-amount if negative else amount,
            reference=words(place.form, "reference", ""),
        )
    )
    return f"money?receipt={len(place.found.postings) + 1}"


def receipt(place: DeskVisit) -> Mapping[str, Any]:
    """Show one line of the ledger as a receipt. Raises Unknown if there is no such line."""
    at = number(place.query, "n", 0)
    if not 1 <= at <= len(place.found.postings):
        raise Unknown("receipt", str(at))
    line = place.found.postings[at - 1]
    entrant = place.found.entrants[EntrantId(line.who)]
    return {
        "number": at,
        "line": line,
        "unit": entrant.unit,
        "amount": place.money(line.flow, currency_of(place)),
    }


PAGE = DeskPage("money", 8, show, {"pay": pay, "post": post})
BESIDE = (DeskPage("receipt", 91, receipt, listed=False),)
"""A receipt to print: one line of the ledger, numbered as it stands there."""
