"""Editions in storage: the text of a book is kept once, in a stream that bears its name."""

from contextlib import suppress

import msgspec

from qipan.journal.books.editions import EditionStored
from qipan.journal.envelope import Batch, Envelope
from qipan.journal.event import fresh
from qipan.journal.log import Log
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Conflict, Corrupt
from qipan.kernel.ids import StreamId
from qipan.rulebooks import editions

PREFIX = "edition/"


def edition_stream(edition: str) -> StreamId:
    """Name the stream of an edition."""
    return StreamId(f"{PREFIX}{edition}")


def store_edition(log: Log, book: str, text: str, actor: str, at: str) -> str:
    """Keep the text of an edition, durably, unless it is kept; give its name."""
    name = editions.learn(text)
    stream = edition_stream(name)
    if not log.version(stream):
        event = fresh(EditionStored(book=book, text=text))
        batch = Batch(stream=stream, expected=0, actor=actor, at=at, events=(event,))
        with suppress(Conflict):  # somebody else kept the same text first
            log.submit(batch).result()
    return name


def learn_editions(log: Log, state: Competition) -> None:
    """Make the editions of a competition known, from its own storage. Raises Corrupt.

    What is stored is asked for first: comparing with the books of today means reading all of them.
    """
    wanted = {state.edition, *(section.edition for section in state.sections.values())}
    for name in wanted - {""}:
        if not editions.is_learned(name):
            for envelope in log.read(edition_stream(name), 0):
                read_edition(envelope)


def read_edition(envelope: Envelope) -> str:
    """Read a stored edition and make it known; give its name. Raises Corrupt if it is another."""
    try:
        stored = msgspec.json.decode(envelope.payload, type=EditionStored)
        name = editions.learn(stored.text)
    except (msgspec.MsgspecError, BadInput) as error:
        raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error
    if edition_stream(name) != envelope.stream:
        raise Corrupt(envelope.stream, envelope.version, "the text is that of another edition")
    return name
