"""Sample games for the page of boards: a position of every kind, to look at and to try.

The visitor has one seat; the computer answers on the others. Nothing is stored: the browser sends
the moves that were played and gets the position that follows.
"""

from functools import cache
from random import Random
from typing import Any

import msgspec

from qipan.formats.record import Record
from qipan.games import AnyGame, all_games, part_of
from qipan.games.computer_players import computer_of
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.game import View
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.sample_game import SampleGame
from qipan.kernel.self_play import MoveMade
from qipan.web.public.replay import listed_move, start_of, told

MOST_PLAYED = 600
MOST_ANSWERS = 120
"""Moves of the computer until it is the visitor's turn again."""
Played = list[tuple[int, str]]


class Sample(msgspec.Struct, frozen=True):
    """A game on the page of boards."""

    name: str
    record: Record
    seat: Seat | None
    preferences: dict[str, Any]
    wide: bool


class Tried(msgspec.Struct, frozen=True):
    """A sample after some more moves."""

    view: View
    legal: list[str] | None
    played: Played
    moves: list[dict[str, Any]]
    fresh: int
    """How many of the moves are new."""


@cache
def samples() -> dict[str, Sample]:
    """Give every sample by name, as the folders of the games have them."""
    return {
        each.name: _sample(game, each)
        for game in all_games().values()
        for each in part_of(game, "samples").samples()
    }


def _sample(game: AnyGame, given: SampleGame) -> Sample:
    record = Record(
        game.name,
        given.moves,
        rules=given.rules,
        setup=given.setup,
        seats=given.seats,
        by=given.by,
    )
    seat = None if given.seat is None else Seat(given.seat)
    return Sample(given.name, record, seat, given.preferences, given.wide)


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
        line.append((int(seat), game.write(state, seat, move)))
        moves.append(listed_move(game, MoveMade(state, seat, move, after), sample.seat, language))
        state = after

    for number, each in played:
        play(Seat(number), game.read(state, Seat(number), each))
    before = len(line)
    seat = sample.seat
    if text is not None and seat is not None:
        play(seat, game.read(state, seat, text))
        for _ in range(MOST_ANSWERS):
            acting = game.acting(state)
            if not acting or seat in acting:
                break
            play(*_answer(game, state, acting[0], len(line)))
    legal = [] if seat is None else game.legal(state, seat)
    return Tried(game.view(state, seat), legal, line, moves, len(line) - before)


def _answer(game: AnyGame, state: Any, seat: Seat, number: int) -> tuple[Seat, Any]:
    dice = Random(number)
    if seat == TABLE:
        return seat, game.sample(state, seat, dice)
    return seat, computer_of(game)(state, seat, dice)
