"""A puzzle instead of a captcha: a browser works for a moment, a flood for hours.

The server keeps nothing for a puzzle it gives: the puzzle says until when and how hard it is, and
is signed. A solved one is used once (``store.visitors.one_time``). Who comes often works harder.
"""

import base64
import hashlib
import hmac

import msgspec

from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.web.shared.context import Context
from qipan.web.shared.limits import may_try

WORK = rule(
    "access.work", "A request for a new account carries a solved puzzle; each puzzle works once."
)
EASY, HARD = 14, 18
"""Bits that must be zero: about a tenth of a second, and a few."""
SECONDS = 3600
LONGEST = 200


class Puzzle(msgspec.Struct, frozen=True):
    """Find a word so that the hash of seed and word begins with so many zero bits."""

    seed: str
    bits: int


def new_puzzle(context: Context, address: str) -> Puzzle:
    """Make a puzzle; harder for an address that asked often."""
    bits = EASY if may_try("sign-up-calm", address) else HARD
    stem = f"{context.seconds() + SECONDS}.{bits}.{context.token()[:16]}"
    return Puzzle(f"{stem}.{_signature(context, stem)}", bits)


def require_work(context: Context, seed: str, word: str) -> None:
    """Check a solved puzzle and use it up. Raises Refused."""
    stem, _, signature = seed.rpartition(".")
    right = len(seed) + len(word) <= LONGEST and seed.isascii() and word.isascii()
    if not right or not hmac.compare_digest(signature, _signature(context, stem)):
        raise Refused("access.work", WORK)
    until, bits, _ = stem.split(".", 2)
    now = context.seconds()
    if int(until) <= now or leading_zeros(f"{seed}:{word}") < int(bits):
        raise Refused("access.work", WORK)
    if not context.house.side_tables.one_time.spend(f"work/{seed}", int(until), now):
        raise Refused("access.work", WORK)


def leading_zeros(text: str) -> int:
    """Count the zero bits at the beginning of a hash."""
    return 256 - int.from_bytes(hashlib.sha256(text.encode()).digest(), "big").bit_length()


def _signature(context: Context, stem: str) -> str:
    made = hmac.digest(context.secret.encode(), f"work/{stem}".encode(), "sha256")[:12]
    return base64.urlsafe_b64encode(made).decode()
