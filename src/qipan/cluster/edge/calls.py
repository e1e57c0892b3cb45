"""The questions of an edge with their types: what ``worker.answers`` answers on the other side."""

from typing import Any

import msgspec

from qipan.cluster.edge.edge import Edge
from qipan.cluster.transport.call_bodies import TableOpening
from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import LobbyOpened
from qipan.play.port import BoardEntry


async def open_table(edge: Edge, name: str, opened: TableOpened, *, begin: bool) -> None:
    """Open a table where it belongs. Raises what its owner raises, or Unavailable."""
    await edge.call(name, "open", msgspec.json.encode(TableOpening(opened, begin)))


async def open_lobby(edge: Edge, name: str, terms: LobbyOpened) -> None:
    """Open a lobby where it belongs. Raises Conflict if there is one of that name."""
    await edge.call(name, "lobby-open", msgspec.json.encode(terms))


async def show_table(edge: Edge, name: str) -> bytes:
    """Show a table as a spectator sees it. Raises Unknown or Unavailable."""
    return await edge.call(name, "show")


async def evidence_of(edge: Edge, name: str) -> dict[str, Any]:
    """Collect everything about a table. Raises Unknown or Unavailable."""
    found: dict[str, Any] = msgspec.json.decode(await edge.call(name, "evidence"))
    return found


async def show_board(edge: Edge, name: str) -> dict[str, Any]:
    """Show a table as whoever is to move sees it. Raises Unknown or Unavailable."""
    found: dict[str, Any] = msgspec.json.decode(await edge.call(name, "board"))
    return found


async def enter(edge: Edge, name: str, entry: BoardEntry) -> str:
    """Enter something beside a board; gives the code of a refusal, or nothing.

    Raises what its owner raises, or Unavailable.
    """
    return msgspec.json.decode(await edge.call(name, "enter", msgspec.json.encode(entry)), type=str)
