"""A record replayed for a board in the browser: every position, every move as people write it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from qipan.formats.record import Record
from qipan.games import AnyGame, game_named
from qipan.i18n.moves import noted
from qipan.kernel.errors import BadInput, QipanError
from qipan.kernel.game import CLAIM, View
from qipan.kernel.ids import Seat
from qipan.kernel.self_play import MoveMade

MOST_SHOWN = 2000
"""Moves of a record that a page steps through."""
MOST_VARIED = 600
"""Moves of all its variations together."""


class Variation(msgspec.Struct, frozen=True):
    """Another way on: from where, and every position of it."""

    of: int
    """0 for the main line, n for the n-th variation before this one."""
    after: int
    """After how many moves of that line it leaves it."""
    views: list[dict[str, Any]]
    """After each of its moves."""
    moves: list[dict[str, Any]]
    comments: dict[int, str]


class Replay(msgspec.Struct, frozen=True):
    """What the page gets."""

    game: str
    seats: int
    seat: int | None
    names: list[str]
    views: list[dict[str, Any]]
    """Before the first move, then after each. ``moves`` in a view may be a number: so many of
    ``line``."""
    line: list[str]
    moves: list[dict[str, Any]]
    comments: dict[int, str]
    outcome: dict[str, Any] | None
    recorded: str | None
    left_out: int
    """Moves after the last one that is shown."""
    wrong: str | None
    """Why the replay stopped, for people who keep records."""
    clocks: dict[int, str] = {}
    """After how many moves the mover's time left is known."""
    variations: list[Variation] = []


def start_of(record: Record) -> tuple[AnyGame, Any]:
    """Give the game and first state of a record. Raises BadInput or Unknown."""
    game = game_named(record.game)
    try:
        rules = msgspec.convert(record.rules, game.rules_type)
    except msgspec.ValidationError as error:
        raise BadInput(str(error)[:200], where="rules") from error
    if record.seats not in game.seats(rules):
        raise BadInput(f"{game.name} is not played by {record.seats}", where="seats")
    return game, game.start(rules, record.seats, record.setup)


def told(game: AnyGame, state: Any, record: Record) -> Iterator[MoveMade]:
    """Play a record's moves one by one. Raises the first refusal."""
    for number, text in enumerate(record.moves):
        acting = game.acting(state)
        if not acting:
            raise BadInput(f"move {text[:40]!r} after the end of the game")
        seat = Seat(record.by.get(number, acting[0]))
        move = game.read(state, seat, text)
        after = game.play(state, seat, move)
        yield MoveMade(state, seat, move, after)
        state = after


def replay(record: Record, seat: Seat | None, language: str) -> Replay:
    """Replay a record as a seat (None: a spectator) sees it; stops where a move is refused.

    Raises BadInput or Unknown if not even the beginning makes sense.
    """
    game, state = start_of(record)
    shown = msgspec.structs.replace(record, moves=record.moves[:MOST_SHOWN])
    views, moves, wrong = [game.view(state, seat)], [], None
    states = [state]
    try:
        for step in told(game, state, shown):
            state = step.after
            states.append(state)
            views.append(game.view(state, seat))
            moves.append(listed_move(game, step, seat, language))
    except QipanError as error:
        wrong = f"{len(moves) + 1}: {error}"
    outcome = game.outcome(state)
    line = list(getattr(views[-1], "moves", ()))
    return Replay(
        game=game.name,
        seats=record.seats,
        seat=seat,
        names=names_of(record, views[-1]),
        views=[_shortened(view, line) for view in views],
        line=line,
        moves=moves,
        comments=record.comments,
        outcome=msgspec.to_builtins(outcome) if outcome else None,
        recorded=record.result,
        left_out=len(record.moves) - len(moves),
        wrong=wrong,
        clocks=record.clocks,
        variations=_variations(game, record, states, seat, language),
    )


def _variations(
    game: AnyGame, record: Record, states: list[Any], seat: Seat | None, language: str
) -> list[Variation]:
    """Replay the branches of a record as far as they make sense, and as they are not too many."""
    lines: list[list[Any]] = [states]
    found: list[Variation] = []
    left = MOST_VARIED
    for branch in record.branches:
        whole = lines[branch.of] if branch.of < len(lines) else []
        at = whole[: branch.after + 1]
        if len(at) != branch.after + 1 or left <= 0:
            lines.append([])
            found.append(Variation(branch.of, branch.after, [], [], {}))
            continue
        views, moves, state = [], [], at[-1]
        part = Record(record.game, branch.moves[:left], seats=record.seats, by=branch.by)
        try:
            for step in told(game, state, part):
                state = step.after
                at.append(state)
                views.append(msgspec.structs.asdict(game.view(state, seat)))
                moves.append(listed_move(game, step, seat, language))
        except QipanError:
            pass  # what makes no sense is left out; the line up to there stays
        left -= len(moves)
        lines.append(at)
        found.append(Variation(branch.of, branch.after, views, moves, branch.comments))
    return found


def listed_move(
    game: AnyGame, made: MoveMade, viewer: Seat | None, language: str
) -> dict[str, Any]:
    """Give a move for the list beside a board; a claim is listed, but not counted."""
    before, seat, move, _ = made
    return {
        "text": noted(game, before, seat, move, viewer, language),
        "seat": int(seat),
        "aside": game.write(before, seat, move).startswith(CLAIM),
    }


def names_of(record: Record, last: View | None = None) -> list[str]:
    """Give the players' names by seat as far as the record tells all of them.

    ``last`` is the last position: an opening may have given Black to the second seat.
    """
    seats = tuple(f"Seat{at}" for at in range(1, record.seats + 1))
    for names in (("Red", "Black"), ("red", "black"), ("PB", "PW"), seats):
        found = [record.tags.get(name, "") for name in names]
        if all(found):
            swapped = names[0] == "PB" and getattr(last, "black", 0) == 1
            return found[::-1] if swapped else found
    return []


def positions(record: Record, seat: Seat | None, first: int, last: int) -> list[dict[str, Any]]:
    """Give the views after ``first`` to ``last`` moves; what a record cannot tell is left out.

    Raises BadInput or Unknown if not even the beginning makes sense.
    """
    game, state = start_of(record)
    shown = msgspec.structs.replace(record, moves=record.moves[: min(last, MOST_SHOWN)])
    found, at = [msgspec.to_builtins(game.view(state, seat))], 0
    try:
        for at, step in enumerate(told(game, state, shown), 1):
            state = step.after
            if at >= first:
                found.append(msgspec.to_builtins(game.view(state, seat)))
    except QipanError:
        pass
    if first > 0 and len(found) > 1:
        return found[1:]
    return found if at >= first else [msgspec.to_builtins(game.view(state, seat))]


def _shortened(view: View, line: list[str]) -> dict[str, Any]:
    """Tell the moves of a view by their number, if they are the first of the line."""
    shown = msgspec.structs.asdict(view)
    moves = shown.get("moves")
    if isinstance(moves, list | tuple) and list(moves) == line[: len(moves)]:
        shown["moves"] = len(moves)
    return shown
