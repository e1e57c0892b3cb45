"""What ``qipan game`` does with Go: counting records, and counting move sequences."""

from typing import Any

import msgspec

from qipan.formats import sgf
from qipan.formats.gtp import gnugo_suggestion
from qipan.formats.record import Record
from qipan.games.go import GAME, GoRules, Position, preset
from qipan.games.go.count import HALF, Marks, count, fill_in, whole_chains
from qipan.games.go.life.suggest import Suggestion, suggest
from qipan.games.go.stones import legal_points, put_stone
from qipan.games.go.view import rows
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat


def score(
    data: bytes, name: str, marks: dict[str, str], rules: str, suggest: str | None
) -> dict[str, Any]:
    """Count the last position of the first game of a file. Raises BadInput, Refused, Unknown."""
    record = sgf.read(data, name)[0]
    if record.game != "go":
        raise BadInput("not a record of Go", where=name)
    state = final_position(record, preset(rules))
    on = state.on
    proposal = _proposal(state, suggest)
    marked = _marks(state, marks, proposal)
    counted = count(
        state.cells,
        marked,
        state.rules,
        prisoners=state.prisoners,
        handicap=state.handicap,
    )
    found: dict[str, Any] = {
        "result": str(counted),
        "recorded": record.result,
        "rules": rules,
        "proposed_by": suggest,
        "komi": str(state.rules.komi),
        "black": HALF.show(counted.totals[0]),
        "white": HALF.show(counted.totals[1]),
        "black_parts": msgspec.to_builtins(counted.sides[0]),
        "white_parts": msgspec.to_builtins(counted.sides[1]),
        "dead": on.write_all(marked.dead),
        "seki": on.write_all(marked.seki),
        "dame": on.write_all(counted.dame),
        "fill_in": msgspec.to_builtins(fill_in(counted)),
    }
    if proposal is not None:
        found["unclear"] = on.write_all(proposal.unclear)
    return found


def final_position(record: Record, rules: GoRules) -> Position:
    """Replay a record under the counting asked for. Raises BadInput or IllegalMove.

    A record is a fact: repetitions that a superko would forbid are replayed as they were played.
    """
    played = msgspec.convert(record.rules, GoRules)
    asked = msgspec.structs.replace(
        GoRules(),
        size=played.size,
        komi=played.komi,
        counting=rules.counting,
        odds=rules.odds,
        suicide=played.suicide,
    )
    state = GAME.start(asked, 2, record.setup)
    for number, text in enumerate(record.moves):
        seat = Seat(record.by.get(number, GAME.acting(state)[0]))
        state = GAME.play(state, seat, GAME.read(state, seat, text))
    return state


def perft(depth: int, fen: str | None, players: int | None) -> int:
    """Count stone sequences of a given length on 5 x 5, or on ``fen`` lines: ``9``."""
    if players not in (None, 2):
        raise BadInput("Go has two seats")
    lines = fen or "5"
    if not (lines.isascii() and lines.isdigit() and len(lines) < 3):
        raise BadInput("for Go, --fen is the number of lines")
    return _perft(GAME.start(GoRules(size=int(lines)), 2, {}), depth)


def _perft(state: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal_points(state))
    return sum(
        _perft(put_stone(state, state.turn, point), depth - 1) for point in legal_points(state)
    )


def _proposal(state: Position, by: str | None) -> Suggestion | None:
    if by == "gnugo":
        return gnugo_suggestion(rows(state.cells, state.on), state.on, state.cells)
    return suggest(state.cells, state.on) if by else None


def _marks(state: Position, told: dict[str, str], proposal: Suggestion | None) -> Marks:
    on = state.on
    points = {kind: [on.read(word) for word in text.split()] for kind, text in told.items()}
    dead = whole_chains(state.cells, on, points["dead"])
    seki = whole_chains(state.cells, on, points["seki"])
    if proposal is not None:
        dead |= proposal.marks.dead - seki
        seki |= proposal.marks.seki - dead
    return Marks(dead, seki, frozenset(points["neutral"]))
