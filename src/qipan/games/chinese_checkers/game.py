"""Chinese checkers (跳棋): two to six players on the star board, until all are ranked.

Seats go clockwise from the north. A move is told by its first and last hole. A seat may ask to
skip its turn; all others who still play must agree.
"""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import replace

from qipan.games.chinese_checkers.board import NAMES, holes_in, read_hole
from qipan.games.chinese_checkers.movement import destinations, path
from qipan.games.chinese_checkers.rules import CheckersRules, Lock, checked
from qipan.games.chinese_checkers.state import (
    Answer,
    AnyMove,
    AskSkip,
    Move,
    Pass,
    Star,
    beginning,
    piece_moves,
    read_board,
)
from qipan.games.chinese_checkers.turns import after_turn, retired
from qipan.games.chinese_checkers.view import StarView, view_of
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import OVER, UNKNOWN_SEAT, Game, Offer, Outcome, Setup
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey, rule

OWN = rule("chinese-checkers.own-piece", "A player moves one of the own pieces.")
MOVES = rule(
    "chinese-checkers.move", "A piece goes one step, or jumps over single pieces to empty holes."
)
LOCKED = rule("chinese-checkers.target-lock", "A piece in its target does not leave it.")
LEAVE = rule("chinese-checkers.leave-home", "From a certain round on, home must be left first.")
PASSING = rule("chinese-checkers.forced-pass", "Only who has no legal move passes.")
SKIPPING = rule("chinese-checkers.skip", "A turn is skipped only if all agree.")
WORDS: dict[str, AnyMove] = {
    "pass": Pass(),
    "skip": AskSkip(),
    "agree": Answer(agree=True),
    "refuse": Answer(agree=False),
}
TEXTS = {move: word for word, move in WORDS.items()}


class ChineseCheckers(Game[CheckersRules, Star, AnyMove]):
    """The star board with two to six seats."""

    name = "chinese-checkers"
    rules_type = CheckersRules
    view_type = StarView
    state_type = Star
    acts = tuple(WORDS)
    offers = {"skip": Offer("skip", accepted="agree", declined="refuse")}

    def seats(self, rules: CheckersRules) -> Sequence[int]:
        """Six, or fewer."""
        del rules
        return (6, 2, 3, 4, 5)

    def start(self, rules: CheckersRules, seats: int, setup: Setup) -> Star:
        """Start with all at home, or from ``board`` and ``turn``. Raises BadInput."""
        checked(rules)
        if not setup:
            return beginning(rules, seats)
        board, turn = setup.get("board"), setup.get("turn", 0)
        if set(setup) - {"board", "turn"} or not isinstance(board, str):
            raise BadInput("a setup is empty or has 'board' and 'turn'", where="setup")
        if not isinstance(turn, int):
            raise BadInput("'turn' is the number of a seat", where="setup.turn")
        return read_board(rules, seats, board, turn)

    def phase(self, state: Star) -> str:
        """Playing, answering a wish to skip, or over."""
        return "over" if state.ended else "skip" if state.asked else "play"

    def acting(self, state: Star) -> tuple[Seat, ...]:
        """The seat to move; or all others, while it waits for leave to skip."""
        if state.ended:
            return ()
        if state.asked:
            return tuple(Seat(seat) for seat in _still_to_answer(state))
        return (Seat(state.turn),)

    def moves(self, state: Star, seat: Seat) -> Iterator[AnyMove]:
        """Every piece to every hole it can reach, then the wish to skip; or the pass."""
        if seat not in self.acting(state):
            return
        if state.asked:
            yield from (Answer(agree=True), Answer(agree=False))
            return
        reach = piece_moves(state, seat)
        for origin, bits in reach:
            yield from (Move(origin, to) for to in holes_in(bits))
        if _must_pass(state, bool(reach)):
            yield Pass()
        elif _may_ask(state, bool(reach)):
            yield AskSkip()

    def play(self, state: Star, seat: Seat, move: AnyMove) -> Star:
        """Move, pass, ask or answer. Raises IllegalMove with the rule that forbids it."""
        if state.ended:
            raise IllegalMove("game.over", OVER, seat=seat)
        if seat not in self.acting(state):
            raise IllegalMove("game.not-your-turn", UNKNOWN_SEAT, seat=seat, turn=state.turn)
        if state.asked:
            if not isinstance(move, Answer):
                raise IllegalMove("chinese-checkers.answer-first", SKIPPING, seat=seat)
            return _answered(state, seat, move)
        match move:
            case Move():
                return _moved(state, seat, move)
            case Pass():
                if not _must_pass(state, bool(piece_moves(state, seat))):
                    raise IllegalMove("chinese-checkers.no-pass", PASSING, seat=seat)
                return after_turn(replace(state, last=None, way=()))
            case AskSkip():
                if not _may_ask(state, bool(piece_moves(state, seat))):
                    raise IllegalMove("chinese-checkers.no-skip", SKIPPING, seat=seat)
                return _all_agreed(replace(state, asked=True))
            case Answer():
                raise IllegalMove("chinese-checkers.nothing-asked", SKIPPING, seat=seat)

    def retire(self, state: Star, seat: Seat, by: RuleKey) -> Star:
        """The seat comes last; its pieces stay where they are."""
        after = retired(state, seat, by)
        return _all_agreed(after) if after.asked and not after.ended else after

    def outcome(self, state: Star) -> Outcome | None:
        """Rank all by the round in which they filled their target [chinese-checkers.finish]."""
        return state.ended

    def view(self, state: Star, seat: Seat | None) -> StarView:
        """Everybody sees everything."""
        del seat
        return view_of(state)

    def write(self, state: Star, seat: Seat, move: AnyMove) -> str:
        """Write ``e7-f7``, ``pass``, ``skip``, ``agree`` or ``refuse``."""
        del state, seat
        if isinstance(move, Move):
            return f"{NAMES[move.origin]}-{NAMES[move.to]}"
        return TEXTS[move]

    def read(self, state: Star, seat: Seat, text: str) -> AnyMove:
        """Read a move. Raises BadInput if it names no holes."""
        del state, seat
        word = text.strip()
        if word in WORDS:
            return WORDS[word]
        origin, dash, to = word.partition("-")
        if not dash:
            raise BadInput(f"{text[:20]!r} is no move (like e7-f7, pass, skip, agree, refuse)")
        return Move(read_hole(origin), read_hole(to))

    def sample(self, state: Star, seat: Seat, dice: Random) -> AnyMove:
        """Pick a random move; a wish to skip now and then."""
        found = list(self.moves(state, seat))
        if isinstance(found[-1], AskSkip) and len(found) > 1 and dice.random() < 0.97:
            found.pop()
        return dice.choice(found)


def _moved(state: Star, seat: int, move: Move) -> Star:
    reach = dict(piece_moves(state, seat)).get(move.origin, 0)
    if not reach >> move.to & 1:
        raise _why_not(state, seat, move)
    target, lock = state.target(seat), state.rules.lock
    way = path(move.origin, move.to, state.occupied, target, lock)
    own = state.pieces[seat] ^ (1 << move.origin | 1 << move.to)
    pieces = (*state.pieces[:seat], own, *state.pieces[seat + 1 :])
    return after_turn(replace(state, pieces=pieces, last=move, way=tuple(way)))


def _why_not(state: Star, seat: int, move: Move) -> IllegalMove:
    where = {"origin": NAMES[move.origin], "to": NAMES[move.to]}
    if not state.pieces[seat] >> move.origin & 1:
        return IllegalMove("chinese-checkers.not-own-piece", OWN, **where)
    occupied, target = state.occupied, state.target(seat)
    if not destinations(move.origin, occupied, target, Lock.OFF) >> move.to & 1:
        return IllegalMove("chinese-checkers.no-way", MOVES, **where)
    if not destinations(move.origin, occupied, target, state.rules.lock) >> move.to & 1:
        return IllegalMove("chinese-checkers.locked", LOCKED, **where)
    return IllegalMove("chinese-checkers.leave-home", LEAVE, round=state.round, **where)


def _must_pass(state: Star, can_move: bool) -> bool:
    since = state.rules.leave_home_from
    at_home = state.pieces[state.turn] & state.home(state.turn)
    held = bool(since and state.round >= since and at_home)
    return not can_move and (state.rules.forced_pass or held)


def _may_ask(state: Star, can_move: bool) -> bool:
    if not can_move:
        return not _must_pass(state, can_move)
    return state.rules.skipping and not state.refused and len(state.active()) > 1


def _still_to_answer(state: Star) -> list[int]:
    return [seat for seat in state.active() if seat != state.turn and seat not in state.agreed]


def _answered(state: Star, seat: int, move: Answer) -> Star:
    if not move.agree:
        return replace(state, asked=False, agreed=(), refused=True)
    return _all_agreed(replace(state, agreed=(*state.agreed, seat)))


def _all_agreed(state: Star) -> Star:
    """Skip the turn once nobody is left to answer."""
    if _still_to_answer(state):
        return state
    return after_turn(replace(state, last=None, way=()))
