"""Making checkpoints: after what people saw, by whoever carried it out."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from threading import Lock
from typing import Protocol

import msgspec

from qipan.journal.closing import StandingsApproved
from qipan.journal.envelope import Batch
from qipan.journal.event import Event, fresh
from qipan.journal.log import Log
from qipan.journal.record.checkpoints import (
    STREAM,
    CheckpointMade,
    about,
    read_checkpoints,
    signed_text,
)
from qipan.journal.rounds import RoundPublished
from qipan.kernel.errors import Conflict
from qipan.kernel.ids import CompetitionId
from qipan.kernel.merkle import MerkleTree
from qipan.office.record.fingerprint import Fingerprint

TRIES = 5


class Signer(Protocol):
    """Signs what this server says."""

    @property
    def public(self) -> str:
        """Give the public key in hexadecimal."""

    def sign(self, text: bytes) -> str:
        """Sign a text; the signature in hexadecimal."""


class Milestone(msgspec.Struct, frozen=True):
    """Something that people saw: a round that was published, standings that were approved."""

    competition: CompetitionId
    section: str
    round: int = 0


def milestones(competition: CompetitionId, events: Iterable[Event]) -> list[Milestone]:
    """Find what people saw among events."""
    found = []
    for event in events:
        if isinstance(event, RoundPublished):
            found.append(Milestone(competition, event.section, event.round))
        elif isinstance(event, StandingsApproved):
            found.append(Milestone(competition, event.section))
    return found


class Checkpoints:
    """The checkpoints of one record. For any thread but the log's own."""

    def __init__(
        self, log: Log, now: Callable[[], datetime], signer: Callable[[], Signer | None]
    ) -> None:
        """Work on a log; ``signer`` is asked for when something is signed."""
        self._log, self._now, self._signer = log, now, signer
        self._due: list[Milestone] = []
        self._known: list[CheckpointMade] = []
        self._lock, self._making = Lock(), Lock()

    def key_name(self) -> str:
        """Give the beginning of the public key that signs; nothing where nobody does."""
        signer = self._signer()
        return "" if signer is None else signer.public[:16]

    def note(self, competition: CompetitionId, events: Sequence[Event]) -> None:
        """Hear what was stored; nothing is written yet."""
        found = milestones(competition, events)
        if found:
            with self._lock:
                self._due += found

    def make_due(self) -> list[CheckpointMade]:
        """Make the checkpoints that are due. Raises Unavailable."""
        with self._lock:
            due, self._due = self._due, []
        return [self.make(each) for each in due]

    def make(self, milestone: Milestone) -> CheckpointMade:
        """Make a checkpoint now. Raises Unavailable, or Conflict if others are always faster."""
        with self._making:
            for _ in range(TRIES - 1):
                try:
                    return self._make(milestone)
                except Conflict:
                    continue
            return self._make(milestone)

    def _make(self, milestone: Milestone) -> CheckpointMade:
        stored = self._log.read(STREAM)
        before = read_checkpoints(stored[-1:])
        tree = MerkleTree(before[0].peaks, before[0].size) if before else MerkleTree()
        for envelope in self._log.scan_in_order(tree.size):
            tree.add(envelope.hash.encode())
        made = CheckpointMade(
            size=tree.size,
            root=tree.root(),
            peaks=tree.peaks,
            competition=milestone.competition,
            section=milestone.section,
            round=milestone.round,
        )
        signer = self._signer()
        if signer is not None:
            text = signed_text(made.size, made.root, about(made))
            made = msgspec.structs.replace(made, key=signer.public, signature=signer.sign(text))
        at = self._now().isoformat(timespec="milliseconds")
        self._log.append(Batch(STREAM, len(stored), "record", at, (fresh(made),)))
        return made

    def all(self) -> list[CheckpointMade]:
        """Give the checkpoints there are, oldest first."""
        with self._lock:
            known = self._known
        further = read_checkpoints(self._log.read(STREAM, len(known)))
        if further:
            known = [*known, *further]
            with self._lock:
                self._known = max(self._known, known, key=len)
        return known

    def after(self, competition: str, seen: Iterable[Milestone]) -> CheckpointMade | None:
        """Give the newest checkpoint of a competition, made now if ``seen`` has none yet."""
        self.make_due()
        of_it = [each for each in self.all() if each.competition == competition]
        there = {(each.section, each.round) for each in of_it}
        of_it += [self.make(each) for each in seen if (each.section, each.round) not in there]
        return of_it[-1] if of_it else None

    def newest_of(self, competition: str, section: str, number: int = 0) -> Fingerprint | None:
        """Give the newest fingerprint of a section, or of one of its rounds."""
        for each in reversed(self.all()):
            if (each.competition, each.section) == (competition, section) and (
                not number or each.round == number
            ):
                return Fingerprint(each.size, each.root)
        return None

    def printed(self, competition: str, section: str, number: int = 0) -> str:
        """Give what is printed on papers of a section: of a round, else the newest; or nothing."""
        found = self.newest_of(competition, section, number) or self.newest_of(competition, section)
        return found.short if found is not None else ""
