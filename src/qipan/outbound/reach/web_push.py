"""Web push: a message encrypted for one browser (RFC 8291), signed by this server (RFC 8292).

The push service of the browser carries it and cannot read it. Keys and salt are handed in; who
calls decides where they come from.
"""

import base64
import binascii
import json
import secrets
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from qipan.kernel.errors import BadInput

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD = 4096
MOST_BYTES = 3000
"""Of a message before it is encrypted; every push service takes as much."""
KEPT_SECONDS = 4 * 3600
"""How long a push service keeps a message for a telephone that is switched off."""
SIGNED_SECONDS = 12 * 3600
LONGEST_ENDPOINT = 1000


class PushAddress(msgspec.Struct, frozen=True):
    """Where a browser is reached, as it says so itself."""

    endpoint: str
    p256dh: str
    """The browser's public key."""
    auth: str
    """The browser's secret."""


class PushKey:
    """The key by which push services know this server."""

    def __init__(self, seed: bytes) -> None:
        """Make it of a secret of this server: the same on each of its processes, for ever."""
        number = int.from_bytes(sha256(b"qipan web push" + seed).digest()) % (ORDER - 1) + 1
        self._key = ec.derive_private_key(number, CURVE)
        self.public = b64(_point(self._key.public_key()))
        """As a browser takes it."""

    def authorization(self, endpoint: str, contact: str, now: int) -> str:
        """Sign that a message to a push service is ours; it holds for a while."""
        place = urlsplit(endpoint)
        said = {
            "aud": f"{place.scheme}://{place.netloc}",
            "exp": now + SIGNED_SECONDS,
            "sub": contact,
        }
        head = b64(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        signed = f"{head}.{b64(json.dumps(said).encode())}"
        first, second = decode_dss_signature(
            self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
        )
        signature = b64(first.to_bytes(32) + second.to_bytes(32))
        return f"vapid t={signed}.{signature}, k={self.public}"


def read_push_address(endpoint: str, p256dh: str, auth: str) -> PushAddress:
    """Read what a browser sent. Raises BadInput."""
    found = PushAddress(endpoint.strip(), p256dh.strip(), auth.strip())
    try:
        _public(found.p256dh)
        fits = len(unb64(found.auth)) == 16
    except (ValueError, binascii.Error) as error:
        raise BadInput("no key of a browser", where="p256dh", code="reach.address") from error
    if not fits or not 0 < len(found.endpoint) <= LONGEST_ENDPOINT:
        raise BadInput("no address of a browser", where="endpoint", code="reach.address")
    return found


def encrypted(
    content: bytes,
    to: PushAddress,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Encrypt a message for a browser; key and salt are new ones unless given."""
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    theirs, ours = unb64(to.p256dh), _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), _public(to.p256dh))
    both = _derived(shared, unb64(to.auth), b"WebPush: info\x00" + theirs + ours, 32)
    key = _derived(both, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(both, salt, b"Content-Encoding: nonce\x00", 12)
    sealed = AESGCM(key).encrypt(nonce, content + b"\x02", None)
    return salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def _public(text: str) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(text))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def b64(content: bytes) -> str:
    """Write bytes as addresses and tokens have them."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """Read them. Raises ValueError."""
    return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
