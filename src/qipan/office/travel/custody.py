"""Custody in the office: naming the holder, handing over, taking over, and losing it."""

from collections.abc import Iterable, Iterator

from qipan.desk.custody import ONE_HOLDER, HandOver, NameHolder, TakeOver
from qipan.journal.envelope import Envelope
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.live.table import Table, fold_table
from qipan.journal.log import Log
from qipan.journal.state import Competition
from qipan.journal.travel.custody import HoldingLost
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, StreamId
from qipan.office.clerk import Clerk, stream_of
from qipan.office.travel.collection import open_lots, origin_of
from qipan.play.registry import Registry, TableListed, tables_left_open


def named_holder(office: Clerk, home: CompetitionId, actor: str, name: str) -> Competition:
    """Note that this data holds a competition, before a copy goes out. Raises Refused."""
    state = office.state(home)
    if state.custody is not None:
        return state
    asked = NameHolder(place=office.place(), name=name, since=_now(office))
    return office.carry_out(home, actor, asked)


def hand_over(
    office: Clerk, home: CompetitionId, actor: str, to: str, *, secrets: bool
) -> Competition:
    """Let go of a competition; from now on its copy here is for reading.

    Raises Refused while live games are under way, or while a lot waits whose secret would not go
    along.
    """
    state = office.state(home)
    office.require_held(state)
    going = [table.id for table in live_tables(office.around.log, home) if not table.over]
    if going:
        raise Refused("travel.games-going", ONE_HOLDER, n=len(going), table=going[0])
    waiting = [lot for _, lot in open_lots(state)]
    if waiting and not secrets:
        raise Refused("travel.lot-waits", ONE_HOLDER, n=len(waiting), lot=waiting[0])
    return office.carry_out(home, actor, HandOver(to=to, since=_now(office)))


def take_over(
    office: Clerk, home: CompetitionId, actor: str, name: str, because: str = ""
) -> Competition:
    """Hold a competition from now on, whoever held it before. Raises Refused."""
    asked = TakeOver(place=office.place(), name=name, since=_now(office), because=because)
    return office.carry_out(home, actor, asked)


def live_table_names(log: Log, home: CompetitionId) -> list[str]:
    """Name the live games of a competition."""
    return [
        stream.removeprefix(TABLES)
        for stream in log.streams(TABLES)
        if any(origin_of(first) == home for first in log.read(stream)[:1])
    ]


def live_tables(log: Log, home: CompetitionId) -> Iterator[Table]:
    """Tell the live games of a competition again."""
    for stream in log.streams(TABLES):
        stored = list(log.read(stream))
        if stored and origin_of(stored[0]) == home:
            yield fold_table(stream.removeprefix(TABLES), stored)


def tables_to_bring_back(log: Log, home: CompetitionId) -> list[str]:
    """Name the live games of a competition that are not over and that nobody here plays on."""
    listed = set(tables_left_open(log, shards=False))
    return [
        table.id for table in live_tables(log, home) if not table.over and table.id not in listed
    ]


def list_tables(log: Log, names: Iterable[str], at: str) -> None:
    """Note tables as open, so that the next server here plays them on."""
    registry = Registry(log)
    for name in names:
        registry.write(TableListed(table=name), at)


def unsent(office: Clerk, state: Competition) -> list[Envelope]:
    """Give the events that were made here and never reached the copy that was taken over."""
    if state.custody is None:
        return []
    found = []
    for name, shared in state.custody.shared.items():
        for envelope in office.around.log.read(StreamId(name), shared):
            if envelope.stream != stream_of(state.id) or not _is_loss(envelope):
                found.append(envelope)
    return found


def _is_loss(envelope: Envelope) -> bool:
    return envelope.name == str(HoldingLost.__struct_config__.tag)


def _now(office: Clerk) -> str:
    return office.around.now().isoformat(timespec="seconds")
