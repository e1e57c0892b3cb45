"""The state of a match: levels, bank, and the deal on the table."""

import hashlib

import msgspec

from qipan.games.shengji.cards import Card, Cards, write_cards
from qipan.games.shengji.order import Order
from qipan.games.shengji.penalties import Adjustment
from qipan.games.shengji.rules import ShengjiRules
from qipan.games.shengji.scoresheet import FIRST_LEVEL, DealLine, Levels
from qipan.kernel.game import Outcome

DRAWN = 100
BOTTOM = 8
SEATS = 4
Hands = tuple[Cards, Cards, Cards, Cards]
NO_CARDS: Hands = ((), (), (), ())
_DOMAIN = "qipan-shengji-pack/1"


class Commitment(msgspec.Struct, frozen=True):
    """Cards that a seat put face down to name trump; they stay in its hand."""

    seat: int
    cards: Cards


class Burial(msgspec.Struct, frozen=True):
    """Eight cards that a seat put to the bottom."""

    seat: int
    cards: Cards


class Laid(msgspec.Struct, frozen=True):
    """The cards of one seat in one trick."""

    seat: int
    cards: Cards


class Trick(msgspec.Struct, frozen=True):
    """A finished trick, leader first."""

    plays: tuple[Laid, ...]
    winner: int
    points: int


class Deal(msgspec.Struct, frozen=True):
    """One deal, from the pack to the last trick."""

    number: int
    first: int
    """Who draws the first card."""
    level: int
    """Rank of the level cards, 0 for a 2."""
    phase: str = "pack"
    banker: int | None = None
    salt: str = ""
    pack: Cards = ()
    """As it was committed, before the cut."""
    cut: int = 0
    drawn: int = 0
    hands: Hands = NO_CARDS
    quiet: tuple[int, ...] = ()
    """Seats that passed since the last card, or since the last burial."""
    commitments: tuple[Commitment, ...] = ()
    flipped: Card | None = None
    """The bottom card that named trump because nobody declared."""
    burials: tuple[Burial, ...] = ()
    order: Order | None = None
    """Known to all from the reveal on."""
    turn: int = 0
    trick: tuple[Laid, ...] = ()
    tricks: tuple[Trick, ...] = ()
    exposed: Hands = NO_CARDS
    """Cards still in hand that all have seen, after a failed throw."""
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def stock(self) -> Cards:
        """Give the pack in the order in which it is drawn."""
        return self.pack[self.cut :] + self.pack[: self.cut]

    @property
    def bottom(self) -> Cards:
        """Give the eight cards that are buried now; while somebody buries, they are in the hand."""
        return self.burials[-1].cards if self.burials and self.phase != "bury" else ()

    def defenders_points(self) -> int:
        """Add up the points of the tricks that the defenders won."""
        if self.banker is None:
            return 0
        stage = self.banker % 2
        return sum(trick.points for trick in self.tricks if trick.winner % 2 != stage)

    def committed(self, seat: int) -> Cards:
        """Give the cards that a seat has face down on the table."""
        return tuple(c for each in self.commitments if each.seat == seat for c in each.cards)


class Finished(msgspec.Struct, frozen=True):
    """A deal that is over: its line in the ledger, and all that shows it was honest."""

    entry: DealLine | None
    """None if the deal was void."""
    commitment: str | None
    salt: str
    pack: Cards
    cut: int
    late: tuple[Adjustment, ...] = ()
    """Penalties in levels that were found after the deal was settled."""
    last: Trick | None = None
    bottom: Cards = ()
    """What lay open when the deal was scored."""


class Match(msgspec.Struct, frozen=True):
    """A whole match."""

    rules: ShengjiRules
    deal: Deal
    levels: Levels = (FIRST_LEVEL, FIRST_LEVEL)
    finished: tuple[Finished, ...] = ()
    time_up: bool = False
    ended: Outcome | None = None
    hash: str | None = None
    """The commitment of the pack on the table; kept, since a shuffled likeness cannot match it."""


def banker_of(deal: Deal) -> int:
    """Give the banker; there is one from the moment when the bottom is taken."""
    assert deal.banker is not None, "no banker before the bottom is taken"
    return deal.banker


def pack_hash(salt: str, cards: Cards) -> str:
    """Give the commitment to a pack: SHA-256 of a domain, the salt and the cards in order."""
    return hashlib.sha256(f"{_DOMAIN} {salt} {write_cards(cards)}".encode()).hexdigest()


def next_seat(rules: ShengjiRules, seat: int, steps: int = 1) -> int:
    """Give the seat so many turns after this one."""
    return (seat + rules.step * steps) % SEATS
