"""Photographs from outside: JPEG or PNG by content, bounded, and without what a camera adds.

A name or a type that a browser states is not looked at. Everything that is not needed to show the
picture is left out: place, time and device of the camera are nobody's business. Which way is up is
kept. Pixels are not decoded; browsers that show a picture do that in their own sandbox.
"""

import struct
from collections.abc import Iterator

import msgspec

from qipan.kernel.errors import BadInput

MOST_BYTES = 8_000_000
MOST_SIDE = 16_000
MOST_PIXELS = 120_000_000
JPEG, PNG = "image/jpeg", "image/png"
_PNG_HEAD = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"sRGB", b"cHRM"))
_SOI, _EOI, _SOS, _APP0, _APP1, _APP14, _COM = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xEE, 0xFE
_FRAMES = frozenset((0xC0, 0xC1, 0xC2))
_ORIENTATION = 0x0112


class Photo(msgspec.Struct, frozen=True):
    """A picture that may be kept."""

    media: str
    content: bytes
    width: int
    height: int


def read_photo(content: bytes) -> Photo:
    """Check a picture and take out what a camera adds. Raises BadInput."""
    if len(content) > MOST_BYTES:
        raise _bad(f"at most {MOST_BYTES // 1_000_000} MB", "photo.size")
    try:
        if content.startswith(_PNG_HEAD):
            found = _png(content)
        elif content.startswith(b"\xff\xd8\xff"):
            found = _jpeg(content)
        else:
            raise _bad("neither JPEG nor PNG", "photo.type")
    except (struct.error, IndexError, ValueError) as error:
        raise _bad("a damaged picture", "photo.type") from error
    if not (0 < found.width <= MOST_SIDE and 0 < found.height <= MOST_SIDE):
        raise _bad("too large a picture", "photo.size")
    if found.width * found.height > MOST_PIXELS:
        raise _bad("too large a picture", "photo.size")
    return found


def _bad(what: str, code: str) -> BadInput:
    return BadInput(what, where="photo", code=code)


def _png(content: bytes) -> Photo:
    parts, size, at = [_PNG_HEAD], (0, 0), len(_PNG_HEAD)
    data = ended = False
    while at < len(content) and not ended:
        length, kind = struct.unpack_from(">I4s", content, at)
        end = at + 12 + length
        if end > len(content):
            raise ValueError(kind)
        if (at == len(_PNG_HEAD)) != (kind == b"IHDR"):
            raise ValueError(kind)
        if kind == b"IHDR":
            size = struct.unpack_from(">II", content, at + 8)
        if kind in _PNG_KEPT:
            parts.append(content[at:end])
        data, ended, at = data or kind == b"IDAT", kind == b"IEND", end
    if not data or not ended:
        raise ValueError("no picture")
    return Photo(PNG, b"".join(parts), *size)


def _jpeg(content: bytes) -> Photo:
    parts, size, upright = [b"\xff\xd8"], (0, 0), 1
    for marker, start, end in _segments(content):
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", content, start + 5)
            size = (width, height)
        if marker == _APP1 and content[start + 4 : start + 10] == b"Exif\0\0":
            upright = _orientation(content[start + 10 : end]) or upright
        if marker in (_APP0, _APP14) or not (_APP0 <= marker <= 0xEF or marker == _COM):
            parts.append(content[start:end])
        if marker == _SOS:
            last = content.rfind(b"\xff\xd9", end)
            if last < 0 or size == (0, 0):
                raise ValueError("no picture")
            parts.append(content[end : last + 2])
    if len(parts) < 3 or size == (0, 0) or not parts[-1].endswith(b"\xff\xd9"):
        raise ValueError("no picture")
    if upright != 1:
        parts.insert(1, _only_orientation(upright))
    return Photo(JPEG, b"".join(parts), *size)


def _segments(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Give marker, start and end of each segment up to the scan, which ends the walk."""
    at = 2
    while True:
        if content[at] != 0xFF:
            raise ValueError("not a marker")
        while content[at + 1] == 0xFF:  # markers may be padded
            at += 1
        marker = content[at + 1]
        if marker in (0, _SOI, _EOI) or 0xD0 <= marker <= 0xD7:
            raise ValueError("out of place")
        (length,) = struct.unpack_from(">H", content, at + 2)
        end = at + 2 + length
        if length < 2 or end > len(content):
            raise ValueError("too long")
        yield marker, at, end
        if marker == _SOS:
            return
        at = end


def _orientation(tiff: bytes) -> int:
    """Read which way is up; 0 if it is not said or not readable."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 10:
        return 0
    (first,) = struct.unpack_from(f"{order}I", tiff, 4)
    if first + 2 > len(tiff):
        return 0
    (count,) = struct.unpack_from(f"{order}H", tiff, first)
    for index in range(min(count, 200)):
        at = first + 2 + 12 * index
        if at + 12 > len(tiff):
            return 0
        tag, kind, _, value = struct.unpack_from(f"{order}HHIH", tiff, at)
        if tag == _ORIENTATION and kind == 3:
            return value if 1 <= value <= 8 else 0
    return 0


def _only_orientation(upright: int) -> bytes:
    """Write an Exif segment that says which way is up, and nothing else."""
    entry = struct.pack(">HHIHH", _ORIENTATION, 3, 1, upright, 0)
    tiff = b"MM\0\x2a\0\0\0\x08" + struct.pack(">H", 1) + entry + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
