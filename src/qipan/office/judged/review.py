"""A record made ready for a judge, and judged here where nobody waits for anything else."""

from collections.abc import Callable, Generator
from typing import Any, cast

from qipan.formats.record import Record
from qipan.games import game_named
from qipan.journal.live.table import convert_rules
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from qipan.kernel.judgement import WIN
from qipan.kernel.self_play import MoveMade
from qipan.office.judged.judgeable import unjudged_because
from qipan.play.thinking.judging import LineQuestion, Question
from qipan.views.fair_play.move_facts import MoveFact, fact_of
from qipan.views.review.reviewed_game import MOST_MOVES, ReviewedGame, reviewed, worst

TIMES = 3
"""A review looks at so many times the usual nodes."""
PLIES = 5
"""Moves of a better line."""


def moves_of(record: Record) -> tuple[MoveMade, ...]:
    """Play a record again, as far as a review goes. Raises BadInput, IllegalMove or Unknown."""
    game = game_named(record.game)
    because = unjudged_because(game)
    if because:
        said = f"moves of {record.game} are not judged ({because})"
        raise BadInput(said, where="game", code=f"review.{because}")
    state = game.start(convert_rules(game, record.rules), record.seats, record.setup)
    found = []
    for number, text in enumerate(record.moves[:MOST_MOVES]):
        acting = game.acting(state)
        if not acting:
            raise BadInput(f"move {text[:40]!r} after the end of the game", where="moves")
        seat = Seat(record.by.get(number, acting[0]))
        move = game.read(state, seat, text)
        after = game.play(state, seat, move)
        found.append(MoveMade(state, seat, move, after))
        state = after
    return tuple(found)


Told = Callable[[int, int], None]
"""Hears how many moves of how many are done."""


def review_steps(
    record: Record, told: Told | None = None
) -> Generator[Question, Any, ReviewedGame]:
    """Give the questions of a review one by one; whoever takes them sends what a judge said.

    Raises BadInput, IllegalMove or Unknown.
    """
    game, made = game_named(record.game), moves_of(record)
    facts: list[MoveFact | None] = []
    best: dict[int, Any] = {}
    for ply, each in enumerate(made):
        if told is not None:
            told(ply, len(made))
        said = (yield _question(record.game, each)) if each.seat >= 0 else None
        facts.append(fact_of(game, ply, each, said, WIN))
        if said is not None:
            best[ply] = said.best
    lines = {}
    for ply in worst(facts):
        found = yield _line(record.game, made[ply], best[ply])
        lines[ply] = tuple(game.write(state, seat, move) for seat, state, move in found)
    return reviewed(record.game, facts, lines, left_out(record))


def review_here(record: Record, told: Told | None = None) -> ReviewedGame:
    """Review a record in this very process, for the command line."""
    steps, said = review_steps(record, told), None
    while True:
        try:
            said = steps.send(said).move()
        except StopIteration as end:
            return cast(ReviewedGame, end.value)


def _question(game: str, made: MoveMade) -> Question:
    """Ask about a move that was made."""
    return Question(
        table="", game=game, level=TIMES, seat=made.seat, state=made.before, seed=0,
        played=made.move,
    )  # fmt: skip


def _line(game: str, made: MoveMade, first: Any) -> LineQuestion:
    return LineQuestion(
        table="", game=game, level=TIMES, seat=made.seat, state=made.before, seed=0,
        played=first, plies=PLIES,
    )  # fmt: skip


def left_out(record: Record) -> int:
    """Count the moves that a review does not look at."""
    return max(0, len(record.moves) - MOST_MOVES)
