"""The stages of an event: which system pairs which rounds, and what a match is in them."""

from enum import StrEnum

import msgspec


class FirstRound(StrEnum):
    """How the first round of a score system is paired."""

    SEEDED = "seeded"
    """As the system itself does it."""
    RANDOM = "random"
    HALVES = "halves"
    NEIGHBOURS = "neighbours"


class StartScores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points that entrants begin with, by their rating: stronger ones meet each other at once."""

    bar: int
    """From this rating on all begin with the same, the most; who has less begins lower."""
    floor: int = 0
    """Up to this rating, and without one, all begin with nothing."""
    step: int = 100
    """So much rating is worth one point."""

    def of(self, rating: int | None) -> int:
        """Give the points that somebody begins with."""
        known = self.floor if rating is None else min(max(rating, self.floor), self.bar)
        return (known - self.floor) // self.step


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
