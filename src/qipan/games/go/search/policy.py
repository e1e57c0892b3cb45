"""How likely a good player makes each move, from what is seen of it (see ``features``).

The weights were learnt from games of a better program (``benchmarks/opponents learn``): the chance
of a move is in proportion to e to the power of the sum of its features' weights.
"""

from functools import cache
from importlib.resources import files
from math import exp

from qipan.games.go.search.features import FAMILY, HIGHEST_STAKE, NEAR_BIT, SHAPES, STAKE, features
from qipan.games.go.search.rollout import Rollout
from qipan.games.go.search.symmetry import ways_to_look

FILE = "weights.txt"
_SMALL_STAKE, _A_STONE, _MOST = 2, 0.5, 4.0
"""Good players seldom leave many stones in atari, so their games teach little about it: what more
than so many stones at stake are worth each, and together at most."""


def turned(feature: int) -> set[int]:
    """Give a feature as it looks from all sides: itself, but for shapes."""
    family = feature >> FAMILY << FAMILY
    points = SHAPES.get(family)
    if points is None:
        return {feature}
    near = feature & NEAR_BIT
    code = feature & (1 << 2 * points) - 1
    return {family | near | way for way in ways_to_look(code, points)}


@cache
def weights() -> dict[int, float]:
    """Read what each feature is worth."""
    found = {
        STAKE + stones: min(_MOST, _A_STONE * (stones - _SMALL_STAKE))
        for stones in range(_SMALL_STAKE + 1, HIGHEST_STAKE + 1)
    }
    text = files("qipan.games.go.search").joinpath(FILE).read_text("ascii")
    for line in text.splitlines():
        if not line.startswith("#"):
            feature, hundredths = line.split()
            worth = int(hundredths) / 100
            for way in turned(int(feature, 16)):
                found[way] = worth
    return found


def chances(board: Rollout, mine: int, last: int, before: int) -> list[tuple[float, int]]:
    """List the sensible moves of a side with their chances, the likeliest first."""
    worth = weights()
    found = []
    for at, seen in features(board, mine, last, before):
        total = 0.0
        for feature in seen:
            if feature in worth:
                total += worth[feature]
        found.append((total, at))
    if not found:
        return []
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    highest = found[0][0]
    shares = [exp(total - highest) for total, _ in found]
    whole = sum(shares)
    return [(share / whole, at) for share, (_, at) in zip(shares, found, strict=True)]
