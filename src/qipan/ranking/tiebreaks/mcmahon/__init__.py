"""The keys of McMahon tournaments, one a file."""

from qipan.ranking.tiebreaks.mcmahon import (
    cumulative,
    defeated,
    opponents,
    opponents_median,
    opponents_of_opponents,
    score,
)

KEYS = (
    *score.KEYS,
    *opponents.KEYS,
    *opponents_median.KEYS,
    *defeated.KEYS,
    *opponents_of_opponents.KEYS,
    *cumulative.KEYS,
)
