"""A table in the middle of a game as one piece of text: sooner read than all its events.

A snapshot is a copy and never the truth. It names the program that wrote it (``fingerprint``) and
the event it was taken after, by number and hash; what does not fit in every respect is thrown
away, and the table told from its journal. So nothing depends on there being one.
"""

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from qipan.games import game_named
from qipan.journal.envelope import Envelope
from qipan.journal.live import events
from qipan.journal.live.answered import AnsweredMessages
from qipan.journal.live.table import Played, Table, follow_on, one_of, timed_seats
from qipan.kernel.clock import Control, Reading
from qipan.kernel.errors import QipanError

ROOMS = ("games", "journal", "kernel")
"""Where it is written what events add up to."""
_BROKEN = (QipanError, msgspec.MsgspecError, LookupError, ValueError, TypeError)


class Snapshot(msgspec.Struct, frozen=True):
    """A table as it was after an event."""

    table: str
    version: int
    hash: str
    """Of that event: it stands for all before it."""
    program: str
    content: bytes


class TakenSnapshot(msgspec.Struct, frozen=True):
    """A snapshot that was just taken; whoever keeps it finds the hash in the journal."""

    table: str
    shard: int
    version: int
    program: str
    content: bytes


class _Kept(msgspec.Struct):
    """What a table is made of, besides its name, its number and what follows from the state."""

    opened: events.TableOpened
    state: msgspec.Raw
    readings: list[Reading]
    begun: bool
    suspended: str
    moves: list[tuple[int, int, str | tuple[str, ...], bytes | tuple[bytes, ...]]]
    answered: tuple[bytes, list[int]]
    offers: dict[str, set[int]]
    declined: list[tuple[str, int]]
    controls: tuple[Control, ...]
    generations: list[int]
    muted: list[int]
    chat: bool
    marks: list[tuple[int, str, int]]
    ends: str
    left: int
    taken_back: int


_decoder = msgspec.json.Decoder(_Kept)


def snapshot_of(table: Table) -> bytes | None:
    """Write a table that goes on; None where it cannot be told from a snapshot.

    One that is over is not wanted again, and spectators of a delayed one need all its events.
    """
    game = table.game
    if table.over or not table.begun or table.opened.delay or not _is_ours(game):
        return None
    state = game.keep_state(table.state)
    if state is None:
        return None
    return msgspec.json.encode(
        _Kept(
            opened=table.opened,
            state=msgspec.Raw(state),
            readings=table.readings,
            begun=table.begun,
            suspended=table.suspended,
            moves=[(each.seq, each.seat, each.shown, each.noted) for each in table.moves],
            answered=table.answered.written(),
            offers=table.offers,
            declined=sorted(table.declined),
            controls=table.controls,
            generations=table.generations,
            muted=sorted(table.muted),
            chat=table.chat,
            marks=table.marks,
            ends=table.ends,
            left=table.left,
            taken_back=table.taken_back,
        )
    )


def fits(snapshot: Snapshot, behind: list[Envelope]) -> bool:
    """Say whether a snapshot is this program's, and of the event that ``behind`` begins with."""
    return (
        bool(behind)
        and bool(fingerprint())
        and snapshot.program == fingerprint()
        and (behind[0].version, behind[0].hash) == (snapshot.version, snapshot.hash)
    )


def restored(snapshot: Snapshot, behind: list[Envelope]) -> Table | None:
    """Tell a table from a snapshot, its event and those after it; None where anything is wrong.

    The same table as ``refold_table`` gives of all its events, sooner.
    """
    if not fits(snapshot, behind):
        return None
    try:
        table = _table(snapshot)
        follow_on(table, behind[1:])
    except _BROKEN:  # its journal says what it is, or that it is corrupt
        return None
    return table


def _table(snapshot: Snapshot) -> Table:
    kept = _decoder.decode(snapshot.content)
    game = game_named(kept.opened.game)
    state = game.kept_state(bytes(kept.state))
    return Table(
        id=snapshot.table,
        opened=kept.opened,
        game=game,
        state=state,
        readings=kept.readings,
        version=snapshot.version,
        begun=kept.begun,
        suspended=kept.suspended,
        timed=timed_seats(game, state),
        moves=[_played(*each) for each in kept.moves],
        answered=AnsweredMessages.read(*kept.answered),
        offers=kept.offers,
        declined=set(kept.declined),
        controls=kept.controls,
        generations=kept.generations,
        muted=frozenset(kept.muted),
        chat=kept.chat,
        marks=kept.marks,
        ends=kept.ends,
        left=kept.left,
        taken_back=kept.taken_back,
    )


def _played(
    seq: int, seat: int, shown: str | tuple[str, ...], noted: bytes | tuple[bytes, ...]
) -> Played:
    return Played(seq, seat, one_of(shown), one_of(noted))


def _is_ours(game: object) -> bool:
    """Say whether the fingerprint covers a game: another package's may change behind its back."""
    return type(game).__module__.startswith("qipan.games.")


@cache
def fingerprint() -> str:
    """Name the program that says what events add up to; empty where its text is not there."""
    found = hashlib.sha256(f"{sys.version} {msgspec.__version__}".encode())
    count = 0
    for room in ROOMS:
        for path, text in _sources(files("qipan") / room):
            count += 1
            found.update(f"{path} {len(text)} ".encode() + text)
    return found.hexdigest() if count else ""


def _sources(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        if each.is_dir() and each.name != "__pycache__":
            yield from _sources(each, f"{path}/{each.name}")
        elif each.name.endswith(".py"):
            yield f"{path}/{each.name}", each.read_bytes()
