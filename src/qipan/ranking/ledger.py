"""The money of an event: fees, fines, deposits and prizes, in cents; nothing is ever rewritten.

A ledger is a value. Positive cents come in, negative ones go out; a correction is a new line.
"""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.rules import RuleKey, rule

DEPOSIT_ONCE = rule("ledger.deposit-once", "A deposit is returned or kept once, in full.")


class Reason(StrEnum):
    """Why money moves."""

    FEE = "fee"
    FINE = "fine"
    DEPOSIT = "deposit"
    DEPOSIT_RETURNED = "deposit-returned"
    DEPOSIT_KEPT = "deposit-kept"
    PRIZE = "prize"
    CORRECTION = "correction"


_OUT = frozenset((Reason.DEPOSIT_RETURNED, Reason.PRIZE))


class Posting(msgspec.Struct, frozen=True):
    """One line: who, why, how much (never negative but in a correction), under which rule."""

    who: str
    reason: Reason
    cents: int
    rule: RuleKey | None = None
    reference: str = ""
    """What it is about: an appeal, a round, another posting."""
    due: str = ""
    """A date, if it is to be paid later."""
    person: str = ""
    """Who of those that enter together, if it is about one of them."""

    @property
    def flow(self) -> int:
        """Give the cents that come in (positive) or go out (negative)."""
        if self.reason is Reason.DEPOSIT_KEPT:
            return 0
        return -self.cents if self.reason in _OUT else self.cents


class Ledger(msgspec.Struct, frozen=True):
    """All postings, in order."""

    postings: tuple[Posting, ...] = ()

    def post(self, line: Posting) -> "Ledger":
        """Add a line. Raises BadInput on a wrong amount, Refused on a deposit not held."""
        if line.cents < 0 and line.reason is not Reason.CORRECTION:
            raise BadInput(f"{line.reason} of {line.cents} cents: amounts are not negative")
        if line.reason in (Reason.DEPOSIT_RETURNED, Reason.DEPOSIT_KEPT):
            held = self.held(line.who, line.reference)
            if line.cents != held or not held:
                raise Refused(
                    "ledger.deposit-not-held",
                    DEPOSIT_ONCE,
                    who=line.who,
                    reference=line.reference,
                    held=held,
                    amount=f"{held // 100}.{held % 100:02d}",
                    asked=line.cents,
                )
        return Ledger((*self.postings, line))

    def post_all(self, lines: Iterable[Posting]) -> "Ledger":
        """Add several lines; all or none. Raises as ``post``."""
        ledger = self
        for line in lines:
            ledger = ledger.post(line)
        return ledger

    def held(self, who: str, reference: str) -> int:
        """Give the deposit still held from somebody for something."""
        kinds = {
            Reason.DEPOSIT: 1,
            Reason.DEPOSIT_RETURNED: -1,
            Reason.DEPOSIT_KEPT: -1,
        }
        return sum(
            line.cents * kinds.get(line.reason, 0)
            for line in self.postings
            if (line.who, line.reference) == (who, reference)
        )

    def balance(self, who: str | None = None) -> int:
        """Give what came in less what went out, from one party or all."""
        return sum(line.flow for line in self.postings if who is None or line.who == who)

    def totals(self) -> dict[Reason, int]:
        """Add up the lines of each reason; flows of all reasons make the balance."""
        found: dict[Reason, int] = {}
        for line in self.postings:
            found[line.reason] = found.get(line.reason, 0) + line.cents
        return found
