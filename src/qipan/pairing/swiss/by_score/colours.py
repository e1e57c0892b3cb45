"""Who would like to move first, how much, and who does.

A history is an integer as in ``field``. Preference: whoever moved second more often would like to
move first; with equal counts, whoever moved second last. Strength 3: a difference of two or more,
or the same seat twice running; 2: a difference of one; 1: equal counts; 0: no game yet.
"""

from functools import lru_cache

from qipan.kernel.rules import rule
from qipan.pairing.plan import Reason

BOTH = rule("colour.both-granted", "Both get the colour they are due.")
STRONGER = rule("colour.stronger-due", "The one with the stronger claim gets the seat.")
ALTERNATE = rule("colour.alternate", "They swap seats since they last had different ones.")
HIGHER = rule("colour.higher-ranked", "The higher ranked gets the seat that is due.")
TABLES = rule(
    "colour.by-table",
    "Without any claim the higher ranked moves first on odd tables and second on even ones.",
)


@lru_cache(maxsize=1 << 16)
def balance(history: int) -> int:
    """Count the games moved first minus those moved second."""
    games = history.bit_length() - 1
    seconds = history.bit_count() - 1
    return games - 2 * seconds


@lru_cache(maxsize=1 << 16)
def due(history: int) -> int:
    """Give the claim: its strength with a plus for moving first, a minus for moving second."""
    games = history.bit_length() - 1
    if games == 0:
        return 0
    ahead = balance(history)
    last_second = history & 1
    running = games > 1 and (history & 3) in (0, 3)
    sign = (1 if last_second else -1) if running or ahead == 0 else (1 if ahead < 0 else -1)
    if abs(ahead) > 1:
        return 3 if ahead < 0 else -3
    strength = 3 if running else 2 if ahead else 1
    return sign * strength


def clash(a: int, b: int) -> int:
    """Say how badly two claims (as ``due`` gives them) are at odds: the square of the weaker."""
    if a * b <= 0:
        return 0
    return min(abs(a), abs(b)) ** 2


def higher_first(higher: int, lower: int, board: int) -> tuple[bool, Reason]:
    """Decide from two histories whether the higher ranked moves first, and say why."""
    a, b = due(higher), due(lower)
    if a * b < 0 or (a == 0) != (b == 0):
        return (a > 0 or b < 0), Reason(BOTH, {"due": [a, b]})
    if a == 0:
        return board % 2 == 1, Reason(TABLES, {"board": board})
    counts = balance(higher), balance(lower)
    if abs(a) != abs(b) or abs(counts[0]) != abs(counts[1]):
        stronger_is_higher = (abs(a), abs(counts[0])) > (abs(b), abs(counts[1]))
        claim = a if stronger_is_higher else -b
        return claim > 0, Reason(STRONGER, {"due": [a, b], "balance": list(counts)})
    if (ago := _last_difference(higher, lower)) is not None:
        return bool(higher >> ago & 1), Reason(ALTERNATE, {"games-ago": ago + 1})
    return a > 0, Reason(HIGHER, {"due": [a, b]})


def _last_difference(a: int, b: int) -> int | None:
    # Histories stand right-aligned; only games that both have can differ.
    common = min(a.bit_length(), b.bit_length()) - 1
    differ = (a ^ b) & ((1 << common) - 1)
    return (differ & -differ).bit_length() - 1 if differ else None
