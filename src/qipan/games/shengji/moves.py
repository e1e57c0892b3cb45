"""What can be done at a shengji table, and its text.

Seats: ``cut 17``, ``declare S5``, ``pass``, ``bury …``, ``counter LJ LJ``, ``play SA SA``.
The table: ``pack SALT …``, ``draw 4``, ``close``, ``settle``, and at any time
``adjust 1 shengji.penalty.looking-back points 10`` (with a fifth word, levels for an earlier
deal: ``adjust 0 shengji.penalty.concealment levels 3 2``) and ``time``; ``lot 2`` where a lot
decides.
"""

import re
from typing import Final, get_args

import msgspec

from qipan.games.shengji.cards import PACK, Cards, read_card, read_cards, write_cards
from qipan.games.shengji.penalties import Adjustment, checked
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey

SALT: Final = re.compile(r"[0-9a-f]{32}")
LONGEST_TEXT = 600


class Pack(msgspec.Struct, frozen=True):
    """The table brings a shuffled double pack; its hash is public before the first card."""

    salt: str
    cards: Cards
    """In the order of the pack, first card first."""


class Cut(msgspec.Struct, frozen=True):
    """So many cards go from the top to the end; 0 leaves the pack as it is."""

    at: int


class Draw(msgspec.Struct, frozen=True):
    """The next so many cards go round, one to each seat in turn."""

    count: int


class Declare(msgspec.Struct, frozen=True):
    """Cards go on the table face down, while the pack is drawn."""

    cards: Cards


class Pass(msgspec.Struct, frozen=True):
    """Nothing to declare at this moment, or no counter."""


class Close(msgspec.Struct, frozen=True):
    """The time to declare is over."""


class Bury(msgspec.Struct, frozen=True):
    """Eight cards go to the bottom at once."""

    cards: Cards


class Counter(msgspec.Struct, frozen=True):
    """A pair goes on the table face down, and the bottom to its owner."""

    cards: Cards


class Play(msgspec.Struct, frozen=True):
    """Cards led or followed."""

    cards: Cards


class Adjust(msgspec.Struct, frozen=True):
    """The arbiter's penalty: for the deal on the table, or in levels for an earlier one."""

    adjustment: Adjustment
    deal: int | None = None
    """Number of an earlier deal."""


class Settle(msgspec.Struct, frozen=True):
    """The deal is scored; nothing more is claimed."""


class Time(msgspec.Struct, frozen=True):
    """The time of the match is up."""


class Stop(msgspec.Struct, frozen=True):
    """The deal that was led to when time was up is not finished: it is void."""


class Lot(msgspec.Struct, frozen=True):
    """A lot fell on this seat."""

    seat: int


Move = (
    Pack
    | Cut
    | Draw
    | Declare
    | Pass
    | Close
    | Bury
    | Counter
    | Play
    | Adjust
    | Settle
    | Time
    | Stop
    | Lot
)
_CARDS: Final[dict[str, type[Declare | Bury | Counter | Play]]] = {
    "declare": Declare,
    "bury": Bury,
    "counter": Counter,
    "play": Play,
}
_BARE: Final[dict[str, Move]] = {
    "pass": Pass(),
    "close": Close(),
    "settle": Settle(),
    "time": Time(),
    "stop": Stop(),
}
_NUMBER: Final[dict[str, type[Cut | Draw | Lot]]] = {"cut": Cut, "draw": Draw, "lot": Lot}


VERBS: Final = tuple(kind.__name__.lower() for kind in get_args(Move))
"""What moves begin with."""


def verb(move: Move) -> str:
    """Give the first word of a move's text."""
    return type(move).__name__.lower()


def write_move(move: Move) -> str:
    """Write a move with everything that is in it."""
    match move:
        case Declare() | Bury() | Counter() | Play():
            return f"{verb(move)} {write_cards(move.cards)}"
        case Pack():
            return f"pack {move.salt} {write_cards(move.cards)}"
        case Cut(number) | Draw(number) | Lot(number):
            return f"{verb(move)} {number}"
        case Adjust(found, deal):
            unit, cost = ("levels", found.levels) if found.levels else ("points", found.points)
            late = "" if deal is None else f" {deal}"
            return f"adjust {found.side} {found.offence} {unit} {cost}{late}"
        case _:
            return verb(move)


def read_move(text: str) -> Move:
    """Read a move. Raises BadInput if the text means nothing."""
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"no move of shengji is longer than {LONGEST_TEXT} characters")
    words = text.split()
    if not words:
        raise BadInput("an empty text is no move")
    first, rest = words[0], words[1:]
    if first in _BARE and not rest:
        return _BARE[first]
    if first in _CARDS and rest:
        return _CARDS[first](read_cards(rest))
    if first in _NUMBER and len(rest) == 1:
        return _NUMBER[first](_number(rest[0]))
    if first == "pack" and len(rest) == len(PACK) + 1 and SALT.fullmatch(rest[0]):
        return Pack(rest[0], tuple(read_card(word) for word in rest[1:]))
    if first == "adjust" and len(rest) in (4, 5) and rest[2] in ("points", "levels"):
        cost = _number(rest[3])
        points, levels = (cost, 0) if rest[2] == "points" else (0, cost)
        found = checked(Adjustment(_number(rest[0]), RuleKey(rest[1]), points, levels))
        return Adjust(found, _number(rest[4]) if len(rest) == 5 else None)
    raise BadInput(f"{text[:60]!r} is no move of shengji")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        raise BadInput(f"{word[:20]!r} is no number from 0 to 9999")
    return int(word)
