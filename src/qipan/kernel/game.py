"""The Game protocol: what every game offers, and all that the rest of the house may ask of it.

A game is pure rules. It knows seats, not players; moves, not clocks; outcomes, not points.

- **Rules** is a small struct of independent options (board size, overline wins, komi …).
- **Setup** is what stands before the first move: a handicap, a shuffled pack, who sits where. It
  is plain data, made once by ``deal`` from a seed, and stored; ``start`` turns it into a state.
- **State** is an immutable value. ``play`` returns a new one and never touches the old.
- **Acting**: one *or several* seats may be able to act at once: a declaration may interrupt a
  deal, both players mark dead stones. ``TABLE`` (seat −1) acts where nobody sitting there does:
  the next card off the pack, the end of a window, a decision that an arbiter made.
- **Phase** is a word of the game (``play``, ``draw``, ``bury``, ``count``).
- **View** hides what a seat may not know; ``None`` is a spectator. What leaves the server goes
  through ``view`` and ``shown``, nowhere else.
- **Outcome** ranks all seats: places from 1, equal places for a tie.

Everything a state is made of can be told again: setup and the moves in text form, in order.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import Facts, RuleKey, rule

NO_DRAW = rule("game.no-draw-by-agreement", "This game cannot be drawn by agreement.")
UNKNOWN_SEAT = rule("game.seat-acts", "Only the player to move may act.")
OVER = rule("game.over", "No moves are made after the end of the game.")
RESIGNED = rule("game.resigned", "A player who resigns loses.")
AGREED = rule("game.draw-agreed", "The players agreed to a draw.")

R = TypeVar("R", bound=msgspec.Struct)
S = TypeVar("S")
M = TypeVar("M")

CLAIM = "claim:"
"""How a claim begins, where it is a move of the game."""
WORDS = "words"
"""The notation that is in words of the reader's language."""
MOST_LEGAL = 400
"""Moves listed for a seat; where there are more the list is left out."""
Setup = dict[str, Any]
"""Plain JSON values; their meaning belongs to the game."""


@cache
def _decoder_of(state_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(state_type)


class View(msgspec.Struct, frozen=True):
    """What one seat, or a spectator, may see: each game has its own, of plain values."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, for every seat."""

    places: tuple[int, ...]
    """Place of each seat, 1 is best; equal numbers are a tie."""
    rule: RuleKey
    facts: Facts = {}

    @property
    def winner(self) -> Seat | None:
        """Give the only seat in first place, if there is one."""
        if self.places.count(1) == 1:
            return Seat(self.places.index(1))
        return None


def won_by(seat: int, by: RuleKey, seats: int = 2, **facts: object) -> Outcome:
    """Say that one seat won and the others share second place."""
    return Outcome(tuple(1 if each == seat else 2 for each in range(seats)), by, dict(facts))


def drawn(by: RuleKey, seats: int = 2, **facts: object) -> Outcome:
    """Say that nobody won."""
    return Outcome((1,) * seats, by, dict(facts))


class Offer(msgspec.Struct, frozen=True):
    """Something that players offer each other and that is a move of the game."""

    made: str
    """The move that makes it."""
    accepted: str = ""
    declined: str = ""
    """The moves that answer it; without them nobody is asked."""
    at_a_point: bool = False
    """Whether the move names a point behind its word: ``dead Q16``."""


class Game(ABC, Generic[R, S, M]):
    """One game. Instances hold no state; a module offers one as ``GAME``."""

    name: ClassVar[str]
    """How commands and books call it: ``gomoku``, ``chinese-checkers``."""
    rules_type: ClassVar[type[msgspec.Struct]]
    """The struct of options; every field has a default."""
    view_type: ClassVar[type[View]]
    """What ``view`` gives; boards in the browser are checked against it."""
    offers: ClassVar[Mapping[str, Offer]] = {}
    """What may be offered at a live table besides a draw, by its word."""
    claims: ClassVar[Sequence[str]] = ()
    """What a player may claim besides time; a claim is the move ``claim:`` and this word."""
    sides: ClassVar[Sequence[str]] = ()
    """Codes of the words for its seats, behind ``ui.board.``; where they have none, numbers do."""
    acts: ClassVar[Collection[str]] = ()
    """Words that moves begin with; each has its own words, as ``ui.board.<game>.act.<word>``."""
    notations: ClassVar[Mapping[str, str]] = {}
    """The notation that readers of a language are used to, ``""`` for all other readers."""
    table_rules: ClassVar[Mapping[str, Any]] = {}
    """Options of a table that belongs to no book, unless whoever opens it says otherwise."""
    table_thinks: ClassVar[bool] = False
    """Whether ``table_move`` takes so long that it is not done between two messages."""
    state_type: ClassVar[Any] = None
    """The type of a state that is written as JSON and read back the same; None: it never is."""
    engine: ClassVar[str] = "1"
    """Raised when the same moves would give another outcome; stored with every live game."""

    # -- before the first move -------------------------------------------------------------

    @abstractmethod
    def seats(self, rules: R) -> Sequence[int]:
        """Give the numbers of seats that these rules allow, usual one first."""

    def fixed_sides(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Give the codes of the sides that seats keep all game; none if players may change them."""
        del options
        return self.sides

    def deal(self, rules: R, seats: int, dice: Random) -> Setup:
        """Make a setup at random, as a seeded deal does. Games without chance give ``{}``."""
        del rules, seats, dice
        return {}

    @abstractmethod
    def start(self, rules: R, seats: int, setup: Setup) -> S:
        """Turn rules and setup into the first state. Raises BadInput on a wrong setup."""

    # -- asking a state ----------------------------------------------------------------------

    @abstractmethod
    def phase(self, state: S) -> str:
        """Name the phase; ``over`` once there is an outcome."""

    @abstractmethod
    def acting(self, state: S) -> tuple[Seat, ...]:
        """Give every seat that may act now (``TABLE`` among them); empty once it is over."""

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Iterator[M]:
        """Give the legal moves of a seat one by one; where they are too many to list, lazily."""

    def legal(self, state: S, seat: Seat) -> list[str] | None:
        """List what a seat may play now, written; None if it is too much to list."""
        found = list(islice(self.moves(state, seat), MOST_LEGAL + 1))
        if len(found) > MOST_LEGAL:
            return None
        return [self.write(state, seat, move) for move in found]

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Say how the game ended, or None while it goes on."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """Give what this seat may know (None: a spectator), and nothing else."""

    # -- moving ------------------------------------------------------------------------------

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> S:
        """Give the state after a move. Raises IllegalMove; the old state is untouched."""

    def follow(self, state: S, seat: Seat, move: M, *, goes_on: bool) -> S:
        """Give the state after a move that ``play`` has taken before: the same, perhaps sooner.

        ``goes_on``: another move came next, so this one did not end the game.
        """
        del goes_on
        return self.play(state, seat, move)

    def keep_state(self, state: S) -> bytes | None:
        """Write a state so that ``kept_state`` gives the same; None where that cannot be.

        What is written is read by the very same program only, and thrown away by any other.
        """
        return None if self.state_type is None else msgspec.json.encode(state)

    def kept_state(self, written: bytes) -> S:
        """Read what ``keep_state`` wrote. Raises msgspec.MsgspecError."""
        return _decoder_of(self.state_type).decode(written)  # type: ignore[no-any-return]

    @abstractmethod
    def retire(self, state: S, seat: Seat, by: RuleKey) -> S:
        """Give the state after a seat lost for a reason off the board: resignation, time, award."""

    def agree_draw(self, state: S, by: RuleKey = AGREED) -> S:
        """Give the state after all agreed on a draw. Raises IllegalMove where there is none."""
        del state
        raise IllegalMove("game.no-draw", NO_DRAW, asked=by)

    def fines(self, before: S, after: S) -> tuple[tuple[int, int], ...]:
        """Give what a move costs on clocks by the rules: seats and milliseconds; mostly nothing."""
        del before, after
        return ()

    # -- at a live table -------------------------------------------------------------------------

    def clocks_stand(self, state: S) -> bool:
        """Say whether nobody's clock runs though somebody may act."""
        del state
        return False

    def pace(self, state: S) -> int | None:
        """Say after how many milliseconds the table moves by itself; None waits for a person."""
        del state
        return None

    def table_move(self, state: S, dice: Random) -> M:
        """Give the move that the table makes by itself where ``pace`` has it so."""
        return self.sample(state, TABLE, dice)

    def fine_move(self, state: S, seat: Seat, points: int, by: RuleKey) -> str:
        """Write the table's move that takes points off a seat; empty where a game counts none."""
        del state, seat, points, by
        return ""

    def when_time_is_up(self, state: S) -> str:
        """Write what the table does when its time is up, and again after a while if it still goes.

        Empty: nothing, an arbiter decides.
        """
        del state
        return ""

    # -- text ----------------------------------------------------------------------------------

    @abstractmethod
    def write(self, state: S, seat: Seat, move: M) -> str:
        """Write a move in the game's canonical text form, as the journal stores it."""

    @abstractmethod
    def read(self, state: S, seat: Seat, text: str) -> M:
        """Read a move. Raises BadInput if the text means nothing, or several things, here."""

    def shown(self, state: S, seat: Seat, move: M, viewer: Seat | None) -> str:
        """Write a move as ``viewer`` may see it; a face-down move shows less than it is."""
        del viewer
        return self.write(state, seat, move)

    def noted(self, state: S, seat: Seat, move: M, viewer: Seat | None) -> dict[str, str]:
        """Write a move as people write it, by notation; empty where ``shown`` is what they write.

        ``{go.act.pass}`` stands for a word that readers get in their language, behind
        ``ui.board.``. What is the same in every notation goes by ``words``.
        """
        first, blank, rest = self.shown(state, seat, move, viewer).partition(" ")
        if first not in self.acts:
            return {}
        return {WORDS: f"{self.act(first)}{blank}{rest}"}

    def act(self, word: str) -> str:
        """Give what stands for a word of a move in ``noted``."""
        return f"{{{self.name}.act.{word}}}"

    def notation_in(self, language: str) -> str:
        """Name the notation for readers of a language."""
        return self.notations.get(language) or self.notations.get("") or WORDS

    # -- for tests, simulations and practice --------------------------------------------------

    def sample(self, state: S, seat: Seat, dice: Random) -> M:
        """Pick a random legal move; games with very many moves do it without listing them."""
        return dice.choice(list(self.moves(state, seat)))

    def alike(self, state: S, viewer: Seat | None, dice: Random) -> S:
        """Give a state, other if possible, that ``viewer`` cannot tell from this one.

        Games with hidden cards shuffle what the viewer may not know; the contract suite then
        demands the same view. Games without secrets give the state itself.
        """
        del viewer, dice
        return state
