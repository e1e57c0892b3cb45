"""What everybody sees of noughts and crosses."""

from qipan.kernel.game import View


class NoughtsView(View, frozen=True):
    """The squares in the order in which they were marked."""

    moves: tuple[str, ...]
    turn: int | None
