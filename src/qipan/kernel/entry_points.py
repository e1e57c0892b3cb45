"""What other packages add: books, games and tie-breaks, found by their entry points.

A package says in its ``pyproject.toml``::

    [project.entry-points."qipan.books"]
    harbour = "harbour_books"          # a package whose folder holds folders of books
    [project.entry-points."qipan.games"]
    noughts = "noughts"                # a package like one of ``qipan.games``
    [project.entry-points."qipan.tiebreaks"]
    harbour = "harbour_ranking"        # a module that offers KEYS

Only packages that somebody installed are found; nothing that comes over the network is loaded.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from qipan.kernel.errors import BadInput

BOOKS, GAMES, TIEBREAKS = "qipan.books", "qipan.games", "qipan.tiebreaks"


@cache
def added(group: str) -> tuple[ModuleType, ...]:
    """Load the modules that other packages add to a group, by name. Raises BadInput naming one."""
    found = []
    for entry in sorted(entry_points(group=group), key=lambda each: (each.name, each.value)):
        try:
            found.append(import_module(entry.module))
        except Exception as error:  # whatever a package does when it is loaded
            what = f"{entry.value} cannot be loaded: {error}"
            raise BadInput(what, where=f"entry point {entry.name} of {group}") from error
    return tuple(found)


def load_all() -> None:
    """Load whatever other packages add. Raises BadInput naming what cannot be loaded."""
    for group in (BOOKS, GAMES, TIEBREAKS):
        added(group)


def folder_of_module(module: ModuleType) -> Path:
    """Give the folder that a module lies in."""
    if module.__file__ is None:  # a namespace package has several folders: its first
        return Path(next(iter(module.__path__)))
    return Path(module.__file__).parent
