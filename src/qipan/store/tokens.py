"""Tokens as they are kept: only their SHA-256, of which a part names them."""

import hashlib


def digest(token: str) -> str:
    """Hash a token; a random one of 256 bits cannot be found again from this."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def shown_id(kept: str) -> str:
    """Name a kept token on a page: the first part of its hash, which opens nothing."""
    return kept[:16]
