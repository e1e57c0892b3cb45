"""The Swiss for teams."""

from qipan.pairing.swiss.team.boards import board_seats, ranked_by_mean
from qipan.pairing.swiss.team.system import TeamOptions, team_swiss
from qipan.pairing.swiss.team.why import why_not

__all__ = ["TeamOptions", "board_seats", "ranked_by_mean", "team_swiss", "why_not"]
