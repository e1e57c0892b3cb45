"""Replaying a record with the game's engine, under the rules of the book."""

from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.games import AnyGame, game_named
from qipan.journal.state import KeptRecord
from qipan.kernel.errors import BadInput, IllegalMove, Refused
from qipan.kernel.game import Outcome, won_by
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import EventRules

SAME_GAME = rule("record.same-game", "A record is of the game being played, from its beginning.")
REPLAYED = rule("record.replayed", "A record is complete and can be replayed move by move.")
BOUNDED = rule("record.bounded", "A record has no more moves than a game can have.")
FOUL_LAST = rule("record.foul-last", "An illegal move that loses the game is its last.")

MOST_MOVES = 4000
MOST_LETTERS = 100_000
FIXED = ("size", "komi")
"""Options that a file tells and that must be the book's."""


class Replayed(msgspec.Struct, frozen=True):
    """What a replay found."""

    plies: int
    outcome: Outcome | None = None
    foul: int = 0
    ruling: bool = False


def replayed(
    record: KeptRecord,
    rules: EventRules,
    *,
    setup: Mapping[str, Any] | None = None,
    foul: bool = False,
) -> Replayed:
    """Replay a record; ``setup`` is what stood on the board, such as a handicap.

    Raises Refused: another game or beginning, too long, an illegal move by name.
    """
    _bounded(record)
    game, state = _start(record, rules, dict(setup or {}))
    for number, text in enumerate(record.moves):
        acting = game.acting(state)
        if not acting:
            return Replayed(number, game.outcome(state))
        if acting == (TABLE,) and record.by.get(number) != TABLE:
            return Replayed(number, ruling=True)
        seat = Seat(record.by.get(number, acting[0]))
        try:
            state = game.play(state, seat, game.read(state, seat, text))
        except IllegalMove as error:
            return _illegal(record, number, seat, error, foul)
        except BadInput as error:
            raise Refused(
                "record.unreadable", REPLAYED, ply=number + 1, move=text[:40], why=error.what
            ) from error
    if foul:
        raise Refused("record.no-foul", FOUL_LAST, plies=len(record.moves))
    return Replayed(len(record.moves), game.outcome(state))


def _illegal(
    record: KeptRecord, number: int, seat: Seat, error: IllegalMove, foul: bool
) -> Replayed:
    """An illegal move is refused, unless it is said to be the last one, which lost."""
    if not foul or number + 1 < len(record.moves) or record.seats != 2 or seat == TABLE:
        raise Refused(
            "record.illegal-move",
            error.rule,
            ply=number + 1,
            move=record.moves[number][:40],
            why=error.code,
        ) from error
    return Replayed(number + 1, won_by(1 - seat, error.rule), foul=number + 1)


def _bounded(record: KeptRecord) -> None:
    letters = sum(map(len, record.moves)) + len(msgspec.json.encode(record.setup))
    if not record.moves or len(record.moves) > MOST_MOVES or letters > MOST_LETTERS:
        raise Refused("record.too-long", BOUNDED, moves=len(record.moves), most=MOST_MOVES)


def _start(record: KeptRecord, rules: EventRules, setup: dict[str, Any]) -> tuple[AnyGame, Any]:
    if record.game != rules.game:
        raise Refused("record.other-game", SAME_GAME, game=record.game[:40], played=rules.game)
    for name in FIXED:
        told, known = record.rules.get(name), rules.rules.get(name)
        if told is not None and known is not None and str(told) != str(known):
            raise Refused("record.other-rules", SAME_GAME, option=name, told=told, known=known)
    game = game_named(record.game)
    options = msgspec.convert(rules.rules, game.rules_type)
    if record.seats not in game.seats(options):
        raise Refused("record.seats", SAME_GAME, seats=record.seats)
    try:
        state = game.start(options, record.seats, record.setup)
    except BadInput as error:
        raise Refused("record.setup", SAME_GAME, why=error.what) from error
    if (record.setup or setup) and not _dealt(game, options, record):
        usual = game.start(options, record.seats, setup)
        if game.view(state, None) != game.view(usual, None):
            raise Refused("record.setup", SAME_GAME, why="not the usual beginning")
    return game, state


def _dealt(game: AnyGame, options: Any, record: KeptRecord) -> bool:
    """Say whether every game begins with a deal of its own."""
    try:
        game.start(options, record.seats, {})
    except BadInput:
        return True
    return False
