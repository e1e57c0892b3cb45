"""The games' own words: ``games/<name>/words.toml``, sentences by code in every language.

A game's refusals begin with its name (``gomoku.occupied``); so does what its board says, behind
``ui.board.`` (``ui.board.gomoku.act.two``). Nothing here knows who reads them.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from qipan.games import GAMES, folders_added
from qipan.kernel.errors import BadInput


@cache
def words_of(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Read the words of one game: code → language → sentence. Raises BadInput naming the file."""
    path = folder / "words.toml"
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"the words of a game cannot be read: {error}", where=str(path)) from error
    return found


def _folders() -> list[Path]:
    """List the folders of games that have words."""
    own = sorted(path.parent for path in GAMES.glob("*/words.toml"))
    return [*own, *sorted(each for each in folders_added() if (each / "words.toml").is_file())]


@cache
def words_of_games(language: str) -> Mapping[str, str]:
    """Give every word of every game in a language, by code."""
    return {
        code: texts[language]
        for folder in _folders()
        for code, texts in words_of(folder).items()
        if language in texts
    }
