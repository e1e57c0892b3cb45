"""A log in memory: for tests and simulations. Everything is gone when it is."""

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from threading import Lock

import msgspec

from qipan.journal.envelope import GENESIS, Batch, Envelope, Fresh, chain
from qipan.journal.log import Stored
from qipan.journal.people import Person, tidied
from qipan.kernel.errors import Conflict, Refused, Unknown
from qipan.kernel.ids import PersonId, StreamId
from qipan.kernel.rules import rule
from qipan.store.schema import require_storable

PACKED_TOGETHER = 2048
"""Old events that are packed into one piece."""
QUICK = 1

TAKEN = rule("store.secret-once", "A secret is stored once under its name and never replaced.")


class KeptStream:
    """The events of one stream. Old ones are packed: whole events of 100,000 entrants fill memory.

    What a hash says is worked out again when somebody reads that far back.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._packed: list[tuple[str, bytes]] = []
        self._recent: list[Envelope] = []

    def __len__(self) -> int:
        """Count the events."""
        return len(self._packed) * PACKED_TOGETHER + len(self._recent)

    @property
    def head(self) -> str:
        """Give the hash of the last event."""
        return self._recent[-1].hash if self._recent else GENESIS

    def extend(self, stored: Stored) -> None:
        """Keep more events."""
        self._recent.extend(stored)
        while len(self._recent) > 2 * PACKED_TOGETHER:
            old, self._recent = self._recent[:PACKED_TOGETHER], self._recent[PACKED_TOGETHER:]
            told = [(each.name, each.at, each.actor, each.payload) for each in old]
            packed = zlib.compress(msgspec.msgpack.encode(told), QUICK)
            self._packed.append((old[0].previous, packed))

    def after(self, version: int, stream: StreamId) -> list[Envelope]:
        """Give the events after a version."""
        begun = len(self._packed) * PACKED_TOGETHER
        if version >= begun:
            return self._recent[version - begun :]
        first = version // PACKED_TOGETHER
        found = [
            each
            for number in range(first, len(self._packed))
            for each in self._unpacked(number, stream)
        ]
        return found[version - first * PACKED_TOGETHER :] + self._recent

    def _unpacked(self, number: int, stream: StreamId) -> Iterator[Envelope]:
        previous, packed = self._packed[number]
        version = number * PACKED_TOGETHER
        for name, at, actor, payload in msgspec.msgpack.decode(zlib.decompress(packed)):
            batch = Batch(stream, version, actor, at, (Fresh(name, payload),))
            (envelope,) = chain(version, previous, batch)
            yield envelope
            version, previous = envelope.version, envelope.hash


class MemoryLog:
    """A log that lives as long as the process."""

    def __init__(self) -> None:
        """Start empty."""
        self._streams: dict[StreamId, KeptStream] = {}
        self._order: list[tuple[StreamId, int]] = []
        self._lock = Lock()

    def append(self, batch: Batch) -> Stored:
        """Store a batch. Raises Conflict, or BadInput if no store could keep it."""
        require_storable(batch)
        with self._lock:
            known = self._streams.get(batch.stream) or KeptStream()
            if len(known) != batch.expected:
                raise Conflict(batch.stream, batch.expected, len(known))
            stored = chain(len(known), known.head, batch)
            if stored:
                known.extend(stored)
                self._streams[batch.stream] = known
                self._order.append((batch.stream, len(stored)))
            return stored

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Store a batch at once; the future is done."""
        future: Future[Stored] = Future()
        try:
            future.set_result(self.append(batch))
        except Conflict as conflict:
            future.set_exception(conflict)
        return future

    def read(self, stream: StreamId, after: int = 0) -> Sequence[Envelope]:
        """Give the events of a stream after a version."""
        with self._lock:
            known = self._streams.get(stream)
            return () if known is None else tuple(known.after(after, stream))

    def read_behind(self, places: Mapping[StreamId, int]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, of each those after a version."""
        with self._lock:
            known = {stream: self._streams.get(stream) for stream in places}
            return {
                stream: [] if there is None else list(there.after(places[stream], stream))
                for stream, there in known.items()
            }

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each stream that has one."""
        found = self.read_behind(dict.fromkeys(streams, 0))
        last = {
            stream: next((each for each in reversed(stored) if each.name in names), None)
            for stream, stored in found.items()
        }
        return {stream: each for stream, each in last.items() if each is not None}

    def version(self, stream: StreamId) -> int:
        """Count the events of a stream."""
        with self._lock:
            return len(self._streams.get(stream, ()))

    def streams(self, prefix: str = "") -> Sequence[StreamId]:
        """Name the streams."""
        with self._lock:
            return sorted(name for name in self._streams if name.startswith(prefix))

    def scan(self) -> Iterator[Envelope]:
        """Give every event, stream by stream."""
        for stream in self.streams():
            yield from self.read(stream)

    def scan_in_order(self, after: int = 0) -> Iterator[Envelope]:
        """Give every event but the first few in the order of storing."""
        with self._lock:
            order = list(self._order)
        streams = {name: iter(self.read(name)) for name in dict(order)}
        in_order = (next(streams[name]) for name, count in order for _ in range(count))
        yield from islice(in_order, after, None)

    def faults(self) -> Sequence[str]:
        """Memory finds nothing wrong with itself."""
        return ()

    def close(self) -> None:
        """Nothing to let go of."""


class MemoryPeople:
    """Personal data in memory."""

    def __init__(self) -> None:
        """Start empty."""
        self._people: dict[PersonId, Person] = {}

    def save(self, who: PersonId, person: Person) -> None:
        """Keep or replace."""
        self._people[who] = tidied(person)

    def save_all(self, people: Mapping[PersonId, Person]) -> None:
        """Keep or replace many."""
        for who, person in people.items():
            self.save(who, person)

    def everybody(self) -> Mapping[PersonId, Person]:
        """Give everybody there is."""
        return dict(self._people)

    def find(self, who: Iterable[PersonId]) -> Mapping[PersonId, Person]:
        """Give what is known."""
        return {each: self._people[each] for each in who if each in self._people}

    def erase(self, who: PersonId) -> bool:
        """Forget somebody."""
        return self._people.pop(who, None) is not None


class MemorySecrets:
    """Secrets in memory."""

    def __init__(self) -> None:
        """Start empty."""
        self._secrets: dict[str, bytes] = {}

    def keep(self, name: str, secret: bytes) -> None:
        """Keep a secret once. Raises Refused if the name is taken."""
        if self._secrets.setdefault(name, secret) != secret:
            raise Refused("secret.taken", TAKEN, name=name)

    def reveal(self, name: str) -> bytes:
        """Give a secret. Raises Unknown."""
        if name not in self._secrets:
            raise Unknown("secret", name)
        return self._secrets[name]


def trial_log(folder: Path) -> MemoryLog:
    """Open an empty log, as the contract suite asks of every storage that needs no server."""
    del folder
    return MemoryLog()
