"""A position of gomoku for the page of boards."""

from qipan.kernel.sample_game import SampleGame

_GAME = "h8 i9 h9 h7 i8 g8 j7 k6 g10 f11 i7 i6 k9 j8 j10"


def samples() -> list[SampleGame]:
    """Give a game in which White has to answer."""
    return [SampleGame("gomoku", tuple(_GAME.split()), seat=1)]
