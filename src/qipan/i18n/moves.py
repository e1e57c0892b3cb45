"""Moves as people read them: what a game writes, with words in the reader's language."""

import re
from typing import Any

from qipan.games import AnyGame
from qipan.i18n import say
from qipan.kernel.game import WORDS
from qipan.kernel.ids import Seat

BOARD_WORDS = "ui.board."
"""Before the codes of the words that boards say."""
_CODE = re.compile(r"\{([^{}]+)\}")


def noted(
    game: AnyGame, state: Any, seat: Seat, move: Any, viewer: Seat | None, language: str
) -> str:
    """Write a move of a state for a reader, and nothing that the viewer may not know."""
    found = game.noted(state, seat, move, viewer)
    text = found.get(game.notation_in(language)) or found.get(WORDS)
    if text is None:
        return game.shown(state, seat, move, viewer)
    return _CODE.sub(lambda each: say(language, BOARD_WORDS + each[1]), text)
