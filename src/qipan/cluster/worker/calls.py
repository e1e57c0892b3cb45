"""Questions that a route of an edge asks the owner of a table, and how refusals travel back."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from qipan.cluster.worker.owned_shard import Holding
from qipan.contest import Act, Annul, Begin, Fact, Late, Open
from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import LobbyOpened
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused, Unavailable, Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import RuleKey
from qipan.play.evidence import evidence
from qipan.play.lobby import Lobby
from qipan.play.outside_requests import limit_practice, shown_outside


class Opening(msgspec.Struct, frozen=True):
    """A table to open."""

    opened: TableOpened
    begin: bool


class Asked(msgspec.Struct, frozen=True):
    """Tables that a scheduler wants to know of, all of one shard."""

    tables: list[str]
    others: list[str]


class Known(msgspec.Struct, frozen=True):
    """What is known of tables; one that is missing does not exist."""

    facts: list[Fact]


class Wanted(msgspec.Struct, frozen=True):
    """What tables are to do; JSON cannot tell kinds of acts apart without names."""

    opens: list[Open] = []
    begins: list[Begin] = []
    annuls: list[Annul] = []
    lates: list[Late] = []

    @property
    def acts(self) -> list[Act]:
        """Give them all: what is to be opened first."""
        return [*self.opens, *self.lates, *self.begins, *self.annuls]


class Failed(msgspec.Struct, frozen=True):
    """An error on its way: enough to raise it again."""

    kind: str
    words: tuple[str, ...] = ()
    facts: dict[str, Any] = {}


def write_error(error: QipanError) -> bytes:
    """Write an error down."""
    match error:
        case Refused():
            found = Failed("refused", (error.code, str(error.rule)), error.facts)
        case BadInput():
            found = Failed("bad-input", (error.what, error.where or "", error.code))
        case Unknown():
            found = Failed("unknown", (error.kind, error.name))
        case Conflict():
            found = Failed("conflict", (error.stream, str(error.expected), str(error.actual)))
        case Unavailable():
            found = Failed("unavailable", (error.what, error.why))
        case _:
            found = Failed("internal", (str(error),))
    return msgspec.json.encode(found, enc_hook=str)


def read_error(text: bytes) -> QipanError:
    """Make the error again that somebody wrote down."""
    failed = msgspec.json.decode(text, type=Failed)
    words = failed.words
    match failed.kind:
        case "refused":
            return Refused(words[0], RuleKey(words[1]), **failed.facts)
        case "bad-input":
            return BadInput(words[0], where=words[1], code=words[2])
        case "unknown":
            return Unknown(words[0], words[1])
        case "conflict":
            return Conflict(words[0], int(words[1]), int(words[2]))
        case "unavailable":
            return Unavailable(words[0], words[1])
        case _:
            return QipanError(*words)


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


async def _facts(holding: Holding, name: str, body: bytes) -> bytes:
    """Tell a scheduler what is known of tables of this shard."""
    del name
    asked = msgspec.json.decode(body, type=Asked)
    found = holding.hall.facts(asked.tables, asked.others)
    return msgspec.json.encode(Known([fact for fact in found.values() if fact is not None]))


async def _act(holding: Holding, name: str, body: bytes) -> bytes:
    """Do what a scheduler wants done at tables of this shard."""
    del name
    holding.hall.act(msgspec.json.decode(body, type=Wanted).acts)
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


CALLS: dict[str, Callable[[Holding, str, bytes], Awaitable[bytes]]] = {
    "open": _open,
    "show": _show,
    "evidence": _evidence,
    "facts": _facts,
    "act": _act,
    "lobby-open": _open_lobby,
    "lobby-wait": _wait,
    "lobby-leave": _wait_no_longer,
}
