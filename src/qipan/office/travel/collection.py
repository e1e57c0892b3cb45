"""Collecting all that belongs to one competition, read once in the order of storing."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

import msgspec

from qipan.desk.lots import NUMBERS
from qipan.journal.envelope import Envelope
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.log import Log
from qipan.journal.record.checkpoints import STREAM as CHECKPOINTS
from qipan.journal.record.checkpoints import read_checkpoints
from qipan.journal.state import Competition
from qipan.journal.travel.carried import carried_for
from qipan.journal.travel.parcel import FORMAT, Parcel, Picture
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import CompetitionId
from qipan.office.clerk import Clerk, stream_of
from qipan.office.editions import PREFIX as EDITIONS
from qipan.office.editions import edition_stream
from qipan.office.record.package import PrunedTree, persons_of, pictures_of
from qipan.play.conduct_log import PREFIX as CONDUCT


class KeptPictures(Protocol):
    """Photographs beside the journal."""

    def find(self, name: str) -> tuple[str, bytes]:
        """Give type and content. Raises Unknown."""


class Belonging:
    """Which streams belong to a competition; tables are known by the first event of theirs."""

    def __init__(self, competition: CompetitionId) -> None:
        """Begin with what is known without looking."""
        self.competition = competition
        self.streams = {str(stream_of(competition))}

    def add_editions(self, state: Competition) -> None:
        """Add the regulations that a state is read under."""
        self.streams |= {str(edition_stream(each)) for each in editions_of(state)}

    def takes(self, envelope: Envelope) -> bool:
        """Say whether an event belongs to it; a table is known from then on."""
        table = envelope.version == 1 and envelope.stream.startswith(TABLES)
        if table and origin_of(envelope) == self.competition:
            conduct = CONDUCT + envelope.stream.removeprefix(TABLES)
            self.streams |= {str(envelope.stream), conduct}
        if carried_for(envelope.stream) == self.competition:
            self.streams.add(str(envelope.stream))
        return envelope.stream in self.streams


def origin_of(envelope: Envelope) -> str:
    """Name the competition that the first event of a table belongs to; nothing if to none."""
    try:
        opened = msgspec.json.decode(envelope.payload, type=dict[str, Any])
    except msgspec.DecodeError:
        return ""
    origin = opened.get("origin", {})
    return str(origin.get("competition", "")) if isinstance(origin, dict) else ""


def editions_of(state: Competition) -> Iterator[str]:
    """Name the editions that a competition is read under."""
    found = {state.edition, *(section.edition for section in state.sections.values())}
    yield from sorted(found - {""})


def is_proved(stream: str) -> bool:
    """Say whether the events of a stream are named in the tree of the record.

    Regulations bear their own hash in their name and may be here already, stored by others; notes
    of conduct may be made wherever somebody looks on.
    """
    return not stream.startswith((EDITIONS, CONDUCT))


def open_lots(state: Competition) -> Iterator[tuple[str, str]]:
    """Give the names of the secrets of lots that are committed to and not drawn, and the lots."""
    draws = (getattr(event, "draw", None) for event in state.past)
    drawn = {draw.commitment for draw in draws if draw is not None}
    for section in state.sections.values():
        for lot, commitment in section.commitments.items():
            if commitment not in drawn and not (lot == NUMBERS and section.order):
                yield f"{state.id}/{section.id}/{lot}/{commitment}", lot


def collect(
    office: Clerk,
    state: Competition,
    people: Mapping[str, str],
    pictures: KeptPictures,
    *,
    secrets: bool,
) -> Parcel:
    """Collect a competition as it stands in the record. ``people``: stored content by id.

    ``secrets``: with those of lots that are not drawn yet.
    """
    log = office.around.log
    belonging = Belonging(state.id)
    belonging.add_editions(state)
    made = [
        each for each in read_checkpoints(log.read(CHECKPOINTS)) if each.competition == state.id
    ]
    tree, events = _pruned(log, belonging.takes, {each.size for each in made})
    return Parcel(
        format=FORMAT,
        competition=state.id,
        place=office.place(),
        events=tuple(events),
        people={who: people[who] for who in persons_of(state) if who in people},
        pictures=dict(_pictures(pictures_of(state), pictures)),
        secrets=dict(_secrets(office, state)) if secrets else {},
        tree=tuple(tree),
        checkpoints=tuple(made),
    )


def _pruned(
    log: Log, takes: Callable[[Envelope], bool], cuts: Iterable[int]
) -> tuple[list[Any], list[Envelope]]:
    tree, events = PrunedTree(cuts), list[Envelope]()
    for envelope in log.scan_in_order():
        taken = takes(envelope)
        if taken:
            events.append(envelope)
        (tree.keep if taken and is_proved(envelope.stream) else tree.leave_out)(envelope)
    return tree.items(), events


def _pictures(wanted: Iterable[str], pictures: KeptPictures) -> Iterator[tuple[str, Picture]]:
    for name in wanted:
        try:
            yield name, Picture(*pictures.find(name))
        except Unknown:  # erased
            continue


def _secrets(office: Clerk, state: Competition) -> Iterator[tuple[str, bytes]]:
    for name, _ in open_lots(state):
        try:
            yield name, office.around.secrets.reveal(name)
        except Unknown:  # of a lot that was committed to elsewhere
            continue
