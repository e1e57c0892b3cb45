"""What edges and workers say to each other: frames, many of them in one parcel."""

from typing import TypeVar

import msgspec

from qipan.kernel.errors import BadInput


class Frame(msgspec.Struct, array_like=True, tag=True):
    """Something said."""


class Enter(Frame, tag=1):
    """A line wants to look at a table: with a token from a seat, with a name as an arbiter."""

    line: int
    table: str
    token: str
    since: int
    arbiter: str
    seen_from: tuple[str, str] = ("", "")


class Text(Frame, tag=2):
    """What came in on a line that has entered."""

    line: int
    text: str


class Leave(Frame, tag=3):
    """A line is gone."""

    line: int


class Once(Frame, tag=4):
    """What a spectator said; the answer goes to its line alone."""

    line: int
    table: str
    text: str


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


class Denied(Frame, tag=13):
    """A line may not enter: say why, and close it."""

    line: int
    text: bytes


class Lost(Frame, tag=14):
    """A shard is not here (any more): look for its owner and enter again."""

    shard: int


class Answer(Frame, tag=15):
    """The answer to a call; ``error`` is a refusal as JSON."""

    number: int
    body: bytes
    error: bytes = b""


class Part(Frame, tag=21):
    """A piece of a frame that is too large for one parcel; the pieces follow each other."""

    piece: bytes
    last: bool


AnyFrame = Enter | Text | Leave | Once | Call | Say | Drop | Denied | Lost | Answer | Part


class Parcel(msgspec.Struct, array_like=True, frozen=True):
    """Frames on their way, numbered without gaps, with what was heard of the other side."""

    sender: str
    """A name that no other process, and no later life of this one, ever has."""
    number: int
    """0: only a sign of life. ``UNKNOWN``: I do not know you, begin anew."""
    sent: int
    heard: int
    again: bool
    """Something after ``heard`` is missing here: send it again."""
    frames: list[AnyFrame]


class News(msgspec.Struct, array_like=True, frozen=True):
    """Said to everybody: who owns which shards now (an empty name: nobody)."""

    worker: str
    shards: list[int]


UNKNOWN = -1
Read = TypeVar("Read")
write = msgspec.msgpack.Encoder().encode
_parcels: msgspec.msgpack.Decoder[Parcel] = msgspec.msgpack.Decoder(Parcel)
_frames: msgspec.msgpack.Decoder[AnyFrame] = msgspec.msgpack.Decoder(AnyFrame)
_news: msgspec.msgpack.Decoder[News] = msgspec.msgpack.Decoder(News)


def read_parcel(text: bytes) -> Parcel:
    """Read a parcel. Raises BadInput."""
    return _read(_parcels, text)


def read_frame(text: bytes) -> AnyFrame:
    """Read a frame that came in pieces. Raises BadInput."""
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
