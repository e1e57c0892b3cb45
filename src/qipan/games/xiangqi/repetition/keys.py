"""The rules that rulings on repetitions cite."""

from typing import Final

from qipan.kernel.rules import rule

CHECK: Final = rule(
    "xiangqi.perpetual-check", "One side checks with every move of a repetition; it must vary."
)
BOTH_CHECK: Final = rule(
    "xiangqi.mutual-check", "Both sides check with every move of a repetition; it is a draw."
)
CHASE: Final = rule(
    "xiangqi.perpetual-chase",
    "One side threatens the same piece anew with every move of a repetition; it must vary.",
)
BOTH_CHASE: Final = rule(
    "xiangqi.mutual-chase", "Both sides chase with every move of a repetition; it is a draw."
)
FORBIDDEN: Final = rule(
    "xiangqi.one-side-forbidden",
    "Only one side checks, kills or chases with every move of a repetition; it must vary.",
)
HEAVIER: Final = rule(
    "xiangqi.both-forbidden-heavier",
    "Both sides make only forbidden moves; the one that does not chase jointly must vary.",
)
BOTH_FORBIDDEN: Final = rule(
    "xiangqi.both-forbidden", "Both sides make only forbidden moves of one weight; it is a draw."
)
ALLOWED: Final = rule(
    "xiangqi.repetition-allowed", "Neither side breaks a rule in a repetition; it is a draw."
)
NOT_DUE: Final = rule(
    "xiangqi.no-repetition", "No position has come back often enough for a ruling."
)
