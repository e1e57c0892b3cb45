"""A moment of a deal for the page of boards."""

from qipan.games.shengji import GAME, Match
from qipan.games.shengji.computer import choose
from qipan.kernel.sample_game import SampleGame, played_by_computer


def samples() -> list[SampleGame]:
    """Give a deal in its sixth trick, when two cards lie and the first seat follows."""
    table = SampleGame("shengji", seats=4, wide=True)
    return [played_by_computer(table, GAME, choose, "deal", _first_seat_follows)]


def _first_seat_follows(moves: int, match: Match) -> bool:
    del moves
    deal = match.deal
    return len(deal.tricks) >= 5 and len(deal.trick) == 2 and deal.turn == 0
