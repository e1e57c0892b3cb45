"""The typesetter (typst) and its fonts, imported when the first page is set.

Reading a list or serving pages needs neither, and a plain install has neither: papers are then
printed by the browser (``formats.printable``). Fonts are those of this computer, those that come
with the typesetter, and those of a folder beside the program, if whoever packed it put one there.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from qipan.kernel.errors import Unavailable

FONTS = Path(__file__).parents[1] / "fonts"
"""Fonts that travel with the program: the one-file program has them, an install does not."""


@cache
def typesetter() -> Any:
    """Give the module. Raises Unavailable where it was not installed."""
    try:
        import typst
    except ImportError as error:
        raise Unavailable("PDF", "not installed: pip install 'qipan[pdf]'") from error
    return typst


@cache
def sets_pages() -> bool:
    """Say whether a typesetter is installed, without importing it."""
    try:
        return find_spec("typst") is not None
    except ImportError:
        return False


@cache
def fonts() -> Any:
    """Look once for the fonts that can be used. Raises Unavailable."""
    return typesetter().Fonts(font_paths=[FONTS] if FONTS.is_dir() else [])
