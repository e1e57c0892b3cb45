"""Ready regulations: what a club most often plays, for any of the games.

One file a kind in ``rulebooks/ready``; ``games.toml`` there has what each game brings along. What
is made is an ordinary draft: its owner changes it like any other.
"""

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import qipan.rulebooks
from qipan.games import all_games
from qipan.kernel.errors import BadInput, Unknown
from qipan.rulebooks.loader import parse_toml

FOLDER = Path(qipan.rulebooks.__file__).parent / "ready"
GAMES = "games"
Content = dict[str, Any]


@cache
def _files() -> Mapping[str, Content]:
    found = sorted(FOLDER.glob("*.toml"), key=lambda path: _ORDER.get(path.stem, len(_ORDER)))
    return {path.stem: parse_toml(path) for path in found}


_ORDER = {"simple-swiss": 0, "round-robin": 1, "mcmahon": 2, "mcmahon-handicap": 3}
"""The order in which they are offered; what is not named comes last."""


def ready_titles() -> dict[str, dict[str, str]]:
    """Give the ready regulations by name, each with its title in every language."""
    return {name: file["book"]["title"] for name, file in _files().items() if name != GAMES}


def ready_games(name: str) -> tuple[str, ...]:
    """List the games that a ready regulation can be made for. Raises KeyError."""
    return tuple(_files()[name].get(GAMES, all_games()))


def ready_regulation(name: str, game: str = "") -> Content:
    """Make a ready regulation for a game; none named: the one it is most often held for.

    Raises Unknown, and BadInput for a game that it cannot be played with.
    """
    if name not in ready_titles():
        raise Unknown("ready regulation", name[:60], tuple(ready_titles()))
    content = deepcopy(_files()[name])
    content.pop(GAMES, None)
    if not game:
        return content
    if game not in all_games():
        raise Unknown("game", game[:60], tuple(all_games()))
    if game not in ready_games(name):
        there = ", ".join(ready_games(name))
        raise BadInput(f"{name} is for {there}, not for {game}", where="game")
    for rules in content["event"].values():
        rules["game"] = game
        rules.pop("rules", None)
        rules |= deepcopy(_files()[GAMES].get(game, {}))
    return content
