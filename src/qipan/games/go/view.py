"""What everybody sees of a Go table."""

from collections.abc import Sequence

from qipan.games.go.count import HALF, Count, Fine, Side, gaps, open_regions
from qipan.games.go.ending import standing
from qipan.games.go.grid import BLACK, EMPTY, WHITE, Grid
from qipan.games.go.position import Cycle, Phase, Position
from qipan.games.go.rules import Counting
from qipan.kernel.game import View
from qipan.kernel.ids import TABLE

_DRAWN = bytes.maketrans(bytes((EMPTY, BLACK, WHITE)), b".XO")
_NAMES = {0: "b", 1: "w", -1: "table"}


class CountView(View, frozen=True):
    """A finished count; half points as decimals in text."""

    result: str
    """As records write it: ``B+3.5``, ``W+0.5``, ``0``."""
    totals: list[str]
    """What Black and White have, komi, odds and fines included."""
    black: Side
    white: Side
    black_territory: list[str]
    """Points that are Black's; where area is counted its stones too."""
    white_territory: list[str]
    dame: list[str]


class CycleView(View, frozen=True):
    """A proven repetition, and who wants a draw because of it."""

    moves: tuple[str, ...]
    captures: tuple[int, int]
    occurrences: int
    wants_draw: tuple[bool, bool]
    choice: int | None
    """The seat that may choose, once the referee has said so."""


class GoView(View, frozen=True):
    """The board, the marks on it and the count."""

    size: int
    komi: str
    board: list[str]
    """The top row first: ``X`` Black, ``O`` White, ``.`` empty."""
    turn: int | None
    phase: Phase
    prisoners: tuple[int, int]
    """Stones taken by each seat."""
    ko: str | None
    """The point where a ko may not be retaken."""
    moves: list[str]
    """Everything done at the table: ``b Q16``, ``w pass``, ``table lost``."""
    last: str | None
    """The last stone put by a player, if it is the last thing a player did."""
    passes: int
    dead: list[str]
    seki: list[str]
    neutral: list[str]
    agreed: tuple[bool, bool]
    confirmed: tuple[bool, bool]
    gaps: list[list[str]]
    """Open boundaries found when a count was tried; without points where nobody gets a hint."""
    fines: tuple[Fine, ...]
    handicap: int
    count: CountView | None
    repetition: CycleView | None
    one_ending: bool = False
    """Whether two passes lead to one phase in which both accept the count."""
    second_passes: bool = True
    counting: Counting = Counting.TERRITORY
    standing: CountView | None = None
    """What the count would be if both agreed now; while marks are put, unless nobody is told."""
    open_boundaries: list[list[str]] = []
    """What keeps the board from being counted as it is marked."""


def view_of(state: Position) -> GoView:
    """Give a position as plain values."""
    on = state.on
    return GoView(
        size=on.size,
        komi=str(state.rules.komi),
        board=rows(state.cells, on),
        turn=None if state.ended else int(state.turn),
        phase=state.phase,
        prisoners=state.prisoners,
        ko=on.write(state.ko) if state.ko else None,
        moves=[f"{_NAMES[ply.seat]} {ply.text}" for ply in state.log],
        last=_last_stone(state),
        passes=state.passes,
        dead=on.write_all(state.marks.dead),
        seki=on.write_all(state.marks.seki),
        neutral=on.write_all(state.marks.neutral),
        agreed=state.agreed,
        confirmed=state.confirmed,
        gaps=_gaps(state),
        fines=state.fines,
        handicap=state.handicap,
        count=count_view(state.counted, on) if state.counted else None,
        repetition=_cycle_view(state, state.cycle) if state.cycle else None,
        one_ending=state.rules.one_ending,
        second_passes=state.rules.second_passes,
        counting=state.rules.counting,
        standing=count_view(standing(state), state.on) if _shows_standing(state) else None,
        open_boundaries=_open_boundaries(state) if _shows_standing(state) else [],
    )


def _shows_standing(state: Position) -> bool:
    return state.phase is Phase.STATUS and not state.rules.strict_ending


def _open_boundaries(state: Position) -> list[list[str]]:
    found = open_regions(state.cells, state.on, state.marks)
    where = (gaps(region, state.cells, state.on, state.marks.dead) for region in found)
    return [state.on.write_all(gap) for gap in where]


def _gaps(state: Position) -> list[list[str]]:
    if state.rules.strict_ending:
        return [[]] if state.gaps else []
    return [[state.on.write(at) for at in gap] for gap in state.gaps]


def _cycle_view(state: Position, cycle: Cycle) -> CycleView:
    return CycleView(
        moves=cycle.moves,
        captures=cycle.captures,
        occurrences=cycle.occurrences,
        wants_draw=state.wants_draw,
        choice=state.choice,
    )


def _last_stone(state: Position) -> str | None:
    last = next((ply for ply in reversed(state.log) if ply.seat != TABLE), None)
    return last.text if last is not None and last.is_stone else None


def rows(cells: Sequence[int], on: Grid) -> list[str]:
    """Draw a board as text, the top row first: ``X`` Black, ``O`` White, ``.`` empty."""
    drawn = bytes(cells).translate(_DRAWN).decode()
    return [drawn[on.at(0, row) : on.at(0, row) + on.size] for row in reversed(range(on.size))]


def count_view(counted: Count, on: Grid) -> CountView:
    """Give a count as plain values."""
    return CountView(
        result=str(counted),
        totals=[HALF.show(total) for total in counted.totals],
        black=counted.sides[0],
        white=counted.sides[1],
        black_territory=on.write_all(at for at in on.points if counted.owner[at] == BLACK),
        white_territory=on.write_all(at for at in on.points if counted.owner[at] == WHITE),
        dame=on.write_all(counted.dame),
    )
