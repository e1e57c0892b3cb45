"""A regulation made from the file of an event that began under another program.

It says what the file says, rounds, points and keys, and nothing more, so that an event can be taken
over where no book of the shelf is its own.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

import qipan.rulebooks
from qipan.kernel.errors import BadInput, Unknown
from qipan.ranking.keys import find
from qipan.ranking.notation import parse
from qipan.rulebooks.loader import parse_toml

SHEET = Path(qipan.rulebooks.__file__).parent / "from_file.toml"
EVENT = "event"
"""The one event of such a book."""
STARTS = ("PTS", "POINTS", "MPTS")
_USUAL = ("opponents-score", "wins")


class FileRules(msgspec.Struct, frozen=True, kw_only=True):
    """What the file says of the rules."""

    book: str
    """The id of the book."""
    title: str
    game: str
    rounds: int
    edition: str
    win: str = "1"
    draw: str = "0.5"
    loss: str = "0"
    bye: str = "1"
    keys: tuple[str, ...] = ()
    boards: int = 0
    """Boards of a match between teams; 0: players meet."""
    reserves: int = 0


def book_content(said: FileRules) -> dict[str, Any]:
    """Write the book as TOML gives one."""
    content = parse_toml(SHEET)
    words = {
        "rounds": str(said.rounds),
        **{name: getattr(said, name) for name in ("win", "draw", "loss", "bye")},
    }
    content["book"]["id"] = said.book
    content["book"]["title"] = {
        language: text.format(title=said.title)
        for language, text in content["book"]["title"].items()
    }
    for clause in content["clause"].values():
        clause["text"] = {lang: text.format(**words) for lang, text in clause["text"].items()}
    rules = content["event"][EVENT]
    rules["game"] = said.game
    rules["scoring"] = {name: words[name] for name in ("win", "draw", "loss", "bye")}
    rules["ranking"]["order"] = list(order_of(said.keys)[0])
    stage = rules["stage"][0]
    stage["rounds"], stage["system"] = said.rounds, said.edition
    if said.boards:
        _with_teams(rules, said)
    return content


def _with_teams(rules: dict[str, Any], said: FileRules) -> None:
    stage = rules["stage"][0]
    rules["scoring"]["parts"] = 2
    stage["system"], stage["match"] = "team-swiss", "boards"
    rules["match"] = {"boards": {"kind": "sum", "games": said.boards, "boards": True}}
    rules["line_ups"] = {"boards": said.boards, "reserves": said.reserves}
    team: dict[str, Any] = {"player": {"count": said.boards}}
    if said.reserves:
        team["reserve"] = {"count": said.reserves, "optional": True}
    rules["entries"] = {"team": team}
    if not order_of(said.keys)[2]:
        rules["ranking"]["order"] = ["points", "game-points", "opponents-score", "lot"]


def order_of(keys: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Give the order of a file's keys, points first and a lot last, and those nobody knows.

    The last says whether any key of the file is in the order.
    """
    known, unknown = [], []
    for key in keys:
        try:
            spec = parse(key)
            find(spec)
        except (BadInput, Unknown):
            unknown.append(key[:20])
            continue
        if spec.name.upper() not in STARTS:
            known.append(key)
    return ("points", *(known or _USUAL), "lot"), tuple(unknown), bool(known)


def decimal_text(fraction: str) -> str:
    """Write a fraction as a book writes points. Raises BadInput if its decimals never end."""
    above, _, below = fraction.partition("/")
    if below not in ("", "1", "2", "4", "5", "10"):
        raise BadInput(f"{fraction} points", where="points", code="take-over.points")
    value = int(above) / int(below or 1)
    return f"{value:g}"
