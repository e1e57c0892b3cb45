"""Counting a finished board: territory or area, with what people marked as dead or seki.

The count infers nothing. Dead stones, seki and points that are no territory (false eyes) are
marks; without marks every stone lives. It refuses a board that is not closed: an empty region
that touches both colours and has a point not touching both of them, because somebody could still
make a point there. Regions all of whose points touch both colours are dame: they are worth
nothing, and reported. All scores are in half points.
"""

from collections.abc import Iterable, Sequence

import msgspec

from qipan.games.go.board import chain_at
from qipan.games.go.grid import BLACK, EMPTY, WHITE, Grid, grid
from qipan.games.go.rules import Counting, GoRules, Odds, halves
from qipan.kernel.errors import Refused
from qipan.kernel.points import Scoring
from qipan.kernel.rules import RuleKey, rule

OPEN = rule("go.open-boundary", "A board is counted only when every boundary is closed.")
DEAD = rule("go.dead-stones", "Marks are put on stones, whole chains at a time.")
HALF = Scoring(unit=2)
"""Half points, for showing them."""


class Marks(msgspec.Struct, frozen=True):
    """What the players agreed on or the referee decided, as sets of points."""

    dead: frozenset[int] = frozenset()
    seki: frozenset[int] = frozenset()
    """Stones alive in seki: what they surround is no territory."""
    neutral: frozenset[int] = frozenset()
    """Empty points declared to be no territory: false eyes, points to be filled."""


class Fine(msgspec.Struct, frozen=True):
    """Points taken off a side by a ruling, with the rule behind it."""

    seat: int
    points: int
    rule: RuleKey


class Region(msgspec.Struct, frozen=True):
    """A connected set of points without living stones."""

    points: tuple[int, ...]
    border: frozenset[int]
    """The living stones around it."""
    colours: int
    """Whom it touches: 0 nobody, 1 Black, 2 White, 3 both."""


class Side(msgspec.Struct, frozen=True):
    """What one side has, in whole points."""

    territory: int
    stones: int
    prisoners: int
    """Stones taken during play."""
    dead: int
    """Dead stones of the other side, taken off at the end."""
    fines: int


class Count(msgspec.Struct, frozen=True):
    """A finished count, both sides, Black first."""

    sides: tuple[Side, Side]
    totals: tuple[int, int]
    """Half points of each side, komi, odds and fines included."""
    owner: bytes
    """Whose point each cell is: 0 nobody's, 1 Black's, 2 White's."""
    dame: tuple[int, ...] = ()
    """Unfilled neutral points between living stones; worth nothing, but worth a warning."""

    @property
    def margin(self) -> int:
        """Give Black's lead in half points; negative if White leads."""
        return self.totals[0] - self.totals[1]

    def __str__(self) -> str:
        """Write the result as records do: ``B+3.5``, ``W+0.5``, ``0``."""
        if not self.margin:
            return "0"
        return f"{'B' if self.margin > 0 else 'W'}+{HALF.show(abs(self.margin))}"


class FillIn(msgspec.Struct, frozen=True):
    """The same count as it is done by hand: prisoners fill the territory of their own colour."""

    left: tuple[int, int]
    """Territory left of each side after filling."""
    excess: tuple[int, int]
    """Prisoners of each colour for which its territory had no room; carried over."""

    @property
    def margin(self) -> int:
        """Give Black's lead in whole points, before komi and fines."""
        return self.left[0] - self.excess[0] - (self.left[1] - self.excess[1])


def regions(cells: Sequence[int], on: Grid, dead: Iterable[int] = ()) -> list[Region]:
    """Split what is not held by living stones into connected regions."""
    gone = set(dead)
    near = on.near
    seen: set[int] = set()
    found = []
    for start in on.points:
        if start in seen or (cells[start] and start not in gone):
            continue
        seen.add(start)
        points = [start]
        border: set[int] = set()
        colours = 0
        for at in points:
            for by in near[at]:
                if cells[by] and by not in gone:
                    border.add(by)
                    colours |= cells[by]
                elif by not in seen:
                    seen.add(by)
                    points.append(by)
        found.append(Region(tuple(points), frozenset(border), colours))
    return found


def whole_chains(cells: Sequence[int], on: Grid, points: Iterable[int]) -> frozenset[int]:
    """Widen marks to whole chains. Raises Refused if a point holds no stone."""
    found: set[int] = set()
    for point in points:
        if cells[point] not in (BLACK, WHITE):
            raise Refused("go.no-stone", DEAD, point=on.write(point))
        if point not in found:
            found.update(chain_at(cells, on.near, point))
    return frozenset(found)


def is_dame(region: Region, cells: Sequence[int], on: Grid, dead: frozenset[int]) -> bool:
    """Say whether every point of a region between both colours touches both of them."""
    for at in region.points:
        touched = 0
        for by in on.near[at]:
            if by not in dead:
                touched |= cells[by]
        if touched != 3:
            return False
    return True


def open_regions(cells: Sequence[int], on: Grid, marks: Marks) -> list[Region]:
    """Find the regions that keep a board from being counted."""
    return [
        region
        for region in regions(cells, on, marks.dead)
        if region.colours == 3
        and not region.border & marks.seki
        and not marks.neutral.issuperset(region.points)
        and not is_dame(region, cells, on, marks.dead)
    ]


def gaps(region: Region, cells: Sequence[int], on: Grid, dead: frozenset[int]) -> list[int]:
    """Give the points of an open region where both colours meet, or all of it if nowhere."""
    meeting = []
    for at in region.points:
        touched = 0
        for by in on.near[at]:
            if by not in dead:
                touched |= cells[by]
        if touched == 3:
            meeting.append(at)
    return sorted(meeting or region.points)


def count(
    cells: Sequence[int],
    marks: Marks,
    rules: GoRules,
    *,
    prisoners: tuple[int, int] = (0, 0),
    fines: Sequence[Fine] = (),
    handicap: int = 0,
    open_is_neutral: bool = False,
) -> Count:
    """Count a board by its marks. Raises Refused for an open boundary and shows where.

    ``prisoners`` are the stones each seat has taken. With ``open_is_neutral`` an open region is
    worth nothing instead of refused, as when a referee finds that it changes nothing.
    """
    on = grid(rules.size)
    if not open_is_neutral:
        unclosed = open_regions(cells, on, marks)
        if unclosed:
            where = [gaps(region, cells, on, marks.dead) for region in unclosed]
            raise Refused("go.open-boundary", OPEN, gaps=[on.write_all(gap) for gap in where])
    owner, dame = _owners(cells, on, marks, rules.counting)
    sides = tuple(
        _side(colour, cells, owner, on, marks, prisoners, fines) for colour in (BLACK, WHITE)
    )
    totals = [_total(side, rules.counting) for side in sides]
    totals[1] += halves(rules.komi)
    if rules.counting is Counting.AREA and handicap > 1:
        given = {Odds.NONE: 0, Odds.STONES: handicap, Odds.STONES_LESS_ONE: handicap - 1}
        totals[1] += 2 * given[rules.odds]
    return Count((sides[0], sides[1]), (totals[0], totals[1]), bytes(owner), tuple(sorted(dame)))


def fill_in(counted: Count) -> FillIn:
    """Count by filling in: each side's lost stones go into its own territory."""
    black, white = counted.sides
    lost = (white.prisoners + white.dead, black.prisoners + black.dead)
    territory = (black.territory, white.territory)
    return FillIn(
        (max(0, territory[0] - lost[0]), max(0, territory[1] - lost[1])),
        (max(0, lost[0] - territory[0]), max(0, lost[1] - territory[1])),
    )


def _owners(
    cells: Sequence[int], on: Grid, marks: Marks, counting: Counting
) -> tuple[bytearray, list[int]]:
    owner = bytearray(len(cells))
    dame: list[int] = []
    for region in regions(cells, on, marks.dead):
        in_seki = counting is Counting.TERRITORY and bool(region.border & marks.seki)
        if region.colours in (BLACK, WHITE) and not in_seki:
            for at in region.points:
                if at not in marks.neutral:
                    owner[at] = region.colours
        elif region.colours == 3 and not region.border & marks.seki:
            dame += [at for at in region.points if at not in marks.neutral]
    if counting is Counting.AREA:
        for at in on.points:
            if cells[at] and at not in marks.dead:
                owner[at] = cells[at]
    return owner, dame


def _side(
    colour: int,
    cells: Sequence[int],
    owner: bytearray,
    on: Grid,
    marks: Marks,
    prisoners: tuple[int, int],
    fines: Sequence[Fine],
) -> Side:
    living = sum(cells[at] == colour and at not in marks.dead for at in on.points)
    owned = owner.count(colour)
    held = sum(owner[at] == colour and cells[at] == colour for at in on.points)
    return Side(
        territory=owned - held,
        stones=living,
        prisoners=prisoners[colour - 1],
        dead=sum(cells[at] == 3 - colour and at in marks.dead for at in on.points),
        fines=sum(fine.points for fine in fines if fine.seat == colour - 1),
    )


def _total(side: Side, counting: Counting) -> int:
    if counting is Counting.AREA:
        return 2 * (side.territory + side.stones - side.fines)
    return 2 * (side.territory + side.prisoners + side.dead - side.fines)


__all__ = ["EMPTY", "Count", "FillIn", "Fine", "Marks", "Region", "Side", "count", "fill_in"]
