"""What the administrator says of a guest: its name, what it plays, and how it is started."""

import re
from collections.abc import Iterable
from typing import Annotated, cast

import msgspec

from qipan.games import game_named, part_of
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.guest_talk import AskGuest

_NAME = re.compile(r"[^\x00-\x1f<>&\"']{1,40}")


class GuestEngine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program on this machine that plays a game."""

    name: str
    """As people find it among the opponents."""
    game: str
    protocol: str
    """``uci`` or ``ucci`` for xiangqi, ``gtp`` for Go, ``gomocup`` for gomoku and renju."""
    command: tuple[str, ...]
    """The program and its words, one by one: no shell reads them."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=60)] = 3.0
    """What it may take for a move."""


def ask_of(engine: GuestEngine) -> AskGuest:
    """Find how a guest is asked. Raises Unknown."""
    try:
        protocols = part_of(game_named(engine.game), "guest").PROTOCOLS
    except Unknown:
        protocols = {}
    if engine.protocol not in protocols:
        raise Unknown("protocol", f"{engine.protocol} for {engine.game}", tuple(protocols))
    return cast(AskGuest, protocols[engine.protocol])


def checked_engines(engines: Iterable[GuestEngine]) -> dict[str, GuestEngine]:
    """Give guests by name. Raises BadInput or Unknown if one makes no sense."""
    found: dict[str, GuestEngine] = {}
    for each in engines:
        if not _NAME.fullmatch(each.name) or each.name in found:
            raise BadInput(f"a guest needs a name of its own: {each.name[:40]!r}", where="engines")
        if not each.command or not each.command[0]:
            raise BadInput(f"{each.name}: which program?", where="engines.command")
        ask_of(each)
        found[each.name] = each
    return found
