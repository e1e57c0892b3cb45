"""What every McMahon key begins with: somebody's score, and the scores of who they met.

What an entrant began with is the mark ``start-score``, in whole points.
"""

from qipan.ranking.field import NOBODY, Field

START = "start-score"


def start_of(field: Field, i: int) -> int:
    """Give what somebody began with, in units of the scoring."""
    return field.table.entries[i].marks.get(START, 0) * field.scoring.unit


def score_of(field: Field, i: int) -> int:
    """Give somebody's McMahon score, in units of the scoring."""
    return field.scores[i] + start_of(field, i)


def opponents_of(field: Field, i: int) -> list[int]:
    """List the McMahon scores of who somebody met; a round without anybody is one's own start."""
    met = field.lines[i].opponents
    return [start_of(field, i) if one == NOBODY else score_of(field, one) for one in met]
