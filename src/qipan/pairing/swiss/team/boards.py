"""Boards of a team match: who moves first on which board, and the order of the teams.

The team that moves first does so on the odd boards, the other one on the even boards.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, PersonId
from qipan.kernel.rules import rule
from qipan.pairing.plan import Meeting, Reason

ODD_BOARDS = rule("team.odd-boards", "The team that moves first does so on the odd boards.")
MEAN_RATING = rule("team.mean-rating", "Teams are ranked by the mean rating of all their players.")


def board_seats(
    meeting: Meeting, line_ups: Mapping[EntrantId, Sequence[PersonId]]
) -> list[tuple[BoardNo, tuple[PersonId, PersonId], Reason]]:
    """Seat the players of a team match board by board. Raises BadInput on unequal line-ups."""
    first, second = meeting.seats
    if first not in line_ups or second not in line_ups:
        raise BadInput(f"no line-up for {first} or {second}")
    if len(line_ups[first]) != len(line_ups[second]):
        raise BadInput(f"the line-ups of {first} and {second} differ in length")
    found = []
    for number, (one, two) in enumerate(zip(line_ups[first], line_ups[second], strict=True), 1):
        seats = (one, two) if number % 2 else (two, one)
        found.append((BoardNo(number), seats, Reason(ODD_BOARDS, {"board": number})))
    return found


def ranked_by_mean(
    ratings: Mapping[EntrantId, Sequence[int]],
) -> list[tuple[EntrantId, Fraction]]:
    """Rank teams by the exact mean of all registered players, reserves too [team.mean-rating].

    Equal means stay in the order of their ids. Raises BadInput on a team without players.
    """
    if empty := [team for team, players in ratings.items() if not players]:
        raise BadInput(f"{empty[0]} has no players")
    means = {team: Fraction(sum(players), len(players)) for team, players in ratings.items()}
    return sorted(means.items(), key=lambda row: (-row[1], row[0]))
