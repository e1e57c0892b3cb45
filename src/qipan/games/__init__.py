"""One folder a game: pure rules, notation, rulesets; nothing about tournaments.

A game is found by its folder: ``games/<name>/__init__.py`` offers ``GAME``. Nothing else needs to
be told of it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from qipan.kernel.errors import Unknown
from qipan.kernel.game import Game

AnyGame = Game[Any, Any, Any]


@cache
def all_games() -> dict[str, AnyGame]:
    """Find every game there is, by name."""
    found = {}
    for module in iter_modules(__path__):
        if module.ispkg:
            game = import_module(f"{__name__}.{module.name}").GAME
            found[game.name] = game
    return dict(sorted(found.items()))


def game_named(name: str) -> AnyGame:
    """Find one game. Raises Unknown and lists what there is."""
    games = all_games()
    if name not in games:
        raise Unknown("game", name, tuple(games))
    return games[name]
