"""The stages of an event: which system pairs which rounds, and what a match is in them."""

from enum import StrEnum

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.ranks import grade_known, grade_of, rank_of, rating_of_grade


class FirstRound(StrEnum):
    """How the first round of a score system is paired."""

    SEEDED = "seeded"
    """As the system itself does it."""
    RANDOM = "random"
    HALVES = "halves"
    NEIGHBOURS = "neighbours"


class WithinGroup(StrEnum):
    """Who meets whom on equal McMahon scores."""

    CROSS = "cross"
    """The upper half of the group meets the lower half, both in order."""
    FOLD = "fold"
    """The first meets the last."""
    RANDOM = "random"
    """The order is drawn by lot."""
    SOS = "sos"
    """Neighbours meet, by the scores of the opponents they had."""


class StartScores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points that entrants begin with: stronger ones meet each other at once.

    By rank (``bar = "4d"``, ``floor = "20k"``: a point for each rank) or by rating (numbers).
    """

    bar: int | str
    """From this rank or rating on all begin with the same, the most; who has less begins lower."""
    floor: int | str = 0
    """Up to this rank or rating, and without one, all begin with nothing."""
    step: int = 100
    """So much rating is worth one point; a rank always is."""

    def __post_init__(self) -> None:
        """Raise ValueError for something that is no rank."""
        for text in (self.bar, self.floor):
            if isinstance(text, str):
                try:
                    grade_of(text)
                except BadInput as error:
                    raise ValueError(str(error)) from error

    @property
    def by_rank(self) -> bool:
        """Say whether ranks give the points, and not ratings."""
        return isinstance(self.bar, str)

    @property
    def bounds(self) -> tuple[int, int]:
        """Give the floor and the bar as numbers: grades, or ratings."""
        if not isinstance(self.bar, str):
            return (self.floor if isinstance(self.floor, int) else 0), self.bar
        floor = grade_of(self.floor) if isinstance(self.floor, str) else self.floor
        return floor, grade_of(self.bar)

    def of(self, rating: int | None, rank: str = "") -> int:
        """Give the points that somebody begins with."""
        floor, bar = self.bounds
        if self.by_rank:
            grade = grade_known(rank, rating)
            return 0 if grade is None else min(max(grade, floor), bar) - floor
        known = floor if rating is None else min(max(rating, floor), bar)
        return (known - floor) // self.step

    @property
    def top(self) -> int:
        """Give what everybody from the bar on begins with, the most."""
        floor, bar = self.bounds
        return bar - floor if self.by_rank else (bar - floor) // self.step

    def counts_as(self, points: int) -> int | str:
        """Give the rank or rating that begins with so many points."""
        floor, _ = self.bounds
        return rank_of(floor + points) if self.by_rank else floor + points * self.step

    def of_level(self, level: int | str) -> int:
        """Give the points of a rank or rating, also where the other one counts."""
        if isinstance(level, int):
            return self.of(level)
        return self.of(None if self.by_rank else rating_of_grade(grade_of(level)), level)


class Handicaps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The handicap of a game: the difference of the two, less a number, up to a number."""

    less: int = 0
    most: int = 9
    by_rank: bool = False
    """The difference is one of ranks; otherwise of McMahon scores at the time."""
    top_even: bool = True
    """Whoever began at the bar plays even games only."""
    komi: str = "0.5"
    """What White is given in a game with a handicap."""


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stage; rounds count on from stage to stage."""

    id: str
    system: str
    """How its rounds are paired: the name of a pairing system."""
    rounds: int | None = None
    """Number of rounds; None where the system decides it."""
    choices: tuple[int, ...] = ()
    """Numbers of rounds an organiser may choose instead (option ``rounds`` of the section)."""
    by_players: dict[str, int] = {}
    """Rounds for fields up to a size, where nobody chose: ``{ 16 = 5 }``; ``rounds`` for more."""
    first: FirstRound = FirstRound.SEEDED
    protect_rounds: int = 0
    """Entrants of one unit do not meet in this many first rounds."""
    special_pairs: bool = False
    """Pairs may be set for the first round; the others are ranked anew and paired as usual."""
    look_ahead: bool = False
    """In a small field each round leaves opponents for the rounds to come and the extra round."""
    by_hand: bool = True
    """The chief arbiter may change a pairing by hand; never one with pairs set for round one."""
    groups: int = 0
    """How many groups play side by side."""
    advance: int = 0
    """How many of a table or group go on."""
    seats: int = 2
    """Most seats at a table."""
    separate_units: bool = False
    """Entrants of one unit are kept in different halves or at different tables."""
    play_off_place: int = 0
    """The place of the last table that is played off if several share it; 0: it may be shared."""
    third_place: bool = False
    match: str = "single"
    """The match rule, by its name in the event's ``match`` table."""
    match_from: dict[str, str] = {}
    """Other match rules once so many are left: ``{ 4 = "best-of-three" }``."""
    decisive: bool = False
    """A drawn match goes on into the event's play-off."""
    start: StartScores | None = None
    """Points to begin with, for the system ``mcmahon``."""
    within: WithinGroup = WithinGroup.CROSS
    """Who meets whom on equal McMahon scores."""
    protect_states: int = 0
    """Entrants whose units belong to one state or country do not meet in this many first rounds,
    as far as ``mcmahon`` can help it."""
    apart_first: bool = False
    """Keeping apart counts before differences of McMahon scores."""
    handicap: Handicaps | None = None
    """Stones for the weaker one, for the system ``mcmahon``; none: every game is even."""
    missed: str = "0"
    """Points for a round in which somebody who takes part did not play, without a bye."""
    target: str = ""
    """Points that qualify, where a stage has no last round."""

    def rounds_for(self, players: int) -> int | None:
        """Give the number of rounds for so many players, where nobody chose it."""
        fitting = [int(size) for size in self.by_players if players <= int(size)]
        return self.by_players[str(min(fitting))] if fitting else self.rounds

    def rule_for(self, left: int) -> str:
        """Name the match rule when so many entrants are left."""
        fitting = [int(key) for key in self.match_from if left <= int(key)]
        return self.match_from[str(min(fitting))] if fitting else self.match
