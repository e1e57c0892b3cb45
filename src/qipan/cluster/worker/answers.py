"""What a worker answers to the questions of edges and schedulers about its tables."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from qipan.cluster.transport.call_bodies import (
    ActsOrder,
    FactsAnswer,
    FactsQuestion,
    TableNews,
    TableOpening,
)
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.journal.live.lobby import LobbyOpened
from qipan.kernel.errors import Conflict, Unknown
from qipan.kernel.ids import EntrantId
from qipan.play import boardside
from qipan.play.evidence import evidence
from qipan.play.lobbies.lobby import Lobby
from qipan.play.outside_requests import make_practice_room, shown_outside
from qipan.play.port import BoardEntry


async def _open(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Open a table; asked twice it is opened once."""
    wanted = msgspec.json.decode(body, type=TableOpening)
    owner = owned_shard.owner
    try:
        room = owner.room(name)
    except Unknown:
        make_practice_room(wanted.opened, [owner])
        room = await asyncio.wrap_future(owner.open(name, wanted.opened, begin=wanted.begin))
    if room.table.opened != wanted.opened:
        raise Conflict(f"table/{name}", 0, room.table.version)
    return b"{}"


async def _show(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Show a table as a spectator sees it."""
    del body
    return shown_outside(owned_shard.owner, name)


async def _evidence(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Collect everything about a table."""
    del body
    return msgspec.json.encode(evidence(owned_shard.owner, name))


async def _show_board(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Show a table as whoever is to move sees it."""
    del body
    return msgspec.json.encode(boardside.show_board(owned_shard.owner, name))


async def _enter(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Enter something beside the board; asked twice it is entered once, or refused."""
    entry = msgspec.json.decode(body, type=BoardEntry)
    return msgspec.json.encode(await boardside.enter(owned_shard.owner, name, entry))


async def _facts(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Tell a scheduler what is known of tables of this shard."""
    del name
    asked = msgspec.json.decode(body, type=FactsQuestion)
    await owned_shard.fetch(asked.tables)
    found = await owned_shard.hall.facts(asked.tables, asked.others)
    return msgspec.json.encode(FactsAnswer([fact for fact in found.values() if fact is not None]))


async def _act(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Do what a scheduler wants done at tables of this shard."""
    del name
    await owned_shard.hall.act(msgspec.json.decode(body, type=ActsOrder).acts)
    return b"{}"


async def _open_lobby(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Open a lobby where it belongs; asked twice it is opened once."""
    terms = msgspec.json.decode(body, type=LobbyOpened)
    found = await owned_shard.open_lobby(name, terms)
    if found.state.terms != terms:
        raise Conflict(f"lobby/{name}", 0, found.state.version)
    return b"{}"


async def _wait(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Let somebody wait for an opponent."""
    _lobby(owned_shard, name).wait(EntrantId(body.decode()))
    return b"{}"


async def _wait_no_longer(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Let somebody wait no longer."""
    _lobby(owned_shard, name).leave(EntrantId(body.decode()))
    return b"{}"


async def _look(owned_shard: OwnedShard, name: str, body: bytes) -> bytes:
    """Let a lobby know how a table of it stands, wherever that is."""
    news = msgspec.json.decode(body, type=TableNews)
    _lobby(owned_shard, name).look(news.table, news.stands)
    return b"{}"


def _lobby(owned_shard: OwnedShard, name: str) -> Lobby:
    if name not in owned_shard.lobbies:
        raise Unknown("lobby", name)
    return owned_shard.lobbies[name]


ANSWERS: dict[str, Callable[[OwnedShard, str, bytes], Awaitable[bytes]]] = {
    "open": _open,
    "show": _show,
    "evidence": _evidence,
    "board": _show_board,
    "enter": _enter,
    "facts": _facts,
    "act": _act,
    "lobby-open": _open_lobby,
    "lobby-wait": _wait,
    "lobby-leave": _wait_no_longer,
    "lobby-look": _look,
}
READING = frozenset({"show", "evidence", "board", "facts"})
"""Those that change nothing: asked twice they are answered twice."""
