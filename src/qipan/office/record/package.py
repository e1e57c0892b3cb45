"""An audit package: all that a court of arbitration needs of one competition, in one file.

It holds the events of the competition, its live tables, its regulations, the register and the
checkpoints, the people as they are stored (with their salts), and the tree over everything that
the server ever stored: what belongs to others stands in it as hashes only, as few as will do.
``check_package.py``, which lies in it too, checks it without any part of this program.
"""

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib import resources
from typing import Any

import msgspec

from qipan.desk.people import also_known_as, everybody
from qipan.journal.books.drafts import PREFIX as OWN_BOOKS
from qipan.journal.envelope import Envelope
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.log import Log
from qipan.journal.record.checkpoints import STREAM as CHECKPOINTS
from qipan.journal.record.checkpoints import read_checkpoints
from qipan.journal.record.register import STREAM as REGISTER
from qipan.journal.state import Competition
from qipan.kernel.merkle import node
from qipan.office.clerk import stream_of
from qipan.office.editions import edition_stream
from qipan.play.conduct_log import PREFIX as CONDUCT

FORMAT = "qipan-audit/1"
SCRIPT = "check_package.py"
TreeItem = tuple[int, str] | tuple[str, int]
"""The root of so many events (a power of two) that are left out, or an event that is here."""

README = """\
This is an audit package of Qipan: the record of one competition.

Check it with Python 3.11 or later, offline:
    python3 check_package.py THIS_FILE.zip --against CODE
CODE is what stands after "Record" at the foot of a list printed in the hall. Take the script from a
source you trust; the copy in here is only for reading.

record.json    every event as it was stored, with its hash; the tree over all that the server holds
events.txt     the same events, one a line, for reading
reports/       the final report of each section, computed from the events
books/         the regulations in force
pictures/      photographs of score sheets, by their hash
"""


class PrunedTree:
    """Leaves in order of storing; runs of leaves that are left out shrink to a few roots."""

    def __init__(self, cuts: Iterable[int]) -> None:
        """Keep the tree readable after each of ``cuts`` leaves."""
        self._cuts = frozenset(cuts)
        self._items: list[tuple[int, int, bytes | TreeItem]] = []
        """Place of the first leaf, size, and what stands there."""
        self.size = 0

    def keep(self, envelope: Envelope) -> None:
        """Add an event that is here."""
        self._items.append((self.size, 1, (envelope.stream, envelope.version)))
        self.size += 1

    def leave_out(self, envelope: Envelope) -> None:
        """Add an event of which only the hash is told."""
        leaf = sha256(b"\x00" + envelope.hash.encode()).digest()
        self._items.append((self.size, 1, leaf))
        self.size += 1
        while len(self._items) > 1:
            (start, size, left), (right_start, right_size, right) = self._items[-2:]
            if not isinstance(left, bytes) or not isinstance(right, bytes):
                break
            if size != right_size or start % (2 * size) or right_start in self._cuts:
                break
            self._items[-2:] = [(start, 2 * size, node(left, right))]

    def items(self) -> list[TreeItem]:
        """Give what stands in the package."""
        return [
            (size.bit_length() - 1, what.hex()) if isinstance(what, bytes) else what
            for _, size, what in self._items
        ]


class Package(msgspec.Struct, frozen=True):
    """What ``record.json`` holds."""

    format: str
    competition: str
    title: str
    events: list[Envelope]
    tree: list[TreeItem]
    people: dict[str, str]
    """Stored content, with its salt, by id; without who was erased or is not to be named."""
    persons: list[str]
    """Everybody whom the competition knows, by id."""
    also: list[int] = []
    """Numbers of events after which the tree can be read, beside those of checkpoints."""


def package_of(
    log: Log, state: Competition, people: Mapping[str, str], also: Iterable[int] = ()
) -> Package:
    """Collect a competition from the whole record, read once in the order of storing."""
    wanted = {
        stream_of(state.id),
        CHECKPOINTS,
        REGISTER,
        f"{OWN_BOOKS}{state.book}",
        *(edition_stream(edition) for edition in _editions(state)),
    }
    further = sorted(set(also))
    cuts = {each.size for each in read_checkpoints(log.read(CHECKPOINTS))}
    tree, events = PrunedTree({*cuts, *further}), list[Envelope]()
    for envelope in log.scan_in_order():
        if envelope.version == 1 and envelope.stream.startswith(TABLES):
            opened = msgspec.json.decode(envelope.payload, type=dict[str, Any])
            if opened.get("origin", {}).get("competition") == state.id:
                wanted |= {envelope.stream, CONDUCT + envelope.stream.removeprefix(TABLES)}
        if envelope.stream in wanted:
            events.append(envelope)
            tree.keep(envelope)
        else:
            tree.leave_out(envelope)
    known = persons_of(state)
    named = {who: people[who] for who in known if who in people}
    return Package(
        FORMAT, state.id, state.title, events, tree.items(), named, known, [*further, tree.size]
    )


def _editions(state: Competition) -> Iterator[str]:
    found = {state.edition, *(section.edition for section in state.sections.values())}
    yield from sorted(found - {""})


def persons_of(state: Competition) -> list[str]:
    """Give everybody whom a competition knows, also under ids of before something was put right."""
    known = dict.fromkeys(everybody(state))
    further = [other for who in known for other in also_known_as(state, who)]
    return sorted({*map(str, known), *map(str, further)})


def pictures_of(state: Competition) -> dict[str, str]:
    """Name the photographs of a competition: media type by hash."""
    return {
        photo.hash: photo.media
        for section in state.sections.values()
        for taken in section.photos.values()
        for photo in taken
    }


def write_package(
    package: Package, reports: Mapping[str, bytes], pictures: Mapping[str, tuple[str, bytes]]
) -> bytes:
    """Write a package as a zip file; the same package gives the same bytes."""
    files: dict[str, bytes] = {
        "README.txt": README.encode(),
        SCRIPT: resources.files(__package__).joinpath(SCRIPT).read_bytes(),
        "record.json": msgspec.json.encode(package),
        "events.txt": "".join(map(_line, package.events)).encode(),
    }
    for name, content in sorted(reports.items()):
        files[f"reports/{name}.json"] = content
    for envelope in package.events:
        if envelope.stream.startswith("edition/"):
            stored = msgspec.json.decode(envelope.payload, type=dict[str, Any])
            files[f"books/{stored['book']}-{envelope.stream[8:16]}.txt"] = stored["text"].encode()
    for name, (media, content) in sorted(pictures.items()):
        files[f"pictures/{name}.{media.partition('/')[2]}"] = content
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _line(envelope: Envelope) -> str:
    """Write an event for reading."""
    words = (envelope.stream, str(envelope.version), envelope.at, envelope.actor, envelope.payload)
    return "\t".join(words) + "\n"
