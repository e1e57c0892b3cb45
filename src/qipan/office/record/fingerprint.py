"""One fingerprint over the whole record, and the proof that a later record only grew from it.

A fingerprint is the number of events stored so far and the root of the Merkle tree over their
hashes, in the order of storing. Whoever wrote an old one down can tell whether anything before it
was changed, removed or put in: nobody can make another history with the same root.
"""

import re

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.log import Log
from qipan.journal.people import tidy
from qipan.journal.record.checkpoints import STREAM as CHECKPOINTS
from qipan.journal.record.checkpoints import read_checkpoints
from qipan.kernel.errors import BadInput, Corrupt
from qipan.kernel.merkle import MerkleTree

SHORT = 24
"""Hexadecimal digits of the root that are printed on paper: 96 bits."""
FEWEST = 16
_WRITTEN = re.compile(r"\s*(\d{1,15})\s*[-:/ ]\s*([0-9a-f][0-9a-f\s-]*)", re.IGNORECASE)


class Fingerprint(msgspec.Struct, frozen=True):
    """The record as it was after a number of events."""

    size: int
    root: str
    """In hexadecimal; on paper only its beginning."""

    def __str__(self) -> str:
        """Write it in full."""
        return f"{self.size}-{self.root}"

    @property
    def short(self) -> str:
        """Write it for paper: short enough to be typed."""
        digits = self.root[:SHORT]
        return f"{self.size}-" + "-".join(digits[at : at + 4] for at in range(0, SHORT, 4))


def read_fingerprint(written: str) -> Fingerprint:
    """Read a fingerprint in full or as on paper. Raises BadInput."""
    found = _WRITTEN.fullmatch(tidy(written))
    digits = re.sub(r"[\s-]", "", found[2]).lower() if found else ""
    if found is None or not FEWEST <= len(digits) <= 64:
        raise BadInput(
            "a fingerprint is a number and at least 16 hexadecimal digits, as 57-3f2a-…",
            where="--against",
        )
    return Fingerprint(int(found[1]), digits)


class StoredRecord(msgspec.Struct):
    """What reading everything in the order of storing gave."""

    fingerprint: Fingerprint
    heads: dict[str, tuple[int, str]]
    """Number of events and last hash by stream."""
    since: int | None = None
    """Events that came after the fingerprint it was compared with."""


def read_record(log: Log, against: Fingerprint | None = None) -> StoredRecord:
    """Read everything in the order of storing and compare it with a fingerprint.

    Checkpoints that the record holds itself are compared too. Raises Corrupt.
    """
    tree, heads = MerkleTree(), dict[str, tuple[int, str]]()
    compared = against is not None and _compare(tree, against, None)
    noted = {each.size: each.root for each in read_checkpoints(log.read(CHECKPOINTS))}
    last = 0
    for envelope in log.scan_in_order():
        tree.add(envelope.hash.encode())
        if tree.size in noted:
            if noted[tree.size] != tree.root():
                why = f"events {last + 1} to {tree.size} are not those of the checkpoint after them"
                raise Corrupt("record", last + 1, why)
            last = tree.size
        heads[envelope.stream] = (heads.get(envelope.stream, (0, ""))[0] + 1, envelope.hash)
        if against is not None and tree.size == against.size:
            compared = _compare(tree, against, envelope)
    beyond = max(noted, default=0)
    if beyond > tree.size:
        why = f"holds {tree.size} events, but a checkpoint in it was made after {beyond}"
        raise Corrupt("record", tree.size + 1, why)
    if against is not None and not compared:
        why = f"holds {tree.size} events, but there were {against.size} at that fingerprint"
        raise Corrupt("record", tree.size + 1, f"{why}: an older copy, or its end was removed")
    since = None if against is None else tree.size - against.size
    return StoredRecord(Fingerprint(tree.size, tree.root()), heads, since)


def _compare(tree: MerkleTree, against: Fingerprint, at: Envelope | None) -> bool:
    if tree.size != against.size:
        return False
    if not tree.root().startswith(against.root):
        last = f"; the last of them is {at.stream} event {at.version}" if at else ""
        why = f"the first {against.size} events are not those of the fingerprint{last}"
        raise Corrupt("record", against.size, why)
    return True
