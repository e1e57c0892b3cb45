"""Lots that anybody can check afterwards.

1. A secret of 32 random bytes is made (by ``wiring``); its *commitment*, a SHA-256, is published.
2. Participants may add public entropy: words said aloud, a newspaper headline, their own dice.
3. The draw is computed from secret, label, candidates and entropy, and the secret is revealed.

Whoever kept the commitment can recompute the order. Nobody could choose it: the secret was fixed
before the entropy was known, and the entropy before the secret was shown.

The order is a Fisher–Yates shuffle fed by HMAC-SHA256(secret, message ‖ counter), with rejection
so that every order is equally likely. Nothing here reads dice or the clock.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

import msgspec

from qipan.kernel.errors import BadInput

SECRET_BYTES = 32
_DOMAIN = b"qipan-lot/1\x00"


class Draw(msgspec.Struct, frozen=True):
    """A finished lot with all that is needed to check it."""

    label: str
    candidates: tuple[str, ...]
    commitment: str
    secret: str
    order: tuple[str, ...]
    entropy: tuple[str, ...] = ()


def commit(secret: bytes) -> str:
    """Give the commitment to publish before the draw. Raises BadInput on a short secret."""
    if len(secret) != SECRET_BYTES:
        raise BadInput(f"a lot's secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(_DOMAIN + secret).hexdigest()


def draw(label: str, candidates: Sequence[str], secret: bytes, entropy: Sequence[str] = ()) -> Draw:
    """Draw an order of all candidates. Raises BadInput if two candidates are the same."""
    if len(set(candidates)) != len(candidates):
        raise BadInput("the candidates of a lot must differ from each other", where=label)
    commitment = commit(secret)
    message = msgspec.json.encode([label, list(candidates), list(entropy)])
    order = list(candidates)
    numbers = _stream(secret, message)
    for last in range(len(order) - 1, 0, -1):
        pick = _below(last + 1, numbers)
        order[last], order[pick] = order[pick], order[last]
    return Draw(label, tuple(candidates), commitment, secret.hex(), tuple(order), tuple(entropy))


def faults(found: Draw) -> tuple[str, ...]:
    """Recompute a draw and name all that does not agree; empty if it is right."""
    try:
        secret = bytes.fromhex(found.secret)
        again = draw(found.label, found.candidates, secret, found.entropy)
    except (ValueError, BadInput) as error:
        return (f"unreadable: {error}",)
    wrong = []
    if again.commitment != found.commitment:
        wrong.append("the secret does not belong to the published commitment")
    if again.order != found.order:
        wrong.append(f"the order should be {', '.join(again.order)}")
    return tuple(wrong)


def _stream(secret: bytes, message: bytes) -> Iterator[int]:
    begun = hmac.new(secret, _DOMAIN + message, "sha256")  # read once, however long it is
    counter = 0
    while True:
        whole = begun.copy()
        whole.update(counter.to_bytes(8, "big"))
        block = whole.digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    limit = 2**64 - 2**64 % bound
    return next(number for number in numbers if number < limit) % bound
