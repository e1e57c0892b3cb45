"""Regulations of one's own: drafts saved, editions published. Each book is a stream of its own."""

from typing import assert_never

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

PREFIX = "own-book/"


class BookDraftSaved(Event, frozen=True, tag="book-draft-saved/1"):
    """Somebody saved a draft; it need not be without faults."""

    book: str
    owner: str
    """Whoever began it."""
    content: str
    """The whole book as JSON."""


class BookPublished(Event, frozen=True, tag="book-published/1"):
    """A draft became an edition, under which competitions can be held."""

    book: str
    edition: str


class BookWithdrawn(Event, frozen=True, tag="book-withdrawn/1"):
    """A book is offered no more; what is held under it stays as it is."""

    book: str


OwnBookEvent = BookDraftSaved | BookPublished | BookWithdrawn
_decoder = msgspec.json.Decoder(OwnBookEvent)


class OwnBook(msgspec.Struct, frozen=True):
    """A book of one's own as it stands."""

    id: str
    version: int = 0
    owner: str = ""
    draft: str = ""
    """The draft as JSON."""
    saved_at: str = ""
    editions: tuple[str, ...] = ()
    """Those published, oldest first."""
    published: str = ""
    """The content of the newest edition."""
    withdrawn: bool = False

    @property
    def offered(self) -> bool:
        """Say whether competitions can be created under it."""
        return bool(self.editions) and not self.withdrawn

    @property
    def state(self) -> str:
        """Say in a word how it stands: a draft, published, or changed since."""
        if not self.offered:
            return "draft"
        return "published" if self.published == self.draft else "changed"


def stream_of_book(book: str) -> StreamId:
    """Name the stream of a book."""
    return StreamId(f"{PREFIX}{book}")


def follow(state: OwnBook, envelope: Envelope) -> OwnBook:
    """Give the book after one more event. Raises Corrupt."""
    try:
        event = _decoder.decode(envelope.payload)
    except msgspec.MsgspecError as error:
        raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error
    if event.book != state.id:
        raise Corrupt(envelope.stream, envelope.version, "the event is about another book")
    state = msgspec.structs.replace(state, version=envelope.version)
    match event:
        case BookDraftSaved():
            return msgspec.structs.replace(
                state,
                owner=state.owner or event.owner,
                draft=event.content,
                saved_at=envelope.at,
                withdrawn=False,
            )
        case BookPublished():
            return msgspec.structs.replace(
                state, editions=(*state.editions, event.edition), published=state.draft
            )
        case BookWithdrawn():
            return msgspec.structs.replace(state, withdrawn=True)
        case _:
            assert_never(event)
