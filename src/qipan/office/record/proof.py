"""The record that a competition came from, as far as it was brought along: is it in there?

The tree names the events of the competition by stream and version and stands for all else with
hashes of whole subtrees. Read again it gives the roots that checkpoints of that record had.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

import msgspec

from qipan.journal.log import Log
from qipan.journal.record.checkpoints import CheckpointMade, about, signed_text
from qipan.journal.travel.carried import (
    PREFIX,
    RecordCarried,
    TreeItem,
    carried_for,
    read_carried,
)
from qipan.kernel.errors import BadInput, Corrupt
from qipan.kernel.ids import StreamId
from qipan.kernel.merkle import node
from qipan.office.record.fingerprint import Fingerprint

TALLEST = 48
Hashes = Mapping[tuple[str, int], str]
"""The hash of an event, by stream and version."""


def roots_of(tree: Iterable[TreeItem], hashes: Hashes) -> dict[int, str]:
    """Give the root after every item of a tree, by the number of events. Raises BadInput."""
    peaks: list[tuple[int, bytes]] = []
    place, roots = 0, dict[int, str]()
    for one, other in tree:
        height, leaf = _item(one, other, hashes)
        if place % (1 << height):
            raise _wrong("a subtree in it stands where none can be")
        place += 1 << height
        while peaks and peaks[-1][0] == height:
            leaf, height = node(peaks.pop()[1], leaf), height + 1
        peaks.append((height, leaf))
        roots[place] = _root(peaks)
    return roots


def _item(one: int | str, other: int | str, hashes: Hashes) -> tuple[int, bytes]:
    if isinstance(one, str) and isinstance(other, int):
        if (one, other) not in hashes:
            raise _wrong(f"it names {one} event {other}, which is not here")
        return 0, sha256(b"\x00" + hashes[one, other].encode()).digest()
    if isinstance(one, int) and isinstance(other, str) and 0 <= one <= TALLEST:
        try:
            raw = bytes.fromhex(other)
        except ValueError as error:
            raise _wrong("a hash in it is none") from error
        if len(raw) == sha256().digest_size:
            return one, raw
    raise _wrong("an item of its tree is none")


def _root(peaks: Sequence[tuple[int, bytes]]) -> str:
    right = peaks[-1][1]
    for _, left in reversed(peaks[:-1]):
        right = node(left, right)
    return right.hex()


def check_proof(
    tree: Sequence[TreeItem], checkpoints: Iterable[CheckpointMade], hashes: Hashes
) -> dict[int, str]:
    """Read a tree and compare it with its checkpoints and their signatures; gives the roots.

    Raises BadInput at the first that does not fit.
    """
    from qipan.store.record.signing_key import is_signed

    _in_order(tree)
    roots = roots_of(tree, hashes)
    for each in checkpoints:
        if roots.get(each.size) != each.root:
            raise _wrong(f"the checkpoint after {each.size} events was made of another history")
        text = signed_text(each.size, each.root, about(each))
        if (each.key or each.signature) and not is_signed(each.key, text, each.signature):
            raise _wrong(f"the checkpoint after {each.size} events is not signed by its key")
    return roots


def _in_order(tree: Iterable[TreeItem]) -> None:
    """Require that the events of a stream stand in it in their order, none left out."""
    last: dict[str, int] = {}
    for one, other in tree:
        if isinstance(one, str) and isinstance(other, int):
            if other != last.get(one, 0) + 1:
                raise _wrong(f"{one} event {other} was not stored in its order")
            last[one] = other


class Brought(msgspec.Struct, frozen=True):
    """What an old code says of a competition that came from elsewhere."""

    competition: str
    events: int
    """So many first events of the competition were in the record at that code."""


def check_carried(log: Log, against: Fingerprint | None = None) -> Brought | None:
    """Check every proof that competitions brought along; find an old code in one of them.

    Raises Corrupt where a proof does not fit the events that are here.
    """
    found = None
    for stream in log.streams(PREFIX):
        for envelope in log.read(stream):
            carried = read_carried(envelope)
            try:
                roots = check_proof(carried.tree, carried.checkpoints, _hashes(log, carried))
            except BadInput as error:
                raise Corrupt(stream, envelope.version, error.what) from error
            if against and roots.get(against.size, "-").startswith(against.root):
                name = carried_for(stream)
                found = Brought(name, _covered(carried.tree, f"competition/{name}", against.size))
    return found


def _hashes(log: Log, carried: RecordCarried) -> dict[tuple[str, int], str]:
    streams = {
        one for one, other in carried.tree if isinstance(one, str) and isinstance(other, int)
    }
    return {
        (each.stream, each.version): each.hash
        for name in sorted(streams)
        for each in log.read(StreamId(name))
    }


def _covered(tree: Iterable[TreeItem], stream: str, size: int) -> int:
    """Count the events of a stream among the first ``size`` of a tree."""
    place = count = 0
    for one, other in tree:
        place += 1 << one if isinstance(one, int) else 1
        if place > size:
            break
        count += one == stream and isinstance(other, int)
    return count


def _wrong(why: str) -> BadInput:
    return BadInput(why, where="record", code="travel.proof", facts={"why": why})
