"""Moves as people read them: the notation of each game in the reader's language."""

from collections.abc import Callable
from typing import Any

from qipan.games import AnyGame
from qipan.games.xiangqi.notation import Notation, write_notation
from qipan.i18n import catalogue, say
from qipan.kernel.ids import Seat

_SIGNS = str.maketrans({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
_LONGEST_WORD = 12
Writer = Callable[[Any, Any, str, str], str]


def noted(
    game: AnyGame, state: Any, seat: Seat, move: Any, viewer: Seat | None, language: str
) -> str:
    """Write a move of a state for a reader, and nothing that the viewer may not know."""
    text = game.shown(state, seat, move, viewer)
    writer = _WRITERS.get(game.name, _by_words)
    return writer(state, move, text, language)


def _xiangqi(state: Any, move: Any, text: str, language: str) -> str:
    if not isinstance(move, int):
        return _by_words(state, move, text, language)
    notation = Notation.CHINESE if language == "zh" else Notation.WXF
    return write_notation(state.board, move, notation)


def _shengji(state: Any, move: Any, text: str, language: str) -> str:
    del state, move
    first, *rest = text.split()
    cards = [
        word[0].translate(_SIGNS) + word[1:] if word not in ("LJ", "BJ") else word
        for word in rest
        if len(word) <= _LONGEST_WORD  # a pack's hash is no part of the notation
    ]
    return " ".join([_word(first, language, "shengji."), *cards])


def _by_words(state: Any, move: Any, text: str, language: str) -> str:
    del state, move
    first, *rest = text.split() or [""]
    return " ".join([_word(first, language), *rest])


def _word(word: str, language: str, own: str = "") -> str:
    """Say a word of a move; a game may have its own sense of it."""
    for code in (f"ui.board.act.{own}{word}", f"ui.board.act.{word}"):
        if code in catalogue("en"):
            return say(language, code)
    return word


_WRITERS: dict[str, Writer] = {"xiangqi": _xiangqi, "shengji": _shengji}
