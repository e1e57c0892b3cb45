"""A record made ready for a judge, and judged here where nobody waits for anything else."""

from collections.abc import Sequence

from qipan.formats.record import Record
from qipan.games import AnyGame, game_named
from qipan.games.judging import best_line, has_judge, judged, usual_nodes
from qipan.journal.live.table import convert_rules, hides
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from qipan.kernel.self_play import MoveMade
from qipan.views.fair_play.move_facts import MoveFact, fact_of
from qipan.views.review.reviewed_game import MOST_MOVES, ReviewedGame, reviewed, worst

TIMES = 3
"""A review looks at so many times the usual nodes."""
PLIES = 5
"""Moves of a better line."""


def moves_of(record: Record) -> tuple[MoveMade, ...]:
    """Play a record again, as far as a review goes. Raises BadInput, IllegalMove or Unknown."""
    game = game_named(record.game)
    if not has_judge(game) or hides(game):
        raise BadInput(f"nobody judges {record.game}", where="game", code="review.no-judge")
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


def review_here(record: Record) -> ReviewedGame:
    """Review a record in this very process, for the command line."""
    game, made = game_named(record.game), moves_of(record)
    nodes = TIMES * usual_nodes(game)
    facts: list[MoveFact | None] = []
    for ply, each in enumerate(made):
        said = judged(game, each.before, each.seat, each.move, nodes) if each.seat >= 0 else None
        facts.append(fact_of(game, ply, each, said))
    lines = {
        ply: written_line(
            game, best_line(game, made[ply].before, made[ply].seat, usual_nodes(game), PLIES)
        )
        for ply in worst(facts)
    }
    return reviewed(record.game, facts, lines, left_out(record))


def written_line(game: AnyGame, line: Sequence[tuple[Seat, object, object]]) -> tuple[str, ...]:
    """Write the moves of a line."""
    return tuple(game.write(state, seat, move) for seat, state, move in line)


def left_out(record: Record) -> int:
    """Count the moves that a review does not look at."""
    return max(0, len(record.moves) - MOST_MOVES)
