"""Which score a key counts: the table's points, or match points and game points of teams.

For teams the cells' ``points`` are match points and ``games`` the boards' points; the *primary*
score is the one the order begins with. A match nobody played has no boards: it gives every board
what the match gave the team.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.points import Points, Scoring
from qipan.ranking.field import OWN, Field
from qipan.ranking.notation import Spec

Kind = Literal["points", "games"]
OTHER: Final[dict[Kind, Kind]] = {"points": "games", "games": "points"}
_LETTERS: Final[dict[str, Kind]] = {"M": "points", "G": "games"}


class Score(msgspec.Struct, frozen=True):
    """One kind of score: what everybody has from every round, and what results are worth."""

    rounds: Sequence[Sequence[int]]
    totals: Sequence[int]
    win: int
    draw: int
    loss: int
    unit: int


def score(field: Field, kind: Kind) -> Score:
    """Give a kind of score, computed once."""
    return _points(field) if kind == "points" else _games(field)


def kinds(field: Field, spec: Spec) -> tuple[Kind, Kind]:
    """Say which score of the opponents and which own result a key means.

    ``:MP`` and ``:GP`` name the first, ``:MG`` and the like both; ``/X`` exchanges primary and
    secondary. Raises BadInput on anything else.
    """
    first: Kind = field.primary
    second: Kind | None = None
    for word in spec.variants:
        text = word.upper()
        if text in ("MP", "GP"):
            first, second = _LETTERS[text[0]], None
        elif len(text) == 2 and set(text) <= set("MG"):
            first, second = _LETTERS[text[0]], _LETTERS[text[1]]
        else:
            raise BadInput(
                f"{spec.text}: no score is called {word!r} (there is: MP, GP, MM, MG, GM, GG)",
                code="ranking.key-unreadable",
            )
    other = OTHER[first] if second is None else second
    if "X" in spec.modifiers:
        first, other = other, first
    return first, other


def game_scoring(field: Field) -> Scoring:
    """Give what a single board is worth, in the table's unit."""
    table = field.table
    if table.board is not None:
        return table.board
    unit = field.scoring.unit
    return Scoring(Points(unit), Points(unit // 2), Points(0), Points(unit), unit)


def boards(field: Field) -> int:
    """Count the boards of a match."""
    if field.table.boards:
        return field.table.boards
    return field.premise(
        "boards",
        lambda: (
            max((len(cell.games) for row in field.table.cells.values() for cell in row), default=1)
            or 1
        ),
    )


def _points(field: Field) -> Score:
    worth = field.scoring
    return Score(
        field.each(("rounds", "points"), OWN, lambda i: field.lines[i].points),
        field.scores,
        worth.win,
        worth.draw,
        worth.loss,
        worth.unit,
    )


def _games(field: Field) -> Score:
    if not field.teams:
        return score(field, "points")
    match, board, count = field.scoring, game_scoring(field), boards(field)

    def of(i: int) -> list[int]:
        row = field.table.row(field.ids[i])
        mine: list[int] = []
        for n, points in enumerate(field.lines[i].points):
            if n < len(row) and row[n].games:
                mine.append(sum(row[n].games))
            elif points >= match.win:
                mine.append(count * board.win)
            elif points > match.loss:
                mine.append(count * board.draw)
            else:
                mine.append(count * board.loss)
        return mine

    rounds = field.each(("rounds", "games"), OWN, of)
    return Score(
        rounds,
        field.each(("totals", "games"), OWN, lambda i: sum(rounds[i])),
        count * board.win,
        count * board.draw,
        count * board.loss,
        match.unit,
    )
