"""Codes for getting an account back: shown once, used once, easy to write down."""

import base64
import hashlib

from qipan.web.shared.context import Context

GROUPS, LETTERS = 5, 4
_MISREAD = str.maketrans("018", "oib")
"""Figures that no code has, and the letters they were meant to be."""


def new_recovery_code(context: Context, account: str) -> str:
    """Make a code, in place of the one before, and give it as it is shown: 100 bits."""
    raw = base64.b32encode(hashlib.sha256(context.token().encode()).digest()).decode().lower()
    code = raw[: GROUPS * LETTERS]
    context.house.side_tables.contacts.make(account, code, context.seconds())
    return "-".join(code[at : at + LETTERS] for at in range(0, len(code), LETTERS))


def plain_code(text: str) -> str:
    """Read a code as somebody typed it: blanks, strokes and capitals do not matter."""
    kept = "".join(letter for letter in text.lower() if letter.isalnum())
    return kept.translate(_MISREAD)
