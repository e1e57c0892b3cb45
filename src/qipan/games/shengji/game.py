"""Shengji (双升) as a game of four seats: a whole match, deal after deal.

Seats 0 and 2 play against 1 and 3; seats are numbered counter-clockwise, as the turn goes. Each
pack enters as a move of the table, and its hash is public before the first card. Beside the moves
that ``acting`` waits for, the table may at any time enter a penalty (``adjust``) or the end of the
match's time (``time``): the game itself reads no clock.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from qipan.games.shengji.alike import likeness
from qipan.games.shengji.burying import bury, counter, no_counter
from qipan.games.shengji.cards import NAMES, is_joker, read_card
from qipan.games.shengji.dealing import (
    bring_pack,
    close,
    cut_pack,
    cutter,
    declare,
    draw_cards,
    first_drawer,
    keep_quiet,
    may_declare,
)
from qipan.games.shengji.moves import (
    VERBS,
    Adjust,
    Bury,
    Close,
    Counter,
    Cut,
    Declare,
    Draw,
    Lot,
    Move,
    Pack,
    Pass,
    Play,
    Settle,
    Stop,
    Time,
    read_move,
    verb,
    write_move,
)
from qipan.games.shengji.notation import in_words
from qipan.games.shengji.options import any_move, any_table_move, seat_moves, table_moves
from qipan.games.shengji.playing import play_cards
from qipan.games.shengji.rules import ShengjiRules, checked
from qipan.games.shengji.score import rank_played
from qipan.games.shengji.scoresheet import FIRST_LEVEL
from qipan.games.shengji.settling import (
    adjust,
    check_lot,
    draw_lot,
    settle_deal,
    stop_deal,
    time_up,
    won,
)
from qipan.games.shengji.state import SEATS, Deal, Match, pack_hash
from qipan.games.shengji.view import ShengjiView, view_of
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import OVER, UNKNOWN_SEAT, WORDS, Game, Outcome, Setup
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import RuleKey, rule

IN_PHASE = rule("shengji.phase", "Each part of a deal has its own plays.")

SEAT_MOVES: Final[dict[tuple[str, type[Any]], Callable[[Match, int, Any], Match]]] = {
    ("cut", Cut): lambda match, seat, move: cut_pack(match, move),
    ("draw", Declare): declare,
    ("draw", Pass): keep_quiet,
    ("close", Declare): declare,
    ("close", Pass): keep_quiet,
    ("bury", Bury): bury,
    ("counter", Counter): counter,
    ("counter", Pass): no_counter,
    ("play", Play): play_cards,
}
TABLE_MOVES: Final[dict[tuple[str, type[Any]], Callable[[Match, Any], Match]]] = {
    ("pack", Pack): bring_pack,
    ("draw", Draw): draw_cards,
    ("close", Close): close,
    ("score", Settle): settle_deal,
}


PACE: Final = {"pack": 0, "draw": 500, "close": 6000, "score": 50, "lot": 0, "summary": 10_000}
"""Milliseconds before the table moves, by phase; ``summary`` before the pack of another deal."""
NO_CHOICE: Final = 50


class Shengji(Game[ShengjiRules, Match, Move]):
    """A match of shengji between two pairs."""

    name = "shengji"
    rules_type = ShengjiRules
    view_type = ShengjiView
    state_type = Match
    acts = VERBS

    def seats(self, rules: ShengjiRules) -> Sequence[int]:
        """Four, always."""
        del rules
        return (SEATS,)

    def deal(self, rules: ShengjiRules, seats: int, dice: Random) -> Setup:
        """Flip a card that says who draws first; the packs come later, one for each deal."""
        del rules, seats
        return {"flip": NAMES[dice.randrange(52)], "flipper": 0}

    def start(self, rules: ShengjiRules, seats: int, setup: Setup) -> Match:
        """Start at level 2 without a banker. Raises BadInput on a wrong setup."""
        if seats != SEATS:
            raise BadInput(f"shengji has four seats, not {seats}", where="seats")
        if set(setup) != {"flip", "flipper"} or setup["flipper"] not in range(SEATS):
            raise BadInput("a setup has a 'flip' (card) and a 'flipper' (seat)", where="setup")
        if not isinstance(setup["flip"], str):
            raise BadInput("the flipped card is a text like H7", where="setup.flip")
        flip = read_card(setup["flip"])
        if is_joker(flip):
            raise BadInput("a joker has no rank to count; flip again", where="setup.flip")
        first = first_drawer(flip, setup["flipper"])
        return Match(checked(rules), Deal(number=1, first=first, level=rank_played(FIRST_LEVEL)))

    def phase(self, state: Match) -> str:
        """Name the part of the deal: pack, cut, draw, close, bury, counter, play, score, lot."""
        return "over" if state.ended else state.deal.phase

    def acting(self, state: Match) -> tuple[Seat, ...]:
        """Give who may act, by what all at the table know: no hidden card shows here."""
        if state.ended:
            return ()
        deal = state.deal
        match deal.phase:
            case "cut":
                return (Seat(cutter(state)),)
            case "draw" | "close":
                return (TABLE, *(Seat(seat) for seat in may_declare(deal)))
            case "bury" | "counter" | "play":
                return (Seat(deal.turn),)
            case _:
                return (TABLE,)

    def moves(self, state: Match, seat: Seat) -> Iterator[Move]:
        """Give the moves one by one; packs, burials and throws are too many to go through."""
        if seat not in self.acting(state):
            return
        yield from table_moves(state) if seat == TABLE else seat_moves(state, seat)

    def play(self, state: Match, seat: Seat, move: Move) -> Match:
        """Make a move. Raises IllegalMove with the rule that forbids it."""
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        if seat == TABLE:
            return _table_plays(state, move)
        acting = self.acting(state)
        if seat not in acting:
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, acting=list(acting))
        step = SEAT_MOVES.get((state.deal.phase, type(move)))
        if step is None:
            raise IllegalMove("shengji.not-now", IN_PHASE, phase=state.deal.phase, move=verb(move))
        return step(state, seat, move)

    def retire(self, state: Match, seat: Seat, by: RuleKey) -> Match:
        """The other side wins."""
        return replace(state, ended=won(1 - seat % 2, by, state))

    def outcome(self, state: Match) -> Outcome | None:
        """Passing the last level wins; on time the level, then the bank [shengji.match]."""
        return state.ended

    def view(self, state: Match, seat: Seat | None) -> ShengjiView:
        """Own hand and own cards; of the rest what lies open."""
        return view_of(state, seat, self.acting(state))

    def write(self, state: Match, seat: Seat, move: Move) -> str:
        """Write everything, as the journal keeps it."""
        del state, seat
        return write_move(move)

    def read(self, state: Match, seat: Seat, text: str) -> Move:
        """Read a move. Raises BadInput if it means nothing."""
        del state, seat
        return read_move(text)

    def shown(self, state: Match, seat: Seat, move: Move, viewer: Seat | None) -> str:
        """Hide the pack from all, and faces of face-down cards from all others."""
        del state
        if isinstance(move, Pack):
            return f"pack {pack_hash(move.salt, move.cards)}"
        if isinstance(move, Declare | Bury | Counter) and viewer != seat:
            return f"{verb(move)} {' '.join('?' for _ in move.cards)}"
        return write_move(move)

    def pace(self, state: Match) -> int | None:
        """Cards are dealt so that people can follow; nobody is waited for who has no choice."""
        phase = state.deal.phase
        if phase == "pack" and state.finished and state.finished[-1].entry is not None:
            phase = "summary"
        nobody = phase == "close" and self.acting(state) == (TABLE,)
        return NO_CHOICE if nobody else PACE.get(phase)

    def table_move(self, state: Match, dice: Random) -> Move:
        """Deal a card to each seat at a time; all else the table does is drawn by lot."""
        return Draw(SEATS) if state.deal.phase == "draw" else self.sample(state, TABLE, dice)

    def noted(self, state: Match, seat: Seat, move: Move, viewer: Seat | None) -> dict[str, str]:
        """Write cards by their signs, all else in words."""
        shown = self.shown(state, seat, move, viewer)
        return {WORDS: self.act(verb(move)) + in_words(move, shown)}

    def when_time_is_up(self, state: Match) -> str:
        """Say so; a deal that was led to and is not finished after a while is void."""
        if state.ended is not None or (state.time_up and state.deal.phase == "lot"):
            return ""
        return verb(Stop() if state.time_up else Time())

    def sample(self, state: Match, seat: Seat, dice: Random) -> Move:
        """Pick some legal move at random without listing them."""
        return any_table_move(state, dice) if seat == TABLE else any_move(state, seat, dice)

    def alike(self, state: Match, viewer: Seat | None, dice: Random) -> Match:
        """Shuffle all cards that the viewer may not know."""
        return likeness(state, viewer, dice)


def _table_plays(state: Match, move: Move) -> Match:
    if isinstance(move, Adjust):
        return adjust(state, move)
    if isinstance(move, Time):
        return time_up(state, move)
    if isinstance(move, Stop):
        return stop_deal(state, move)
    if isinstance(move, Lot) and state.deal.phase == "lot":
        check_lot(move)
        return draw_lot(state, move) if state.time_up else close(state, move)
    step = TABLE_MOVES.get((state.deal.phase, type(move)))
    if step is None:
        raise IllegalMove("shengji.not-now", IN_PHASE, phase=state.deal.phase, move=verb(move))
    return step(state, move)
