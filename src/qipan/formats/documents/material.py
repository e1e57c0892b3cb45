"""What documents are made of: plain values of one section, in no language. Nothing is looked up.

Whoever prints puts these together (``web.printing``); a document turns them into a table or pages.
"""

from datetime import datetime

import msgspec

from qipan.journal.state import Particulars
from qipan.rulebooks.schema import Text
from qipan.views.report import Report


class Person(msgspec.Struct, frozen=True):
    """A name as its owner writes it, and in Latin letters where that differs."""

    name: str
    latin: str = ""


class Participant(msgspec.Struct, frozen=True):
    """Somebody who takes part: a person, a pair or a team."""

    id: str
    number: int
    """The starting number; 0 before numbers are given."""
    name: Person
    unit: str = ""
    rating: int | None = None
    withdrawn: bool = False
    members: tuple[Person, ...] = ()
    """The people of a pair or a team; empty for one person."""
    rank: str = ""
    """Kyu or dan, where known."""
    start: int | None = None
    """What they begin a McMahon event with."""
    start_by_hand: bool = False


class Seat(msgspec.Struct, frozen=True):
    """An entrant at a board, with the points before the round and the line-up handed in."""

    entry: Participant
    points: str = ""
    line_up: tuple[Person, ...] = ()
    card: str = ""
    """The address with which this player signs in on a phone; for board cards only."""


class Deal(msgspec.Struct, frozen=True):
    """One deal on a scoresheet."""

    number: int
    banker: int
    """The seat; 0 and 2 are the side named first."""
    points: int
    """The defenders', with bottom and penalties."""
    bottom: int
    penalties: int
    levels: tuple[int, int]
    """After it."""


class Bout(msgspec.Struct, frozen=True):
    """A board of a match of teams."""

    number: int
    players: tuple[Person, ...]
    """Who sits there for each side."""
    result: str = ""


class Pairing(msgspec.Struct, frozen=True):
    """A board of a round; seat 0 moves first."""

    board: int
    seats: tuple[Seat, ...]
    result: str = ""
    group: str = ""
    games: int = 1
    """Games of the match, or boards of a team match; the side changes from one to the next."""
    deals: tuple[Deal, ...] = ()
    """The scoresheet of a card table."""
    bouts: tuple[Bout, ...] = ()
    """The boards of a match of teams."""
    handicap: int = 0
    """Stones that the first seat is given; 0: an even game."""
    komi: str = ""
    """What the second seat is given, where it is not what the event says."""


class Round(msgspec.Struct, frozen=True):
    """A round that may be shown to whoever asked."""

    number: int
    stage: str
    published: bool
    boards: tuple[Pairing, ...]
    resting: tuple[Seat, ...] = ()


class RankedLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int | None
    """None: disqualified."""
    entry: Participant
    keys: tuple[tuple[str, str], ...]
    group: str = ""
    """The group inside which it is the place."""

    @property
    def shown(self) -> str:
        """Write the place."""
        return "–" if self.place is None else str(self.place)


class Teams(msgspec.Struct, frozen=True):
    """What a book says of line-ups."""

    boards: int
    reserves: int = 0
    fixed: tuple[tuple[str, str], ...] = ()
    """Boards kept for members with a tag."""
    minutes_before: int = 0


class Regulation(msgspec.Struct, frozen=True):
    """The book in force, clause by clause."""

    title: Text
    source: Text
    clauses: tuple[tuple[str, Text], ...]
    """How a clause is cited, and what it says."""


class PrizeGiven(msgspec.Struct, frozen=True):
    """A prize and who has it; before the places are approved, nobody."""

    list_name: str
    place: int
    cents: int
    goods: tuple[str, ...] = ()
    winner: Person | None = None
    unit: str = ""
    due_days: int = 0


class MoneyLine(msgspec.Struct, frozen=True):
    """A line of the ledger; cents that come in are positive."""

    who: Person
    reason: str
    flow: int
    reference: str = ""
    due: str = ""


class FeeLine(msgspec.Struct, frozen=True):
    """What somebody's entry costs, and what was paid of it, in cents."""

    entry: Participant
    charged: int
    paid: int


class AppealLine(msgspec.Struct, frozen=True):
    """An appeal and what became of it."""

    id: str
    at: str
    who: Person
    round: int
    board: int | None
    text: str
    outcome: str
    reasons: str = ""


class Material(msgspec.Struct, frozen=True):
    """A section as documents see it."""

    competition: str
    section: str
    event: Text
    entries: tuple[Participant, ...]
    rounds: tuple[Round, ...]
    lines: tuple[RankedLine, ...]
    order: tuple[str, ...]
    cross: tuple[tuple[str, ...], ...]
    cross_by: str
    regulation: Regulation
    organisers: tuple[Text, str, str] | None = None
    """Who organises, who hosts and who supports, where the book asks for their line."""
    staged: bool = False
    """The event has several stages, whose names are worth showing."""
    approved: bool = False
    teams: Teams | None = None
    deals: bool = False
    """The game is played in deals that are scored."""
    plays_go: bool = False
    """The game is Go, for players: its rating offices have files of their own."""
    colours: tuple[str, ...] = ()
    """The sides of a game, first mover first, where they have colours: ``("red", "black")``."""
    address: str = ""
    """Where the section's page is, for QR codes; empty: no code is printed."""
    currency: str = ""
    prizes: tuple[PrizeGiven, ...] = ()
    money: tuple[MoneyLine, ...] = ()
    fees: tuple[FeeLine, ...] = ()
    appeals: tuple[AppealLine, ...] = ()
    report: Report | None = None
    """The official final report, where it was asked for."""
    particulars: Particulars | None = None
    """What the competition says of itself."""
    record: str = ""
    """The fingerprint of the record when the round or the standings became public."""
    version: int = 0
    """How many events the journal held."""
    printed: datetime | None = None

    @property
    def winners(self) -> bool:
        """Say whether it is known who won the prizes."""
        return any(each.winner is not None for each in self.prizes)


class Wish(msgspec.Struct, frozen=True):
    """What somebody asks for: a language, a round (0: the latest), how many places."""

    language: str
    round: int = 0
    top: int = 3
    paper: str = "a4"
    """One of ``PAPERS``."""
    for_browser: bool = False
    """Whether pages are set for a browser to print, instead of as a PDF."""
