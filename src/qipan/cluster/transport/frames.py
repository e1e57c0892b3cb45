"""What edges and workers say to each other: frames, many of them in one parcel."""

from typing import TypeVar

import msgspec

from qipan.kernel.errors import BadInput


class Frame(msgspec.Struct, array_like=True, tag=True):
    """Something said."""


class Begin(Frame, tag=6):
    """A session begins: these lines are there still, and enter again; others are gone."""

    lines: list[int]


class Enter(Frame, tag=1):
    """A line wants to look at a table: with a token from a seat, with a name as an arbiter.

    A line that has entered before and enters again is told everything, and nobody notices.
    """

    line: int
    table: str
    token: str
    since: int
    arbiter: str
    seen_from: tuple[str, str] = ("", "")


class LineAct(Frame, tag=2):
    """What came in on a line, with all that is needed to act on it though it never entered.

    So are spectators, who enter together, and whoever left before an act of theirs was taken.
    """

    line: int
    number: int
    """Grows from act to act of an edge, so that a repeated one is known; 0: may be repeated."""
    text: str
    table: str
    token: str = ""
    arbiter: str = ""


class Leave(Frame, tag=3):
    """A line is gone."""

    line: int


class Call(Frame, tag=5):
    """A question about a table, for a route of the edge."""

    number: int
    name: str
    """The table or lobby, which says whose it is."""
    what: str
    body: bytes


class Say(Frame, tag=11):
    """To be passed on to lines; ``seq`` is how far their table is."""

    lines: list[int]
    text: bytes
    seq: int


class Drop(Frame, tag=12):
    """A line is to be closed."""

    line: int
    why: str


class Lost(Frame, tag=14):
    """A shard is not here (any more): look for its owner and enter again."""

    shard: int


class Answer(Frame, tag=15):
    """The answer to a call; ``error`` is a refusal as JSON."""

    number: int
    body: bytes
    error: bytes = b""


AnyFrame = Begin | Enter | LineAct | Leave | Call | Say | Drop | Lost | Answer


class Parcel(msgspec.Struct, array_like=True, frozen=True):
    """Frames on their way, numbered without gaps; with nothing in it it is a sign of life."""

    sender: str
    """A name that no other process, and no later life of this one, ever has."""
    session: int
    number: int
    """Of a sign of life: of the last parcel before it, or that the session is broken."""
    acted: int
    """The last act of the other side that was taken, in whatever session."""
    body: bytes
    """Frames, or a piece of them."""
    last: bool
    """Of the pieces that belong together."""


class News(msgspec.Struct, array_like=True, frozen=True):
    """Said to everybody: who owns which shards now (an empty name: nobody)."""

    worker: str
    shards: list[int]


Read = TypeVar("Read")
write = msgspec.msgpack.Encoder().encode
_parcels: msgspec.msgpack.Decoder[Parcel] = msgspec.msgpack.Decoder(Parcel)
_frames: msgspec.msgpack.Decoder[list[AnyFrame]] = msgspec.msgpack.Decoder(list[AnyFrame])
_news: msgspec.msgpack.Decoder[News] = msgspec.msgpack.Decoder(News)


def read_parcel(text: bytes) -> Parcel:
    """Read a parcel. Raises BadInput."""
    return _read(_parcels, text)


def read_frames(text: bytes) -> list[AnyFrame]:
    """Read what came in one or several parcels. Raises BadInput."""
    return _read(_frames, text)


def read_news(text: bytes) -> News:
    """Read news. Raises BadInput."""
    return _read(_news, text)


def read_as(kind: type[Read], text: bytes) -> Read:
    """Read something said to everybody. Raises BadInput."""
    return _read(msgspec.msgpack.Decoder(kind), text)


def _read(decoder: msgspec.msgpack.Decoder[Read], text: bytes) -> Read:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(str(error)[:200], where="parcel") from error
