"""One folder a game: everything about it that is not drawn; nothing about tournaments.

A game is found by its folder. ``games/<name>/`` holds

- ``__init__.py``, which offers ``GAME`` (see ``kernel.game``): rules, notation, sides, offers;
- ``view.py``: the struct that ``GAME.view`` gives, and ``view.d.ts``, the same for its board;
- ``computer.py`` with ``choose(state, seat, dice)``: the computer player;
- ``samples.py`` with ``samples()``: positions for the page of boards;
- ``words.toml``: its sentences in four languages, by code;
- ``clauses.toml``: its rules as clauses of the house, where a regulation is silent.

Its board in the browser is ``web/static/boards/<name>.js``. Nothing else is told of a game.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from qipan.kernel.errors import Unknown
from qipan.kernel.game import Game

AnyGame = Game[Any, Any, Any]
GAMES = Path(__file__).parent


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


def folder_of(game: AnyGame) -> str:
    """Name the folder of a game; its board has the same name."""
    return game.name.replace("-", "_")


def part_of(game: AnyGame, part: str) -> ModuleType:
    """Find a module of a game's folder. Raises Unknown if it has none."""
    name = f"{__name__}.{folder_of(game)}.{part}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, name.removesuffix(f".{part}")):
            raise
        raise Unknown(part, game.name) from None
