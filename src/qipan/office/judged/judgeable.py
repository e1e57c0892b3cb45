"""Whether moves of a game can be judged, and if not, why: the sentence is ``review.<reason>``."""

from qipan.games import AnyGame
from qipan.games.judging import has_judge
from qipan.journal.live.table import hides

HIDDEN, NONE = "hidden-cards", "no-judge"


def unjudged_because(game: AnyGame) -> str:
    """Give the reason why moves of a game are not judged; empty: they are."""
    if hides(game):
        return HIDDEN
    return "" if has_judge(game) else NONE
