"""What a worker answers to the questions of edges and schedulers about its tables."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from qipan.cluster.transport.call_bodies import ActsOrder, FactsAnswer, FactsQuestion, Opening
from qipan.cluster.worker.owned_shard import Holding
from qipan.journal.live.lobby import LobbyOpened
from qipan.kernel.errors import Conflict, Unknown
from qipan.kernel.ids import EntrantId
from qipan.play import boardside
from qipan.play.evidence import evidence
from qipan.play.lobby import Lobby
from qipan.play.outside_requests import limit_practice, shown_outside
from qipan.play.port import BoardEntry


async def _open(holding: Holding, name: str, body: bytes) -> bytes:
    """Open a table; asked twice it is opened once."""
    wanted = msgspec.json.decode(body, type=Opening)
    owner = holding.owner
    try:
        room = owner.room(name)
    except Unknown:
        limit_practice(wanted.opened, [owner])
        room = await asyncio.wrap_future(owner.open(name, wanted.opened, begin=wanted.begin))
    if room.table.opened != wanted.opened:
        raise Conflict(f"table/{name}", 0, room.table.version)
    return b"{}"


async def _show(holding: Holding, name: str, body: bytes) -> bytes:
    """Show a table as a spectator sees it."""
    del body
    return shown_outside(holding.owner, name)


async def _evidence(holding: Holding, name: str, body: bytes) -> bytes:
    """Collect everything about a table."""
    del body
    return msgspec.json.encode(evidence(holding.owner, name))


async def _show_board(holding: Holding, name: str, body: bytes) -> bytes:
    """Show a table as whoever is to move sees it."""
    del body
    return msgspec.json.encode(boardside.show_board(holding.owner, name))


async def _enter(holding: Holding, name: str, body: bytes) -> bytes:
    """Enter something beside the board; asked twice it is entered once, or refused."""
    entry = msgspec.json.decode(body, type=BoardEntry)
    return msgspec.json.encode(await boardside.enter(holding.owner, name, entry))


async def _facts(holding: Holding, name: str, body: bytes) -> bytes:
    """Tell a scheduler what is known of tables of this shard."""
    del name
    asked = msgspec.json.decode(body, type=FactsQuestion)
    found = await holding.hall.facts(asked.tables, asked.others)
    return msgspec.json.encode(FactsAnswer([fact for fact in found.values() if fact is not None]))


async def _act(holding: Holding, name: str, body: bytes) -> bytes:
    """Do what a scheduler wants done at tables of this shard."""
    del name
    await holding.hall.act(msgspec.json.decode(body, type=ActsOrder).acts)
    return b"{}"


async def _open_lobby(holding: Holding, name: str, body: bytes) -> bytes:
    """Open a lobby where it belongs; asked twice it is opened once."""
    terms = msgspec.json.decode(body, type=LobbyOpened)
    found = holding.lobbies.get(name)
    if found is None:
        opening = Lobby.open(holding.owner, name, terms, holding.table_name)
        found = holding.lobbies[name] = await asyncio.wrap_future(opening)
    if found.state.terms != terms:
        raise Conflict(f"lobby/{name}", 0, found.state.version)
    return b"{}"


async def _wait(holding: Holding, name: str, body: bytes) -> bytes:
    """Let somebody wait for an opponent."""
    _lobby(holding, name).wait(EntrantId(body.decode()))
    return b"{}"


async def _wait_no_longer(holding: Holding, name: str, body: bytes) -> bytes:
    """Let somebody wait no longer."""
    _lobby(holding, name).leave(EntrantId(body.decode()))
    return b"{}"


def _lobby(holding: Holding, name: str) -> Lobby:
    if name not in holding.lobbies:
        raise Unknown("lobby", name)
    return holding.lobbies[name]


ANSWERS: dict[str, Callable[[Holding, str, bytes], Awaitable[bytes]]] = {
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
}
