"""Counts of rounds, and facts of the entry: played, elected to play, missed, number, rating."""

from qipan.kernel.rules import rule
from qipan.ranking.field import HALF_BYE, PLAYED, VOLUNTARY, ZERO_BYE, Field, Line
from qipan.ranking.keys import Column, Key, Number
from qipan.ranking.modifiers import check, number_after
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score

ELECTED = rule("tiebreak.rounds-elected", "More rounds one elected to play rank higher.")
PLAYED_ROUNDS = rule("tiebreak.rounds-played", "More rounds played at the board rank higher.")
MISSED = rule("tiebreak.rounds-missed", "Fewer rounds missed by one's own doing rank higher.")
STANDARD = rule(
    "tiebreak.standard-points", "More points with wins at 1 and draws at ½ rank higher."
)
NUMBER = rule("tiebreak.starting-number", "A smaller starting number ranks higher.")
RATING = rule("tiebreak.rating", "A higher rating ranks higher.")


def elected(field: Field, spec: Spec) -> Column:
    """Count all rounds but half and zero byes and forfeit losses [tiebreak.rounds-elected]."""
    check(spec, "R")
    return Column(field.each(spec, 0, lambda i: field.rounds - _missed(field.lines[i])))


def played(field: Field, spec: Spec) -> Column:
    """Count rounds played at the board [tiebreak.rounds-played]."""
    check(spec, "R")
    return Column(field.each(spec, 0, lambda i: field.lines[i].kinds.count(PLAYED)))


def paired(field: Field, spec: Spec) -> Column:
    """Count rounds one was paired in, played or not, byes given included."""
    check(spec, "R")
    rests = (HALF_BYE, ZERO_BYE)
    return Column(
        field.each(spec, 0, lambda i: sum(kind not in rests for kind in field.lines[i].kinds))
    )


def missed(field: Field, spec: Spec) -> Column:
    """Count rounds missed by one's own doing [tiebreak.rounds-missed]."""
    check(spec, "R")
    return Column(field.each(spec, 0, lambda i: _missed(field.lines[i])))


def _missed(line: Line) -> int:
    return sum(kind in VOLUNTARY for kind in line.kinds)


def standard(field: Field, spec: Spec) -> Column:
    """Count more than a draw as 1, a draw as ½, less as nothing [tiebreak.standard-points]."""
    check(spec, "X", "R", scores=True)
    found = score(field, kinds(field, spec)[0])
    draw = found.draw
    halves = field.each(
        spec, 0, lambda i: sum((each > draw) * 2 + (each == draw) for each in found.rounds[i])
    )
    return Column(halves, 2, least=1)


def starting_number(field: Field, spec: Spec) -> Column:
    """Give the starting number [tiebreak.starting-number]."""
    check(spec, "R")
    return Column([entry.number for entry in field.table.entries])


def rating(field: Field, spec: Spec) -> Column:
    """Give the rating; void for all if somebody has none, unless ``/U`` names one for him."""
    check(spec, "U", "R")
    assumed = number_after(spec, "U")
    ratings: list[Number | None] = [
        assumed if entry.rating is None else entry.rating for entry in field.table.entries
    ]
    return Column([None] * len(ratings) if None in ratings else ratings)


KEYS = (
    Key(("REP", "GE", "rounds-elected"), ELECTED, elected),
    Key(("NUM", "rounds-played"), PLAYED_ROUNDS, played),
    Key(("RIP",), PLAYED_ROUNDS, paired),
    Key(("VUR", "rounds-missed"), MISSED, missed),
    Key(("STD", "standard-points"), STANDARD, standard),
    Key(("TPN", "SNO", "starting-number"), NUMBER, starting_number, higher=False),
    Key(("RTNG", "RTG", "rating"), RATING, rating),
)
