"""Positions of xiangqi for the page of boards."""

from qipan.kernel.sample_game import SampleGame

_OPENING = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 b7a7 a0b0 a9b9 h0h6 h7i7"
_BEFORE_CHECK = "4ka3/4a4/4b4/p3p3p/9/2R6/P3P3P/4C4/4A4/2B1KA3 w"


def samples() -> list[SampleGame]:
    """Give an opening with the usual pieces, and a check with pieces that need no reading."""
    return [
        SampleGame(
            "xiangqi",
            tuple(_OPENING.split()),
            preferences={"pieces": "chinese", "coordinates": True},
        ),
        SampleGame(
            "xiangqi-international",
            ("c4c9",),
            setup={"fen": _BEFORE_CHECK},
            seat=1,
            preferences={"pieces": "international", "coordinates": True},
        ),
    ]
