"""Compression of answers, except of those that are packed already."""

from typing import Any, Literal

from litestar.config.compression import CompressionConfig
from litestar.enums import CompressionEncoding
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import Message, Scope, Send

PACKED = (b"application/pdf", b"image/png", b"application/vnd.openxmlformats", b"application/zip")
LEVEL = 5
"""Twice as fast as the highest, and pages are hardly larger."""


class Packing(CompressionMiddleware):
    """Litestar's compression, which leaves alone what is compressed."""

    def create_compression_send_wrapper(
        self,
        send: Send,
        compression_encoding: Literal[CompressionEncoding.BROTLI, CompressionEncoding.GZIP] | str,
        scope: Scope,
    ) -> Send:
        """Send compressed, unless the answer begins by saying that it is."""
        packing = super().create_compression_send_wrapper(send, compression_encoding, scope)
        chosen = packing

        async def begin(message: Message) -> None:
            nonlocal chosen
            if message["type"] == "http.response.start" and _is_packed(message["headers"]):
                chosen = send
            await chosen(message)

        return begin


def _is_packed(headers: Any) -> bool:
    found = {bytes(name).lower(): bytes(value) for name, value in headers}
    if b"content-encoding" in found:
        return True
    return found.get(b"content-type", b"").startswith(PACKED)


def compression() -> CompressionConfig:
    """Compress with gzip, which every browser reads; never the stream of live changes."""
    return CompressionConfig(
        "gzip",
        gzip_compress_level=LEVEL,
        middleware_class=Packing,
        exclude=["/live", "/api/competitions/[^/]+/events$"],
    )
