"""The state of a competition: what its events add up to (see ``folding``)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from qipan.journal.event import Cause
from qipan.journal.state.values import (
    AttachedRecord,
    Conflict,
    Custody,
    DealSheet,
    GameRuling,
    HandPairing,
    Notice,
    Official,
    Outcome,
    Particulars,
    Penalty,
    Photograph,
    Resting,
    SeatChoice,
    StartByHand,
    StonePauseTaken,
    StoneRuling,
    Supplement,
    Table,
    TakenOver,
)
from qipan.kernel.crosstable import Cell
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.lots import Draw
from qipan.kernel.results import How, Result, Score
from qipan.kernel.rules import RuleKey
from qipan.ranking.ledger import Posting
from qipan.ranking.prizes import Prize

NOBODY = CompetitionId("")
RecordKey = tuple[RoundNo, BoardNo, int, bool]
"""Which game of which match: round, board, its number, and whether it is of the play-off."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part in a section."""

    id: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    withdrawn: bool = False
    after: int = 0
    """How many rounds were published when they withdrew."""
    roles: tuple[str, ...] = ()
    """The parts of a team's people, in the same order."""
    season: int | None = None
    """The calendar year they represent their unit in."""
    called: str = ""
    """The name of a team that has one besides its unit's."""
    rank: str = ""
    """Kyu or dan, as ``5k`` or ``3d``; nothing: not known."""


@dataclass(frozen=True)
class Unit:
    """A country, state, club, school or department that sends entrants."""

    name: str
    kind: str
    dues_paid: bool = False
    state: str = ""
    """The state it belongs to, where one is known."""


class PlayedGame(msgspec.Struct, frozen=True, gc=False):
    """One game of a match."""

    number: int
    result: Result
    first: EntrantId | None = None
    playoff: bool = False
    seconds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Contest:
    """How a section is played at live tables."""

    zone: str
    mode: str = "online"
    check_in: int = 30
    automatic: bool = True
    delay: int = 0


@dataclass(frozen=True)
class Seating:
    """The tables of a board: the name they are made from, since when, and how often anew."""

    table: str
    at: str
    tries: int = 0
    again: tuple[int, ...] = ()
    """Games played again on their own, each as often as it is named."""


@dataclass(frozen=True)
class LiveResult:
    """What a table gave when it was last looked at."""

    table: str
    version: int
    score: Score
    how: How
    seconds: tuple[int, ...] = ()
    shown_from: str = ""


@dataclass(frozen=True)
class Scoresheet:
    """What a table of a card game wrote down."""

    deals: tuple[DealSheet, ...] = ()
    time_up: bool = False
    corrected: tuple[tuple[int, tuple[DealSheet, ...], str], ...] = ()
    """Corrections in order: from which deal, what stood there, and why."""


@dataclass
class Round:
    """A round: who meets whom, and what came of it."""

    number: RoundNo
    tables: tuple[Table, ...]
    resting: tuple[Resting, ...]
    causes: tuple[Cause, ...] = ()
    stage: str = ""
    published: bool = False
    results: dict[BoardNo, Result] = field(default_factory=dict)
    corrected: dict[BoardNo, list[Result]] = field(default_factory=dict)
    """Results that were replaced, oldest first."""
    games: dict[BoardNo, tuple[PlayedGame, ...]] = field(default_factory=dict)
    """The single games of matches that have several."""
    decided: dict[BoardNo, EntrantId] = field(default_factory=dict)
    """Winners of drawn matches that had to be decided."""
    reported: dict[BoardNo, EntrantId] = field(default_factory=dict)
    """Results that a player reported and nobody confirmed yet, with who reported them."""
    by_hand: tuple[HandPairing, ...] = ()
    """What was done by hand to this round, in order."""
    seating: dict[BoardNo, Seating] = field(default_factory=dict)
    """Live tables, where the round is played at some."""
    taken: dict[tuple[BoardNo, int], LiveResult] = field(default_factory=dict)
    """What live tables gave, by board and game."""
    cells: Mapping[EntrantId, Cell] | None = field(default=None, compare=False, repr=False)
    """Everybody's cell of the cross table, once somebody asked; forgotten with every change."""

    @property
    def missing(self) -> list[BoardNo]:
        """List the boards without a result."""
        return [table.board for table in self.tables if table.board not in self.results]

    def game_on(self, board: BoardNo) -> int:
        """Give the number of the game that is on at a board, from 1."""
        return len(self.games.get(board, ())) + 1

    def table(self, board: BoardNo) -> Table | None:
        """Find the table of a board."""
        if 0 < board <= len(self.tables) and self.tables[board - 1].board == board:
            return self.tables[board - 1]
        return next((table for table in self.tables if table.board == board), None)


@dataclass(frozen=True)
class Punished:
    """An offence that was punished."""

    entrant: EntrantId
    offence: str
    clause: str
    penalties: tuple[Penalty, ...]
    round: int | None = None
    board: int | None = None
    note: str = ""
    game: int = 1
    """Which game of the match was on."""
    person: PersonId | None = None
    """Who did it, where several enter together."""
    remedy: str = ""
    """What was put right on the board."""
    version: int = field(default=0, compare=False)
    """The event that imposed it: what it is taken back by."""

    @property
    def id(self) -> str:
        """Name the penalty for people: it is taken back under this name."""
        return f"f{self.version}"


@dataclass(frozen=True)
class Ban:
    """Somebody whose entries are refused."""

    kind: str
    offence: str
    clause: str
    until: str = ""
    """Last day, ISO; empty: until it is lifted."""


@dataclass(frozen=True)
class Appeal:
    """An appeal and what became of it."""

    id: str
    entrant: EntrantId
    round: RoundNo
    board: BoardNo | None
    text: str
    at: str
    outcome: Outcome = Outcome.LODGED
    reasons: str = ""
    members: tuple[PersonId, ...] = ()

    @property
    def open(self) -> bool:
        """Say whether it still has to be answered or decided."""
        return self.outcome in (Outcome.LODGED, Outcome.ACCEPTED)


@dataclass(frozen=True)
class Timed:
    """When a round is played, in local time."""

    start: str
    end: str = ""
    despite: str = ""


@dataclass
class Section:
    """One section of a competition."""

    id: SectionId
    title: str
    under: str
    options: dict[str, Any]
    edition: str = ""
    """The edition of the book it was moved to; empty: that of the competition."""
    entrants: dict[EntrantId, Entrant] = field(default_factory=dict)
    by_unit: dict[str, tuple[EntrantId, ...]] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    """Units that said they take part."""
    opened: bool = False
    """Entry is open to all, since too few came."""
    verified: set[EntrantId] = field(default_factory=set)
    present: set[EntrantId] = field(default_factory=set)
    """Who has checked in."""
    absent: set[tuple[RoundNo, EntrantId]] = field(default_factory=set)
    """Who was noted as missing at a board, by round."""
    rests: set[tuple[RoundNo, EntrantId]] = field(default_factory=set)
    """Who is not paired in a round to come, as they said beforehand."""
    rest_units: dict[tuple[RoundNo, EntrantId], int] = field(default_factory=dict)
    """What a rest is worth, where it is worth something."""
    expected: dict[tuple[RoundNo, EntrantId], bool] = field(default_factory=dict)
    """Who is paired although they were not here, by round, and whether the game is forfeit."""
    invited: tuple[PersonId, ...] = ()
    overrides: dict[EntrantId, tuple[tuple[RuleKey, str], ...]] = field(default_factory=dict)
    """Rules set aside for an entry, each with the reason."""
    starts: dict[EntrantId, tuple[StartByHand, ...]] = field(default_factory=dict)
    """McMahon start scores set by hand, the newest last: that one is in force."""
    cancelled: bool = False
    closed: bool = False
    commitments: dict[str, str] = field(default_factory=dict)
    lots: dict[str, Draw] = field(default_factory=dict)
    order: tuple[EntrantId, ...] = ()
    numbered: Cause | None = None
    rounds: list[Round] = field(default_factory=list)
    set_aside: dict[RoundNo, Round] = field(default_factory=dict)
    """Rounds that were taken back after games had been played, with their results."""
    line_ups: dict[tuple[RoundNo, EntrantId], tuple[PersonId, ...]] = field(default_factory=dict)
    marks: dict[EntrantId, dict[str, int]] = field(default_factory=dict)
    """Counts that rank: fouls by kind."""
    penalties: list[Punished] = field(default_factory=list)
    deductions: dict[tuple[int, EntrantId], int] = field(default_factory=dict)
    """Points taken away, in units, by round."""
    disqualified: set[EntrantId] = field(default_factory=set)
    """Whose place is annulled."""
    bans: dict[EntrantId, Ban] = field(default_factory=dict)
    members_out: dict[PersonId, int] = field(default_factory=dict)
    """Members of teams who are not admitted any more, and the last round they were."""
    members_disqualified: set[PersonId] = field(default_factory=set)
    """Members of teams who have no place of their own any more."""
    member_bans: dict[PersonId, Ban] = field(default_factory=dict)
    """Members of teams whose entries are refused."""
    annulled: list[tuple[EntrantId, tuple[tuple[RoundNo, BoardNo], ...], str]] = field(
        default_factory=list
    )
    late: dict[tuple[RoundNo, EntrantId], tuple[int, int]] = field(default_factory=dict)
    """Seconds late, and seconds taken off the clock for it."""
    came: dict[tuple[RoundNo, BoardNo, int, EntrantId], int] = field(default_factory=dict)
    """Who sat down at the table of a game, and how many seconds late."""
    clocks: dict[tuple[RoundNo, BoardNo], tuple[int, ...]] = field(default_factory=dict)
    """Times carried over to another clock."""
    counts: dict[tuple[RoundNo, BoardNo, int], tuple[str, ...]] = field(default_factory=dict)
    """What Black and White had when a referee counted a board, komi and fines taken off."""
    nigiri: dict[tuple[RoundNo, BoardNo, int], EntrantId] = field(default_factory=dict)
    """Who has Black on a board, where odd or even was guessed."""
    signed: dict[tuple[RoundNo, BoardNo, EntrantId], Score] = field(default_factory=dict)
    records: dict[RecordKey, AttachedRecord] = field(default_factory=dict)
    settled: dict[RecordKey, str] = field(default_factory=dict)
    """Why a result stands although the record of the game differs."""
    ruled: list[GameRuling] = field(default_factory=list)
    """What arbiters ruled on games that could not be finished."""
    stones: list[StoneRuling] = field(default_factory=list)
    """What became of stones that were dropped."""
    pauses: list[StonePauseTaken] = field(default_factory=list)
    """When a clock was stopped while stones were taken off."""
    nominated: dict[tuple[RoundNo, BoardNo, int, EntrantId], PersonId] = field(default_factory=dict)
    """Who plays a game of the play-off for a team."""
    chosen: dict[tuple[RoundNo, BoardNo, int], SeatChoice] = field(default_factory=dict)
    """What was chosen by whom the lot of a play-off game gave the choice."""
    sheets: dict[tuple[RoundNo, BoardNo], Scoresheet] = field(default_factory=dict)
    disputed: dict[tuple[RoundNo, BoardNo, EntrantId], tuple[Score, str]] = field(
        default_factory=dict
    )
    """Scores that somebody at the board did not agree with, each with what they said."""
    photos: dict[tuple[RoundNo, BoardNo], tuple[Photograph, ...]] = field(default_factory=dict)
    shown_photos: dict[str, bool] = field(default_factory=dict)
    """Photographs that are for everybody, by hash, and whether guardians of minors agreed."""
    cards: dict[EntrantId, int] = field(default_factory=dict)
    """Numbers of cards that were renewed; the first one has number 0."""
    appeals: dict[str, Appeal] = field(default_factory=dict)
    times: dict[RoundNo, Timed] = field(default_factory=dict)
    ended: dict[RoundNo, str] = field(default_factory=dict)
    """When a round was over, where somebody said it."""
    last_result: dict[RoundNo, str] = field(default_factory=dict)
    """When the last result of a round came in, on the wall of the hall."""
    contest: Contest | None = None
    """How it is played at live tables, if it is."""
    checked_in: set[tuple[RoundNo, EntrantId]] = field(default_factory=set)
    """Who said that they will play, by round."""
    arrived: set[tuple[RoundNo, EntrantId]] = field(default_factory=set)
    """Who sat down at their table, by round."""
    fees: list[Posting] = field(default_factory=list)
    """What entries cost: charged, whether paid or not."""
    postings: list[Posting] = field(default_factory=list)
    """Money that came in or went out."""
    prizes: tuple[Prize, ...] | None = None
    gone: int = 0
    """How many have withdrawn."""
    taken_over: TakenOver | None = None
    """Where its first rounds come from, if they were played under another program."""
    approved: tuple[tuple[EntrantId, int], ...] | None = None

    places: Any = field(default=None, init=False, repr=False, compare=False)
    """Everybody's place once somebody asked (``sections.places``); a copy is asked anew."""

    @property
    def active(self) -> list[EntrantId]:
        """List who has not withdrawn, in order of entry."""
        return [each.id for each in self.entrants.values() if not each.withdrawn]

    @property
    def active_count(self) -> int:
        """Count who has not withdrawn."""
        return len(self.entrants) - self.gone

    @property
    def current(self) -> Round | None:
        """Give the latest round, if any."""
        return self.rounds[-1] if self.rounds else None


@dataclass
class Competition:
    """A competition with its sections."""

    id: CompetitionId = NOBODY
    title: str = ""
    book: str = ""
    edition: str = ""
    sections: dict[SectionId, Section] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    committees: dict[str, tuple[Official, ...]] = field(default_factory=dict)
    officials: list[PersonId] = field(default_factory=list)
    """Everybody who is or was in a committee."""
    conflicts: list[Conflict] = field(default_factory=list)
    supplements: dict[str, Supplement] = field(default_factory=dict)
    """Clauses that fill gaps of the book, by number."""
    erased: set[PersonId] = field(default_factory=set)
    """Of whom nothing is known any more."""
    notices: list[Notice] = field(default_factory=list)
    particulars: Particulars | None = None
    """When and where, by whom; None until somebody says."""
    closed: bool = False
    custody: Custody | None = None
    """Who holds it; None: it never left the data it is in."""
    version: int = 0
    past: list[Any] = field(default_factory=list, compare=False, repr=False)
    """Every event so far, in order: what was taken back is found in it."""
    taken_back: frozenset[int] = field(default=frozenset(), compare=False)
    """The versions of events that do not count any more."""
    withheld: tuple[tuple[SectionId, int, BoardNo, int], ...] = field(default=(), compare=False)
    """In a copy for the public: the games of which it is not told yet that they have ended."""
    counted: int = field(default=0, compare=False)
    """In such a copy: its version, without what the public is not to count."""

    @property
    def public_version(self) -> int:
        """Say which version a public page shows: it stays while nothing happens but what is hid."""
        return self.counted if self.withheld else self.version

    def home_of(self, unit: str) -> str:
        """Give the state of a unit; one of which nothing else is known stands for itself."""
        known = self.units.get(unit)
        return known.state if known is not None and known.state else unit
