"""CSRF tokens, masked anew in every page: a compressed page tells nothing about the token in it.

Who can see how long compressed pages are, and make a browser ask for pages with words of their
choice in them, could guess a token that is always written the same (BREACH). Masked, it never is.
"""

from secrets import token_bytes

from litestar.middleware.csrf import CSRFMiddleware

FIELD = "_csrf_token"
_TOKEN_BYTES = 64
"""A token is a secret and its signature, both written in hexadecimal."""


def masked(token: str) -> str:
    """Write a token so that it looks different every time; what is no token stays as it is."""
    plain = _bytes(token)
    if len(plain) != _TOKEN_BYTES:
        return token
    mask = token_bytes(_TOKEN_BYTES)
    return mask.hex() + _xor(plain, mask).hex()


def unmasked(token: str) -> str:
    """Read a token, masked or not."""
    found = _bytes(token)
    if len(found) != 2 * _TOKEN_BYTES:
        return token
    return _xor(found[:_TOKEN_BYTES], found[_TOKEN_BYTES:]).hex()


def _bytes(token: str) -> bytes:
    try:
        return bytes.fromhex(token)
    except ValueError:
        return b""


def _xor(one: bytes, two: bytes) -> bytes:
    return (int.from_bytes(one) ^ int.from_bytes(two)).to_bytes(len(one))


class MaskedTokens(CSRFMiddleware):
    """Litestar's protection, which also takes tokens as our pages write them."""

    def _csrf_tokens_match(self, request_csrf_token: str, cookie_csrf_token: str) -> bool:
        return super()._csrf_tokens_match(unmasked(request_csrf_token), cookie_csrf_token)
