"""A log in memory: for tests and simulations. Everything is gone when it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Lock

from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.log import Stored
from qipan.journal.people import Person, tidied
from qipan.kernel.errors import Conflict, Refused, Unknown
from qipan.kernel.ids import PersonId, StreamId
from qipan.kernel.rules import rule
from qipan.store.schema import require_storable

TAKEN = rule("store.secret-once", "A secret is kept once under a name and never replaced.")


class MemoryLog:
    """A log that lives as long as the process."""

    def __init__(self) -> None:
        """Start empty."""
        self._streams: dict[StreamId, list[Envelope]] = {}
        self._all: list[Envelope] = []
        self._lock = Lock()

    def append(self, batch: Batch) -> Stored:
        """Store a batch. Raises Conflict, or BadInput if no store could keep it."""
        require_storable(batch)
        with self._lock:
            known = self._streams.get(batch.stream, [])
            if len(known) != batch.expected:
                raise Conflict(batch.stream, batch.expected, len(known))
            stored = chain(len(known), known[-1].hash if known else GENESIS, batch)
            if stored:
                self._streams.setdefault(batch.stream, []).extend(stored)
                self._all.extend(stored)
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
            return tuple(self._streams.get(stream, ())[after:])

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
        yield from tuple(self._all[after:])

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
