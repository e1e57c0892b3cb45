"""Phones of players on the demo, and pictures to send from them."""

import struct
import zlib

from litestar.testing import TestClient

from qipan.web.player.phones import card_of, card_path

HALL = "http://hall.example"


class Phone:
    """A phone: its own cookies, and the cards it takes."""

    def __init__(self, app, context):
        self.context = context
        self.client = TestClient(app, base_url=HALL, raise_server_exceptions=True)
        self.client.headers["accept-language"] = "en"
        self.client.get("/sign-in")
        self.client.headers["x-csrftoken"] = self.client.cookies["csrftoken"]

    def card(self, who, section="women"):
        state = self.context.house.office.state("demo")
        return card_path(self.context, card_of(state, state.sections[section], who))

    def take(self, who, path=None):
        path = path or self.card(who)
        return self.client.post(f"{path}/take", follow_redirects=False)

    def page(self, who, **words):
        return self.client.get(f"/c/demo/women/me/{who}", **words)

    def act(self, who, action, **fields):
        return self.client.post(
            f"/c/demo/women/me/{who}/{action}", data=fields, follow_redirects=False
        )

    def photograph(self, who, content, name="x.jpg", media="image/jpeg"):
        files = {"photo": (name, content, media)}
        path = f"/c/demo/women/me/{who}/photo"
        return self.client.post(path, files=files, follow_redirects=False)


def png(width=3, height=2, *more):
    """A real picture, with more chunks if wanted."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = b"".join(b"\0" + b"\x7f" * width for _ in range(min(height, 10)))
    parts = [chunk(b"IHDR", head), *(chunk(*each) for each in more)]
    return (
        b"\x89PNG\r\n\x1a\n"
        + b"".join(parts)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def jpeg(*segments, width=8, height=8):
    """The bones of a JPEG: whatever segments are given, a frame, and a scan."""

    def segment(marker, body):
        return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body

    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
    scan = segment(0xDA, b"\1\1\0\0?\0") + b"\x55\x55\xff\xd9"
    return b"\xff\xd8" + b"".join(segment(*each) for each in segments) + frame + scan


def exif(orientation):
    """What a camera adds: which way is up, and where it was."""
    entries = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    entries += struct.pack(">HHII", 0x8825, 4, 1, 0)
    tiff = b"MM\0\x2a\0\0\0\x08" + struct.pack(">H", 2) + entries + b"\0\0\0\0 GPS 3.1390 N"
    return (0xE1, b"Exif\0\0" + tiff)
