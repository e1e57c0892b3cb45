"""Game records: attached, photographed, and differences settled."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state import AttachedRecord, Photograph
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, RoundNo, SectionId


class RecordAttached(AttachedRecord, Event, frozen=True, tag="record-attached/1"):
    """A record was replayed and attached to a game of a round."""


class RecordSettled(Event, frozen=True, tag="record-settled/1"):
    """An arbiter looked at a record that differs from the result and let both stand."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int = 1
    playoff: bool = False
    reason: str = ""


class RecordPhotographed(Photograph, Event, frozen=True, tag="record-photographed/1"):
    """A picture of a record was handed in; it lies beside the journal under its hash."""


class PhotoShown(Event, frozen=True, tag="photo-shown/1"):
    """A photograph is for everybody to see, or no longer; whoever noted it is the event's actor."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    hash: str
    shown: bool = True
    guardians: bool = False
    """The guardians of minors at the board agreed too; without it no minor's board is shown."""


Events = RecordAttached | RecordSettled | RecordPhotographed | PhotoShown


def add_record_attached(draft: Draft, event: RecordAttached) -> None:
    """Keep the record; what was settled about an earlier one falls."""
    section = draft.section(event.section)
    key = (event.round, event.board, event.game, event.playoff)
    section.records[key] = event
    section.settled.pop(key, None)


def add_record_settled(draft: Draft, event: RecordSettled) -> None:
    """Keep why a difference stands, with the result it was about."""
    section = draft.section(event.section)
    key = (event.round, event.board, event.game, event.playoff)
    section.settled[key] = event.reason


def add_record_photographed(draft: Draft, event: RecordPhotographed) -> None:
    """Keep where the picture is."""
    section = draft.section(event.section)
    key = (event.round, event.board)
    section.photos[key] = (*section.photos.get(key, ()), event)


def add_photo_shown(draft: Draft, event: PhotoShown) -> None:
    """Keep what is for everybody, and whether guardians agreed."""
    shown = draft.section(event.section).shown_photos
    if event.shown:
        shown[event.hash] = event.guardians
    else:
        shown.pop(event.hash, None)


REDUCERS: Reducers = {
    RecordAttached: add_record_attached,
    RecordSettled: add_record_settled,
    RecordPhotographed: add_record_photographed,
    PhotoShown: add_photo_shown,
}

PRIVATE: PrivateReasons = {
    RecordAttached: "games are fetched with …/records",
    RecordSettled: "reasons are for the staff",
    RecordPhotographed: "a photograph is for the arbiters and who sat there",
    PhotoShown: "the pages show it, and hide it at once when somebody is erased",
}
