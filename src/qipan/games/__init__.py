"""One folder a game: everything about it that is not drawn; nothing about tournaments.

A game is found by its folder. ``games/<name>/`` holds

- ``__init__.py``, which offers ``GAME`` (see ``kernel.game``): rules, notation, sides, offers;
- ``view.py``: the struct that ``GAME.view`` gives, and ``view.d.ts``, the same for its board;
- ``computer.py`` with ``choose(state, seat, dice)``: the computer player;
- ``samples.py`` with ``samples()``: positions for the page of boards;
- ``words.toml``: its sentences in four languages, by code;
- ``clauses.toml``: its rules as clauses of the house, where a regulation is silent.

Its board in the browser is ``web/static/boards/<name>.js``. Nothing else is told of a game. A
package of somebody else adds one by an entry point (``kernel.entry_points``); its board lies in its
own folder, as ``board.js``.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from qipan.kernel import entry_points
from qipan.kernel.errors import BadInput, Unknown
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
    for name, home in _homes().items():
        if name in found:
            raise BadInput(f"two games are called {name!r}", where=home.__name__)
        found[name] = home.GAME
    return dict(sorted(found.items()))


@cache
def _homes() -> dict[str, ModuleType]:
    """Find the games of other packages, by name. Raises BadInput if two have the same."""
    found: dict[str, ModuleType] = {}
    for home in entry_points.added(entry_points.GAMES):
        game = getattr(home, "GAME", None)
        if not isinstance(game, Game) or game.name in found:
            raise BadInput("a game of another package offers GAME once", where=home.__name__)
        found[game.name] = home
    return found


def folders_added() -> list[Path]:
    """List the folders of the games of other packages."""
    return [entry_points.folder_of_module(home) for home in _homes().values()]


def game_named(name: str) -> AnyGame:
    """Find one game. Raises Unknown and lists what there is."""
    games = all_games()
    if name not in games:
        raise Unknown("game", name, tuple(games))
    return games[name]


def folder_of(game: AnyGame) -> str:
    """Name the folder of a game; its board has the same name."""
    return game.name.replace("-", "_")


def path_of(game: AnyGame) -> Path:
    """Give the folder of a game, wherever it lies."""
    home = _homes().get(game.name)
    return GAMES / folder_of(game) if home is None else entry_points.folder_of_module(home)


def part_of(game: AnyGame, part: str) -> ModuleType:
    """Find a module of a game's folder. Raises Unknown if it has none."""
    home = _homes().get(game.name)
    package = f"{__name__}.{folder_of(game)}" if home is None else home.__name__
    name = f"{package}.{part}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, package):
            raise
        raise Unknown(part, game.name) from None
