"""Secrets sealed at rest: who has the data, or a copy of it, has no secret without the key.

Lots that are committed to and not drawn, the key of the seats and of the forms lie in the data. The
key that seals them does not: it is made from the signing key, which is a file beside the data or
stands in the environment. What was stored before there was a seal stays as it is.
"""

import hashlib
import hmac
import os
from collections.abc import Callable

from qipan.kernel.errors import Unavailable

MARK = b"QIPAN-SEALED-1\n"
NONCE = 12


class SecretSeal:
    """Seals and opens secrets; each is bound to its name."""

    def __init__(self, seed: bytes) -> None:
        """Make the key of the seal from that of the signatures."""
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        self._lock = ChaCha20Poly1305(hmac.digest(seed, b"qipan secrets 1", hashlib.sha256))

    def close(self, name: str, content: bytes) -> bytes:
        """Seal a secret."""
        nonce = os.urandom(NONCE)
        return MARK + nonce + self._lock.encrypt(nonce, content, name.encode())

    def open(self, name: str, kept: bytes) -> bytes:
        """Open a secret. Raises Unavailable if it was sealed with another key, or is another's."""
        from cryptography.exceptions import InvalidTag

        nonce, locked = kept[len(MARK) :][:NONCE], kept[len(MARK) + NONCE :]
        try:
            return self._lock.decrypt(nonce, locked, name.encode())
        except (InvalidTag, ValueError) as error:
            raise _locked(name) from error


def opened_secret(name: str, kept: bytes, seal: Callable[[], SecretSeal | None]) -> bytes:
    """Give a secret as it was kept: sealed, or of the time before. Raises Unavailable."""
    if not kept.startswith(MARK):
        return kept
    found = seal()
    if found is None:
        raise _locked(name)
    return found.open(name, kept)


def _locked(name: str) -> Unavailable:
    why = "sealed with another key: put the file *.key of that data beside it, or QIPAN_SIGNING_KEY"
    return Unavailable(f"secret {name}", why)
