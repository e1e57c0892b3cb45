"""PNG of drawings: one, or several as the frames of an animation.

Drawn by the typesetter that prints the documents, one at a time, so that pictures never take the
whole computer from a hall. Whoever has no font for Chinese gets a picture without its letters.
"""

import struct
import threading
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from qipan.formats.typesetter import fonts, typesetter
from qipan.kernel.errors import Unavailable

LONGEST_WAIT = 20.0
MOST_FRAMES = 60
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SOURCE = """
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#let drawn = json(bytes(sys.inputs.drawn))
#for (at, each) in drawn.enumerate() {
  if at > 0 { pagebreak() }
  image(bytes(each), format: "svg")
}
"""
_easel = threading.Lock()


def png(svg: str, scale: float = 1.0) -> bytes:
    """Paint a picture; ``scale`` 1 gives it the size that it says. Raises Unavailable."""
    return frames([svg], scale)[0]


def frames(svgs: Sequence[str], scale: float = 1.0) -> list[bytes]:
    """Paint several pictures of one size. Raises Unavailable if too much is being painted."""
    drawn = "[" + ",".join(_as_json(each) for each in svgs) + "]"
    if not _easel.acquire(timeout=LONGEST_WAIT):
        raise Unavailable("pictures", "too many pictures at once")
    try:
        # SVG counts 96 pixels to the inch, and so does the picture.
        made: Any = typesetter().compile(
            _SOURCE.encode(),
            font_paths=fonts(),
            sys_inputs={"drawn": drawn},
            format="png",
            ppi=96.0 * scale,
        )
    finally:
        _easel.release()
    return made if isinstance(made, list) else [made]


def _as_json(text: str) -> str:
    return msgspec.json.encode(text).decode()


def animation(pictures: Sequence[bytes], milliseconds: int, last: int = 0) -> bytes:
    """Join PNG files of one size into one that moves (APNG), for ever; the last may stand longer.

    A reader that knows no animation shows the first of them.
    """
    out = [SIGNATURE]
    number = 0
    for at, picture in enumerate(pictures):
        chunks = list(_chunks(picture))
        head = next(content for kind, content in chunks if kind == b"IHDR")
        if at == 0:
            out += [
                _chunk(kind, content)
                for kind, content in chunks
                if kind in (b"IHDR", b"sRGB", b"gAMA", b"PLTE", b"tRNS")
            ]
            out.append(_chunk(b"acTL", struct.pack(">II", len(pictures), 0)))
        shown = (last or milliseconds) if at == len(pictures) - 1 else milliseconds
        size = head[:8]
        control = struct.pack(">I", number) + size + struct.pack(">IIHHBB", 0, 0, shown, 1000, 0, 0)
        out.append(_chunk(b"fcTL", control))
        number += 1
        for kind, content in chunks:
            if kind == b"IDAT" and at == 0:
                out.append(_chunk(b"IDAT", content))
            elif kind == b"IDAT":
                out.append(_chunk(b"fdAT", struct.pack(">I", number) + content))
                number += 1
    out.append(_chunk(b"IEND", b""))
    return b"".join(out)


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, content: bytes) -> bytes:
    mark = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", mark)
