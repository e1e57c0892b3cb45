"""Sample games for the page of boards: a position of every kind, to look at and to try.

The visitor has one seat; the computer answers on the others. Nothing is stored: the browser sends
the moves that were played and gets the position that follows.
"""

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import msgspec

from qipan.formats.record import Record
from qipan.games import AnyGame, game_named
from qipan.games.bots import bot_of, steps
from qipan.i18n.moves import noted
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.game import View
from qipan.kernel.ids import TABLE, Seat
from qipan.web.public.replay import start_of, told

MOST_PLAYED = 600
MOST_LEGAL = 400
"""Moves listed for a seat; where there are more the list is left out."""
MOST_ANSWERS = 120
"""Moves of the computer until it is the visitor's turn again."""
Played = list[tuple[int, str]]


class Sample(msgspec.Struct, frozen=True):
    """A game on the page of boards."""

    name: str
    record: Record
    seat: int | None = 0
    preferences: dict[str, Any] = {}
    wide: bool = False


class Tried(msgspec.Struct, frozen=True):
    """A sample after some more moves."""

    view: View
    legal: list[str] | None
    played: Played
    moves: list[dict[str, Any]]
    fresh: int
    """How many of the moves are new."""


_XIANGQI = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 b7a7 a0b0 a9b9 h0h6 h7i7"
_CHECK = "4ka3/4a4/4b4/p3p3p/9/2R6/P3P3P/4C4/4A4/2B1KA3 w"
_GO = "Q16 D4 Q3 D16 R5 F17 C14 D14 C13 C15 B15 C16 K16 D13 O17 C12 R10 K3 N3 Q6 R6 Q7 Q8 R7 S7 S8"
_GO_BLACK = "D1 D2 D3 D4 D5 D6 D7 D8 D9 C3 B6"
_GO_WHITE = "F1 F2 F3 F4 F5 F6 F7 F8 F9 H4 G7 B3"
_GOMOKU = "h8 i9 h9 h7 i8 g8 j7 k6 g10 f11 i7 i6 k9 j8 j10"


def _xiangqi() -> list[Sample]:
    usual = Record("xiangqi", tuple(_XIANGQI.split()))
    check = Record("xiangqi", ("c4c9",), setup={"fen": _CHECK})
    style = {"pieces": "international", "coordinates": True}
    return [
        Sample("xiangqi", usual, preferences={"pieces": "chinese", "coordinates": True}),
        Sample("xiangqi-international", check, seat=1, preferences=style),
    ]


def _stones() -> list[Sample]:
    setup = {"black": _GO_BLACK.split(), "white": _GO_WHITE.split(), "turn": 0}
    small = {"size": 9, "komi": "0"}
    ended = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9")
    dead = Record("go", (*ended, "pass", "pass", "dead B3"), rules=small, setup=setup)
    ending = ("agree", "agree", "pass", "pass")
    by = {12: 0, 13: 1}
    counted = msgspec.structs.replace(dead, moves=(*dead.moves, *ending), by=by)
    return [
        Sample("go", Record("go", tuple(_GO.split()))),
        Sample("go-dead-stones", dead),
        Sample("go-count", counted, seat=None),
        Sample("gomoku", Record("gomoku", tuple(_GOMOKU.split())), seat=1),
    ]


def _by_computer(name: str, seats: int, count: int, seed: str) -> Record:
    """Let the computer play the first moves of a game."""
    game = game_named(name)
    rules = game.rules_type()
    dice = Random(seed)
    setup = game.deal(rules, seats, dice)
    moves, by = [], {}
    for number, step in enumerate(
        islice(steps(game, game.start(rules, seats, setup), dice), count)
    ):
        moves.append(game.write(step.before, step.seat, step.move))
        if step.seat != game.acting(step.before)[0]:
            by[number] = int(step.seat)
    return Record(name, tuple(moves), setup=setup, seats=seats, by=by)


def _star() -> list[Sample]:
    return [
        Sample("chinese-checkers", _by_computer("chinese-checkers", 6, 42, "star")),
        Sample("chinese-checkers-two", _by_computer("chinese-checkers", 2, 21, "pair"), seat=1),
    ]


def _cards() -> list[Sample]:
    """A deal in its sixth trick, at a moment when two cards lie and the first seat follows."""
    record = _by_computer("shengji", 4, 400, "deal")
    game, state = start_of(record)
    for number, step in enumerate(told(game, state, record), 1):
        deal = step.after.deal
        if len(deal.tricks) >= 5 and len(deal.trick) == 2 and deal.turn == 0:
            cut = msgspec.structs.replace(record, moves=record.moves[:number])
            return [Sample("shengji", cut, wide=True)]
    raise AssertionError("no such moment in the sample deal")


@cache
def samples() -> dict[str, Sample]:
    """Give every sample by name."""
    return {each.name: each for each in (*_xiangqi(), *_stones(), *_star(), *_cards())}


def sample_named(name: str) -> Sample:
    """Find a sample. Raises Unknown."""
    found = samples().get(name)
    if found is None:
        raise Unknown("sample", name, tuple(samples()))
    return found


def try_sample(sample: Sample, played: Played, text: str | None, language: str) -> Tried:
    """Play on from a sample. Raises BadInput and IllegalMove; nothing is kept."""
    if len(played) > MOST_PLAYED:
        raise BadInput(f"at most {MOST_PLAYED} moves are tried out", where="played")
    game, state = start_of(sample.record)
    for step in told(game, state, sample.record):
        state = step.after
    line: Played = []
    moves: list[dict[str, Any]] = []

    def play(seat: Seat, move: Any) -> None:
        nonlocal state
        after = game.play(state, seat, move)  # first: only a legal move has a notation
        written = noted(game, state, seat, move, _seat(sample), language)
        line.append((int(seat), game.write(state, seat, move)))
        moves.append({"text": written, "seat": int(seat)})
        state = after

    for number, each in played:
        play(Seat(number), game.read(state, Seat(number), each))
    before = len(line)
    if text is not None and sample.seat is not None:
        seat = Seat(sample.seat)
        play(seat, game.read(state, seat, text))
        for _ in range(MOST_ANSWERS):
            acting = game.acting(state)
            if not acting or seat in acting:
                break
            play(*_answer(game, state, acting[0], len(line)))
    view = game.view(state, _seat(sample))
    return Tried(view, _legal(game, state, _seat(sample)), line, moves, len(line) - before)


def _seat(sample: Sample) -> Seat | None:
    return None if sample.seat is None else Seat(sample.seat)


def _answer(game: AnyGame, state: Any, seat: Seat, number: int) -> tuple[Seat, Any]:
    dice = Random(number)
    if seat == TABLE:
        return seat, game.sample(state, seat, dice)
    return seat, bot_of(game)(state, seat, dice)


def _legal(game: AnyGame, state: Any, seat: Seat | None) -> list[str] | None:
    """List what a seat may play; nothing for a spectator, None if it is too much to list."""
    if seat is None:
        return []
    found = list(islice(game.moves(state, seat), MOST_LEGAL + 1))
    if len(found) > MOST_LEGAL:
        return None
    return [game.write(state, seat, move) for move in found]
