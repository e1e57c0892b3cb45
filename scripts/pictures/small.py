"""Pictures with a palette: a third of the bytes, and nothing to be seen of it.

The browser itself reads the picture and counts its colours; here they are only written.
"""

import base64
import struct
import zlib
from pathlib import Path
from typing import Any

PALETTE = """async (source) => {
  const image = new Image();
  image.src = "data:image/png;base64," + source;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const seen = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
  const counts = new Map();
  for (const each of seen) counts.set(each, (counts.get(each) ?? 0) + 1);
  const often = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const parts = (each) => [each & 255, (each >> 8) & 255, (each >> 16) & 255];
  const far = (a, b) => a.reduce((sum, each, at) => sum + (each - b[at]) ** 2, 0);
  const palette = [];
  for (const apart of [0, 300, 40, 0]) {  // the commonest, then what is unlike any of them
    for (const each of often) {
      const full = palette.length >= (apart ? 256 : palette.length < 96 ? 96 : 256);
      if (full) break;
      const mine = parts(each);
      if (palette.every((other) => far(mine, other) > apart)) palette.push(mine);
    }
  }
  const nearest = new Map();
  for (const each of often) {
    const mine = parts(each);
    let best = 0;
    for (let at = 1; at < palette.length; at++)
      if (far(mine, palette[at]) < far(mine, palette[best])) best = at;
    nearest.set(each, best);
  }
  let text = "";
  const lines = Uint8Array.from(seen, (each) => nearest.get(each));
  for (let at = 0; at < lines.length; at += 32768)
    text += String.fromCharCode(...lines.subarray(at, at + 32768));
  return [image.width, image.height, palette, btoa(text)];
}"""


def save(reader: Any, picture: bytes, file: Path) -> int:
    """Write a picture with at most 256 colours and give its bytes; ``reader`` is an empty page."""
    source = base64.b64encode(picture).decode()
    width, height, palette, encoded = reader.evaluate(PALETTE, source)
    points = base64.b64decode(encoded)
    rows = (b"\0" + points[at : at + width] for at in range(0, width * height, width))
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(each for colour in palette for each in colour)),
        (b"IDAT", zlib.compress(b"".join(rows), 9)),
        (b"IEND", b""),
    ]
    chunks = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
    return file.stat().st_size
