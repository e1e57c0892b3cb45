"""What of a competition a copy elsewhere does not have yet: found by reading on, sent in pieces."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from qipan.host.travel.event_files import engine_of
from qipan.journal.envelope import Envelope
from qipan.journal.record.register import STREAM as REGISTER
from qipan.journal.record.register import content_digest
from qipan.journal.travel.parcel import Picture
from qipan.journal.travel.push import Fence, Heads, Push
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import CompetitionId, StreamId
from qipan.office.clerk import stream_of
from qipan.office.record.package import persons_of, pictures_of
from qipan.office.travel.collection import Belonging, is_proved, open_lots
from qipan.store.travel.adoption import StoredPeople
from qipan.wiring import House

AT_ONCE = 500
"""Events of live games, or people, in one piece."""


class Follower:
    """Keeps count of what a copy has. For one thread."""

    def __init__(self, house: House, home: CompetitionId, *, secrets: bool) -> None:
        """Read from the beginning; ``secrets``: those of lots that wait go along."""
        self._house, self._home, self._secrets = house, home, secrets
        self._belonging = Belonging(home)
        self._read = 0
        """Events of the record that were looked at."""
        self._last: dict[str, int] = {}
        """The last version here, by stream."""
        self._register = -1
        """The version of the register at which people were compared last."""
        self.heads = Heads({})
        self._people: dict[str, str] = {}

    def begin(self, heads: Heads) -> None:
        """Go on from what a copy says it has."""
        self.heads, self._register = heads, -1
        self._people = dict(heads.people)

    def _look(self) -> None:
        """Read on in the order of storing; what belongs to the competition is noted."""
        self._belonging.add_editions(self._house.office.state(self._home))
        for envelope in self._house.log.scan_in_order(self._read):
            self._read += 1
            if self._belonging.takes(envelope):
                self._last[envelope.stream] = envelope.version
        for stream in self._belonging.streams - set(self._last):
            version = self._house.log.version(StreamId(stream))
            if version:  # a regulation that was here before
                self._last[stream] = version

    def waiting(self) -> int:
        """Count the events that the copy does not have."""
        self._look()
        return sum(version - self._has(stream) for stream, version in self._mirrored())

    def _mirrored(self) -> list[tuple[str, int]]:
        """Give the streams that are mirrored; notes of conduct stay here."""
        return [
            (stream, version)
            for stream, version in self._last.items()
            if is_proved(stream) or stream.startswith("edition/")
        ]

    def _has(self, stream: str) -> int:
        known = self.heads.streams.get(stream, (0, ""))[0]
        return min(known, self._last.get(stream, 0))

    def pieces(self) -> Iterator[Push]:
        """Give what is missing, piece by piece; each is taken before the next is asked for."""
        self._look()
        first = self._first_piece()
        if first.events or first.people or first.forgotten or first.secrets:
            yield first
        yield from self._further_people()
        yield from self._pictures()
        yield from self._tables()

    def _first_piece(self) -> Push:
        """Give the whole rest of the competition's own journal, with what it is read under."""
        own = str(stream_of(self._home))
        events: list[Envelope] = []
        streams = [stream for stream, _ in self._mirrored() if not stream.startswith("table/")]
        for stream in sorted(streams, key=lambda each: (each == own, each)):
            events += self._house.log.read(StreamId(stream), self._has(stream))
        state = self._house.office.state(self._home)
        wanted = [name for name, _ in open_lots(state) if name not in self.heads.secrets]
        secrets = dict(self._revealed(wanted)) if self._secrets else {}
        return self._push(events=tuple(events), secrets=secrets)

    def _revealed(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        for name in names:
            try:
                yield name, self._house.secrets.reveal(name)
            except Unknown:  # of a lot that was committed to elsewhere
                continue

    def _further_people(self) -> Iterator[Push]:
        """Give people whose stored content differs, and name those who are gone."""
        version = self._house.log.version(REGISTER)
        if version == self._register:
            return
        state = self._house.office.state(self._home)
        stored = StoredPeople(engine_of(self._house)).contents(persons_of(state))
        digests = {who: content_digest(content) for who, content in stored.items()}
        differ = [who for who in stored if self._people.get(who) != digests[who]]
        gone = tuple(who for who in self._people if who not in stored)
        for start in range(0, len(differ), AT_ONCE):
            some = differ[start : start + AT_ONCE]
            yield self._push(people={who: stored[who] for who in some})
            self._people.update((who, digests[who]) for who in some)
        if gone:
            yield self._push(forgotten=gone)
            for who in gone:
                self._people.pop(who, None)
        self._register = version

    def _pictures(self) -> Iterator[Push]:
        state = self._house.office.state(self._home)
        for name in pictures_of(state):
            if name in self.heads.pictures:
                continue
            try:
                picture = Picture(*self._house.side_tables.attachments.find(name))
            except Unknown:  # erased
                continue
            yield self._push(pictures={name: picture})
            self.heads = msgspec.structs.replace(self.heads, pictures=(*self.heads.pictures, name))

    def _tables(self) -> Iterator[Push]:
        """Give moves of live games, some at a time."""
        some: list[Envelope] = []
        for stream, version in self._mirrored():
            has = self._has(stream)
            if stream.startswith("table/") and version > has:
                some += self._house.log.read(StreamId(stream), has)
                if len(some) >= AT_ONCE:
                    yield self._push(events=tuple(some))
                    some = []
        if some:
            yield self._push(events=tuple(some))

    def taken(self, push: Push) -> None:
        """Note that a piece was taken."""
        streams = dict(self.heads.streams)
        for each in push.events:
            streams[each.stream] = (each.version, each.hash)
        secrets = (*self.heads.secrets, *push.secrets)
        self.heads = msgspec.structs.replace(self.heads, streams=streams, secrets=secrets)

    def _push(self, **parts: Any) -> Push:
        return Push(self._house.office.place(), **parts)

    def shared(self, fence: Fence) -> tuple[tuple[str, int], ...]:
        """Say up to which version each stream here is also there, where histories part.

        What a copy has is asked of the copy: after a restart nothing is remembered here.
        """
        own = stream_of(self._home)
        found = {str(own): self._common(own, fence.line)}
        for stream, version in self._mirrored():
            if stream.startswith("table/"):
                last = self._common(StreamId(stream), fence.tables.get(stream, ()))
                if last < version:
                    found[stream] = last
        return tuple(sorted(found.items()))

    def _common(self, stream: StreamId, line: tuple[tuple[int, str], ...]) -> int:
        """Give the last version of a stream that is the same there."""
        there, last = dict(line), 0
        for each in self._house.log.read(stream):
            if there.get(each.version) != each.hash:
                break
            last = each.version
        return last
