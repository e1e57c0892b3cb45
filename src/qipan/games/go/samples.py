"""Positions of Go for the page of boards."""

import msgspec

from qipan.kernel.sample_game import SampleGame

_OPENING = (
    "Q16 D4 Q3 D16 R5 F17 C14 D14 C13 C15 B15 C16 K16 D13 O17 C12 R10 K3 N3 Q6 R6 Q7 Q8 R7 S7 S8"
)
_BLACK = "D1 D2 D3 D4 D5 D6 D7 D8 D9 C3 B6"
_WHITE = "F1 F2 F3 F4 F5 F6 F7 F8 F9 H4 G7 B3"
_FILLED = "E1 E2 E3 E4 E5 E6 E7 E8 E9"


def samples() -> list[SampleGame]:
    """Give an opening, dead stones to agree on, and a count."""
    dead = SampleGame(
        "go-dead-stones",
        (*_FILLED.split(), "pass", "pass", "dead B3"),
        rules={"size": 9, "komi": "0"},
        setup={"black": _BLACK.split(), "white": _WHITE.split(), "turn": 0},
    )
    counted = msgspec.structs.replace(
        dead,
        name="go-count",
        moves=(*dead.moves, "agree", "agree", "pass", "pass"),
        by={12: 0, 13: 1},
        seat=None,
    )
    return [SampleGame("go", tuple(_OPENING.split())), dead, counted]
