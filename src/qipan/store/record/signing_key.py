"""The key with which a server signs its checkpoints: a file beside the data, never in it."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from qipan.journal.envelope import Envelope
from qipan.journal.record.checkpoints import STREAM, about, read_checkpoints, signed_text
from qipan.kernel.errors import BadInput, Corrupt, Unavailable
from qipan.store.record.secret_seal import SecretSeal

SEED_BYTES = 32


class SigningKey:
    """An Ed25519 key."""

    def __init__(self, seed: bytes) -> None:
        """Take the 32 bytes that the key is made of. Raises BadInput."""
        if len(seed) != SEED_BYTES:
            raise BadInput("a signing key has 32 bytes (64 hexadecimal digits)", where="key")
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.seal = SecretSeal(seed)
        """What secrets in the data are sealed with."""

    @property
    def public(self) -> str:
        """Give the public key in hexadecimal."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> str:
        """Sign a text; the signature in hexadecimal."""
        return self._key.sign(text).hex()


def is_signed(public: str, text: bytes, signature: str) -> bool:
    """Say whether whoever holds a key signed a text."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def read_seed(written: str) -> bytes:
    """Read a key as it is written in a file or the environment. Raises BadInput."""
    try:
        return bytes.fromhex(written.strip())
    except ValueError as error:
        raise BadInput("a signing key is 64 hexadecimal digits", where="key") from error


def key_beside(journal: Path, fresh: bytes) -> SigningKey:
    """Give the key that lies beside a file, readable by its owner only; made of ``fresh`` if none.

    Raises Unavailable if it can neither be read nor made.
    """
    path = journal.with_name(journal.name + ".key")
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        pass
    except OSError as error:
        raise Unavailable(str(path), error.strerror or "cannot be made") from error
    else:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(fresh.hex() + "\n")
    try:
        return SigningKey(read_seed(_whole(path)))
    except OSError as error:
        raise Unavailable(str(path), error.strerror or "cannot be read") from error


def _whole(path: Path) -> str:
    """Read a key; who makes it at this moment gets a second to write its line to the end."""
    for _ in range(100):
        text = path.read_text("ascii")
        if text.endswith("\n"):
            break
        time.sleep(0.01)
    return text


def check_signatures(envelopes: Iterable[Envelope], key: str | None = None) -> int:
    """Check the signatures of checkpoints; gives how many there are.

    Each is checked with the key it names, or all with ``key``. Raises Corrupt.
    """
    count = 0
    for count, envelope in enumerate(envelopes, 1):  # noqa: B007  (counted)
        (made,) = read_checkpoints([envelope])
        public = key.strip().lower() if key else made.key
        text = signed_text(made.size, made.root, about(made))
        if (public or made.signature) and not is_signed(public, text, made.signature):
            raise Corrupt(STREAM, envelope.version, "not signed with this key")
    return count
