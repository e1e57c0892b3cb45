"""A game of words for tests of the table itself: any number of seats, and draws by agreement.

A move is a word. ``all`` lets everybody act at once, ``deal`` the table, ``turns`` one after the
other again; ``again`` keeps the turn, ``win`` ends it, ``fine`` costs the next seat a second, and
``Shout`` is written small.
"""

from typing import NamedTuple

import msgspec

from qipan.journal.live import events
from qipan.journal.live.table import Table, apply, timed_seats
from qipan.kernel.clock import Increment, first_reading
from qipan.kernel.errors import IllegalMove
from qipan.kernel.game import AGREED, OVER, Game, Offer, Outcome, View, drawn, won_by
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import RuleKey

WON = RuleKey("gomoku.five")


class Words(msgspec.Struct, frozen=True):
    """What was said, whose turn it is, and who is still in."""

    seats: int
    said: tuple[str, ...] = ()
    turn: int = 0
    mode: str = "turns"
    gone: tuple[int, ...] = ()
    ended: Outcome | None = None


class Options(msgspec.Struct, frozen=True):
    """None."""


class WordsView(View, frozen=True):
    """Everything that was said."""

    said: tuple[str, ...]


class Move(NamedTuple):
    word: str


class PlainGame(Game):
    """Words, one after the other or all at once."""

    name, rules_type, view_type = "words", Options, WordsView
    offers = {
        "swap": Offer("swap", "yes", "no"),
        "mark": Offer("mark", at_a_point=True),
    }

    def seats(self, rules):
        return (2, 3, 4)

    def start(self, rules, seats, setup):
        return Words(seats)

    def phase(self, state):
        return "over" if state.ended else state.mode

    def acting(self, state):
        if state.ended:
            return ()
        if state.mode == "deal":
            return (TABLE,)
        inside = [seat for seat in range(state.seats) if seat not in state.gone]
        if state.mode in ("all", "play"):
            return tuple(Seat(seat) for seat in inside)
        return (Seat(state.turn),)

    def moves(self, state, seat):
        yield Move("pass")

    def outcome(self, state):
        return state.ended

    def view(self, state, seat):
        return WordsView(state.said)

    def play(self, state, seat, move):
        if state.ended:
            raise IllegalMove("game.over", OVER)
        if seat not in self.acting(state):
            raise IllegalMove("game.not-your-turn", OVER)
        after = msgspec.structs.replace(state, said=(*state.said, move.word))
        if move.word == "win":
            return msgspec.structs.replace(after, ended=won_by(seat, WON, state.seats))
        if move.word in ("all", "deal", "turns", "play"):
            after = msgspec.structs.replace(after, mode=move.word)
        if move.word.startswith("claim:") or move.word == "again":
            return after
        following = (max(0, seat) + 1) % state.seats
        return msgspec.structs.replace(after, turn=following)

    def retire(self, state, seat, by):
        gone = (*state.gone, seat)
        inside = [each for each in range(state.seats) if each not in gone]
        if len(inside) == 1:
            ended = won_by(inside[0], by, state.seats)
            return msgspec.structs.replace(state, gone=gone, ended=ended)
        turn = inside[0] if state.turn in gone else state.turn
        return msgspec.structs.replace(state, gone=gone, turn=turn)

    def agree_draw(self, state, by=AGREED):
        if state.said[:1] == ("fight",):
            raise IllegalMove("game.no-draw", OVER)
        return msgspec.structs.replace(state, ended=drawn(by, state.seats))

    def fines(self, before, after):
        seats = before.seats
        return (((before.turn + 1) % seats, 1000),) if after.said[-1] == "fine" else ()

    def write(self, state, seat, move):
        return move.word

    def read(self, state, seat, text):
        return Move(text.lower())


GAME = PlainGame()


def words_table(seats=2, *, begun=True, controls=None):
    """Make a table of words; the log and the owner have no part in it."""
    controls = tuple(controls or [Increment(60_000, 5_000)] * seats)
    opened = events.TableOpened(
        game="words",
        engine="1",
        controls=controls,
        occupants=tuple(f"p{seat}" for seat in range(seats)),
    )
    state = GAME.start(None, seats, {})
    table = Table(
        id="t1",
        opened=opened,
        game=GAME,
        state=state,
        readings=[first_reading(control) for control in controls],
        timed=timed_seats(GAME, state),
        controls=controls,
        generations=[0] * seats,
    )
    if begun:
        apply(table, events.GameBegun())
    return table


def say(table, seat, word, ms=0, **more):
    """Let a seat say something after so many milliseconds of everybody whose clock runs."""
    spent = tuple((int(each), ms) for each in table.running)
    before = table.state
    after = GAME.play(before, Seat(seat), GAME.read(before, Seat(seat), word))
    fines = GAME.fines(before, after)
    apply(table, events.MovePlayed(seat=seat, text=word, spent=spent, fines=fines, **more), after)
