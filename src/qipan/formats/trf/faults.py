"""What does not agree inside a report: players who contradict each other, wrong sums, extra rounds.

Reading a file says whether its records are well formed; this says whether they tell one story.
"""

from collections.abc import Iterator
from fractions import Fraction

from qipan.formats.trf.model import FORFEITED, TrfCell, TrfFile, TrfPlayer
from qipan.kernel.errors import BadInput

_FIRST_CELL = 92
_AGREE = {
    ("1", "0"),
    ("0", "1"),
    ("=", "="),
    ("W", "L"),
    ("L", "W"),
    ("D", "D"),
    ("+", "-"),
    ("-", "+"),
    ("-", "-"),
    # An arbiter may take points from both.
    ("0", "0"),
    ("L", "L"),
    ("=", "0"),
    ("0", "="),
    ("D", "L"),
    ("L", "D"),
}


def faults(file: TrfFile) -> Iterator[BadInput]:
    """Give every contradiction, in the order of the lines, as an error ready to be raised."""
    planned = file.setup.planned
    for player in file.players:
        if planned is not None and file.played > planned and len(player.cells) > planned:
            column = _FIRST_CELL + 10 * planned
            yield _bad(file, player, f"more rounds than the {planned} announced", column)
        for number, cell in enumerate(player.cells, 1):
            wrong = _disagreement(file, player, number, cell)
            if wrong:
                yield _bad(file, player, wrong, _FIRST_CELL + 10 * (number - 1))
        yield from _sum(file, player)


def demand_sound(file: TrfFile) -> None:
    """Raise BadInput for the first contradiction, if there is one."""
    for fault in faults(file):
        raise fault


def _bad(file: TrfFile, player: TrfPlayer, what: str, column: int) -> BadInput:
    return BadInput(
        f"player {player.number}: {what}",
        where=file.name,
        line=player.line or None,
        column=column,
        code="trf.contradiction",
    )


def _disagreement(file: TrfFile, player: TrfPlayer, number: int, cell: TrfCell) -> str | None:
    if not cell.opponent:
        return None
    other = file.by_number.get(cell.opponent)
    if other is None:
        return f"round {number}: there is no player {cell.opponent}"
    theirs = other.cell(number)
    if theirs.opponent != player.number:
        return f"round {number}: player {cell.opponent} does not have this game"
    if cell.seat is not None and cell.seat == theirs.seat:
        return f"round {number}: both have the same colour"
    if (cell.seat is None) != (theirs.seat is None):
        return f"round {number}: only one of the two has a colour"
    if (cell.result, theirs.result) not in _AGREE:
        return f"round {number}: results {cell.result} and {theirs.result} do not agree"
    return None


def _sum(file: TrfFile, player: TrfPlayer) -> Iterator[BadInput]:
    """Compare the points column with the cells; byes for a coming round may be in it or not."""
    if player.points is None or not any(not cell.blank for cell in player.cells):
        return
    worth = file.setup.points
    each = [worth.of(cell) if not cell.blank else Fraction(0) for cell in player.cells]
    allowed = {sum(each, Fraction(0)), sum(each[: file.played], Fraction(0))}
    if player.points not in allowed and not _outside(player):
        yield _bad(file, player, f"the points are {max(allowed)}, not {player.points}", 81)


def _outside(player: TrfPlayer) -> bool:
    """Say whether points depend on more than the cells: a forfeit without a named opponent."""
    return any(not cell.opponent and cell.result in FORFEITED for cell in player.cells)
