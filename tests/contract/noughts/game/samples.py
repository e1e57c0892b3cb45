"""A position of noughts and crosses for the page of boards."""

from qipan.kernel.sample_game import SampleGame


def samples() -> list[SampleGame]:
    """Give a game after two marks."""
    return [SampleGame("noughts", ("b2", "a1"))]
