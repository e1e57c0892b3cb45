"""QR codes that lead a phone to a page."""

from functools import lru_cache

from qipan.web.shared.svg.markup import picture, tag

QUIET = 4
"""White modules around a code, as readers need."""


@lru_cache(maxsize=200)
def qr(address: str, label: str) -> str:
    """Draw the code of an address; black on white in every theme, as cameras expect."""
    import segno

    matrix = segno.make(address, micro=False, error="m").matrix
    size = len(matrix) + 2 * QUIET
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(matrix)
        for x, dark in enumerate(row)
        if dark
    )
    paper = tag("rect", width=size, height=size, fill="#ffffff")
    return picture((size, size), label, paper, tag("path", d=path, fill="#000000"), kind="qr")
