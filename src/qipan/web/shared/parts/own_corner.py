"""A page for anybody with a reader's own corner in it: the name, one's games, the way out.

For who has no business at the desk the rest of such a page is what everybody gets. It is packed
once, in two pieces that a stream of gzip can be put together from (RFC 1952: one member, whose
blocks were flushed); only the corner is written and packed for each reader.
"""

import struct
import zlib
from typing import cast

from qipan.web.shared.compression import LEVEL
from qipan.web.shared.page_cache import Keeping, Written

CORNER = "shared/who.html"
_BEGINS, _ENDS = b'<div class="who">', b"</div>"
_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LAST = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS).flush()
"""An empty last block."""


class Around:
    """The page around the corner, and each of its two pieces packed."""

    __slots__ = ("after", "before", "packed_after", "packed_before", "sum_before")

    def __init__(self, body: bytes) -> None:
        """Cut a page. Raises ValueError if it has no corner."""
        begins = body.index(_BEGINS)
        ends = body.index(_ENDS, begins) + len(_ENDS)
        self.before, self.after = body[:begins], body[ends:]
        self.packed_before, self.packed_after = _block(self.before), _block(self.after)
        self.sum_before = zlib.crc32(self.before)

    @property
    def weight(self) -> int:
        """Give about the bytes that it takes."""
        plain = len(self.before) + len(self.after)
        return plain + len(self.packed_before) + len(self.packed_after) + 500

    def whole(self, corner: bytes) -> bytes:
        """Give the page with a corner."""
        return self.before + corner + self.after

    def packed(self, corner: bytes) -> bytes:
        """Give the page with a corner, packed."""
        checked = zlib.crc32(self.after, zlib.crc32(corner, self.sum_before))
        size = len(self.before) + len(corner) + len(self.after)
        tail = struct.pack("<LL", checked, size & 0xFFFFFFFF)
        return b"".join((_HEAD, self.packed_before, _block(corner), self.packed_after, _LAST, tail))


def _block(text: bytes) -> bytes:
    """Pack a piece so that it refers to nothing before it and ends on a whole byte."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH)


def has_corner(page: Written) -> bool:
    """Say whether a page has a corner at all: a hall screen has none."""
    return _BEGINS in page.body


def around_corner(page: Written, kept: Keeping) -> Around:
    """Cut a page for anybody, once."""
    return cast("Around", kept.cut.get(page.tag, None, lambda: Around(page.body)))
