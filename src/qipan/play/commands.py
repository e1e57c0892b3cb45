"""What may be asked at a table, as it comes over the wire: one JSON object a message.

``type`` names the command. Whatever does not fit is refused with BadInput and changes nothing.
"""

import msgspec

from qipan.kernel.clock import Control, Reading
from qipan.kernel.errors import BadInput

LONGEST_MESSAGE = 8_000
"""Characters; what the table itself enters may be longer, but never comes by a socket."""


class Command(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """Something asked."""


class PlayMove(Command, frozen=True, tag="move"):
    """A move. ``id`` is the sender's own name for it; ``seq`` the newest number it has seen."""

    text: str
    id: str = ""
    seq: int | None = None


class MakeOffer(Command, frozen=True, tag="offer"):
    """Offer a draw, or what the game has as an offer; some of these name a point (``at``)."""

    what: str
    id: str = ""
    at: str = ""


class AnswerOffer(Command, frozen=True, tag="answer"):
    """Accept or decline what was offered."""

    what: str
    accept: bool
    id: str = ""


class Resign(Command, frozen=True, tag="resign"):
    """Give up."""

    id: str = ""


class MakeClaim(Command, frozen=True, tag="claim"):
    """Claim: ``time``, or what the game rules on."""

    what: str
    id: str = ""


class Hello(Command, frozen=True, tag="hello"):
    """What a page can do: answer pings at once, apply changes, take legal moves unasked."""

    beats: bool = False
    changes: bool = False
    legal: bool = False


class Ready(Command, frozen=True, tag="ready"):
    """This seat waits for nobody but the table; ``seq``: after which event."""

    seq: int


class Ping(Command, frozen=True, tag="ping"):
    """Are you there?"""


class Pong(Command, frozen=True, tag="pong"):
    """The answer to the server's own ping."""

    t: int


class AskState(Command, frozen=True, tag="since"):
    """Everything after a sequence number."""

    seq: int = 0


class AskPosition(Command, frozen=True, tag="at"):
    """How did it look after so many moves?"""

    ply: int


class AskLegalMoves(Command, frozen=True, tag="legal"):
    """What may I play now?"""


class NotePageHidden(Command, frozen=True, tag="tab"):
    """The page was hidden or shown again."""

    hidden: bool


class Chat(Command, frozen=True, tag="chat"):
    """Talk to the others at the table."""

    text: str


class SayPhrase(Command, frozen=True, tag="phrase"):
    """Say one of a few set phrases; everybody reads it in their own language."""

    code: str


class AskRematch(Command, frozen=True, tag="rematch"):
    """Play the same again, after the game and on the other side; ``want`` false declines it."""

    want: bool = True


class CallArbiter(Command, frozen=True, tag="call"):
    """Ask an arbiter to come; ``reason`` is a code."""

    reason: str


class ReportPlayer(Command, frozen=True, tag="report"):
    """Report a player to the arbiter; ``reason`` is a code."""

    seat: int
    reason: str


class ArbiterAct(Command, frozen=True, tag="arbiter"):
    """An arbiter's act; which fields matter depends on ``act``."""

    act: str
    seat: int | None = None
    rule: str = ""
    time: int = 0
    points: int = 0
    places: tuple[int, ...] = ()
    controls: tuple[Control, ...] = ()
    readings: tuple[Reading, ...] = ()
    text: str = ""
    open: bool | None = None
    muted: tuple[int, ...] | None = None
    plies: int = 0
    id: str = ""


AnyCommand = (
    PlayMove
    | MakeOffer
    | AnswerOffer
    | Resign
    | MakeClaim
    | Hello
    | Ready
    | Ping
    | Pong
    | AskState
    | AskPosition
    | AskLegalMoves
    | NotePageHidden
    | Chat
    | SayPhrase
    | AskRematch
    | CallArbiter
    | ReportPlayer
    | ArbiterAct
)
_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def read_command(text: str | bytes) -> AnyCommand:
    """Read a message. Raises BadInput."""
    if len(text) > LONGEST_MESSAGE:
        raise BadInput(f"a message has at most {LONGEST_MESSAGE} characters")
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(str(error)[:200]) from error


def hello_in(text: str) -> Hello | None:
    """Read a greeting; None if it is something else, whether that can be read or not."""
    if '"hello"' not in text:
        return None
    try:
        command = read_command(text)
    except BadInput:
        return None
    return command if isinstance(command, Hello) else None
