"""Go: territory and area, referees' decisions at the table, counting, suggestions."""

from qipan.games.go.game import Go
from qipan.games.go.moves import PASS, Act, Move
from qipan.games.go.position import Phase, Position
from qipan.games.go.rules import Counting, GoRules, Repetition, Resume, preset

GAME = Go()

__all__ = [
    "GAME",
    "PASS",
    "Act",
    "Counting",
    "Go",
    "GoRules",
    "Move",
    "Phase",
    "Position",
    "Repetition",
    "Resume",
    "preset",
]
