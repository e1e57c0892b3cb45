"""A push service and chats of the tests: a real server that takes what is sent and keeps it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from qipan.outbound.reach.web_push import b64


class Receiver:
    """Takes posts on the loopback; ``answer`` is what it says to the next ones."""

    def __init__(self):
        self.taken = []
        self.answer = (201, b"")
        self._arrived = threading.Semaphore(0)
        around = self

        class Taker(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                status, said = around.answer
                around.taken.append((self.path, dict(self.headers), body))
                self.send_response(status)
                self.send_header("content-length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)
                around._arrived.release()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Taker)
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def wait(self):
        """Wait for the next post: its path, headers and body."""
        assert self._arrived.acquire(timeout=30)
        return self.taken[-1]

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """The half of web push that is in a browser: keys, and decryption by RFC 8291."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._public = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self._auth = bytes(range(16))

    @property
    def form(self):
        """What the page sends."""
        keys = {"p256dh": b64(self._public), "auth": b64(self._auth)}
        return {"way": "push", "endpoint": self.endpoint, **keys}

    def read(self, body):
        """Decrypt what the push service was given."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), point)

        def derived(secret, salt, about, size):
            return HKDF(hashes.SHA256(), size, salt, about).derive(secret)

        about = b"WebPush: info\0" + self._public + theirs
        both = derived(shared, self._auth, about, 32)
        key = derived(both, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(both, salt, b"Content-Encoding: nonce\0", 12)
        return json.loads(AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x02"))
