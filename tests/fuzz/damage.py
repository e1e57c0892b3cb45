"""Damage: a seeded stream of changed files, so that every input can be made again by its number."""

import io
import random
import zipfile

BOUNDARIES = (b"\0", b"\xff", b"\x7f", b"\x80", b"\xff\xff", b"\xff\xff\xff\x7f", b"\xff" * 8)
NUMBERS = ("0", "-1", "1", "65536", "2147483648", "4294967295", "18446744073709551616", "1e999")
TEXTS = (
    *NUMBERS,
    *("\u202e", "\ufeff", "\u0000", "é", "中", "😀", "\\", '"', "'", "<", ">", "&", "%s", "{0}"),
    *("../", "=1+1", "\r\n", "\t", "A" * 300, "(" * 40, "[" * 40),
)


def damaged(dice: random.Random, seed: bytes, words: tuple[bytes, ...]) -> bytes:
    """Change a file a little: a few cuts, repeats, flips, words of its format, odd bytes."""
    content = bytearray(seed)
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 6))):
        at = dice.randrange(len(content) + 1)
        match dice.randrange(8):
            case 0 if content:
                content[at % len(content)] ^= 1 << dice.randrange(8)
            case 1:
                content[at : at + dice.randrange(1, 9)] = b""
            case 2:
                content[at:at] = dice.choice(words)
            case 3:
                end = at + dice.randrange(1, 40)
                content[at:at] = content[at:end] * dice.choice((1, 1, 2, 5))
            case 4:
                content[at : at + 1] = dice.choice(BOUNDARIES)
            case 5:
                content[at : at + dice.randrange(4)] = dice.choice(TEXTS).encode()
            case 6:
                other = dice.randrange(len(content) + 1)
                content[at:at] = content[other : other + 30]
            case _:
                del content[at + dice.randrange(60) :]
    return bytes(content)


def repacked(dice: random.Random, seed: bytes, words: tuple[bytes, ...]) -> bytes:
    """Damage one part inside a packed folder and pack it again; now and then the packing itself."""
    if not dice.randrange(5):
        return damaged(dice, seed, words)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(seed)) as old, zipfile.ZipFile(out, "w") as new:
        chosen = dice.choice(old.namelist())
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, damaged(dice, content, words) if name == chosen else content)
    return out.getvalue()
