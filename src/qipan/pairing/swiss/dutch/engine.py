"""The Dutch system: pair a field, bracket by bracket from the top.

For each bracket the paths are tried in turn, the quick ones first; each gives the exact answer or
none. Which one answered is part of the result.
"""

from collections.abc import Callable, Collection, Iterator

import msgspec

from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.rules import RuleKey
from qipan.pairing.swiss.dutch.bracket import Mode, Path, ScoreBracket, mode_of
from qipan.pairing.swiss.dutch.colours import allocate
from qipan.pairing.swiss.dutch.edition_2017 import brackets_2017
from qipan.pairing.swiss.dutch.field import DutchField, Edition
from qipan.pairing.swiss.dutch.full import full
from qipan.pairing.swiss.dutch.kernel import kernel
from qipan.pairing.swiss.dutch.mid import mid
from qipan.pairing.swiss.dutch.multi import multi
from qipan.pairing.swiss.dutch.order import Found
from qipan.pairing.swiss.dutch.relaxed import relaxed
from qipan.pairing.swiss.dutch.work import Work

PATHS: dict[Path, Callable[[Work, ScoreBracket], Found | None]] = {
    Path.KERNEL: kernel,
    Path.RELAXED: relaxed,
    Path.MULTI: multi,
    Path.MID: mid,
    Path.FULL: full,
}


class Pair(msgspec.Struct, frozen=True):
    """Two players; ``first`` moves first. ``rule`` decided the colours."""

    first: EntrantId
    second: EntrantId
    rule: RuleKey
    bracket: int


class BracketReport(msgspec.Struct, frozen=True):
    """What happened in one bracket."""

    score: int
    moved: tuple[EntrantId, ...]
    residents: tuple[EntrantId, ...]
    leaving: tuple[EntrantId, ...]
    path: Path
    mode: Mode


class Pairing(msgspec.Struct, frozen=True):
    """A paired round; pairs in the order of their boards."""

    round: RoundNo
    pairs: tuple[Pair, ...]
    bye: EntrantId | None
    brackets: tuple[BracketReport, ...]


def pair(field: DutchField, paths: Collection[Path] = tuple(Path)) -> Pairing:
    """Pair a round. Raises Impossible, naming who blocks, if no pairing is allowed."""
    work = Work(field)
    names = [player.id for player in field.players]
    pairs: list[Pair] = []
    reports: list[BracketReport] = []
    leaving: tuple[int, ...] = ()
    bye: int | None = None
    for at, (bracket, found, path) in enumerate(_brackets(work, paths)):
        vertices = bracket.vertices
        for high, low in found.pairs:
            pairs.append(_seat(field, vertices[high], vertices[low], at))
        leaving = tuple(vertices[v] for v in found.leaving)
        if len(leaving) == 1 and (bracket.mode is Mode.BYE or bracket.end == work.size):
            bye = leaving[0]
        reports.append(
            BracketReport(
                work.scores[bracket.start],
                tuple(names[v] for v in bracket.moved),
                tuple(names[v] for v in range(bracket.start, bracket.end)),
                tuple(names[v] for v in leaving),
                path,
                bracket.mode,
            )
        )
    pairs.sort(key=_Boards(field))
    return Pairing(field.round, tuple(pairs), None if bye is None else names[bye], tuple(reports))


def _brackets(work: Work, paths: Collection[Path]) -> Iterator[tuple[ScoreBracket, Found, Path]]:
    """Give every bracket with its pairing, from the top."""
    if work.field.edition is Edition.DUTCH_2017:
        yield from brackets_2017(work, counts=Path.KERNEL in paths)
        return
    moved: tuple[int, ...] = ()
    pending = work.bye_score is not None
    for at, (start, end) in enumerate(work.groups):
        next_end = work.groups[at + 1][1] if at + 1 < len(work.groups) else end
        bracket = ScoreBracket(moved, start, end, next_end, pending)
        bracket = msgspec.structs.replace(bracket, mode=mode_of(work, bracket))
        found, path = _solve(work, bracket, paths)
        moved = tuple(bracket.vertices[v] for v in found.leaving)
        if bracket.mode is Mode.BYE and len(moved) == 1:
            # Whoever takes the bye is settled and leaves the field.
            moved, pending = (), False
        yield bracket, found, path


def _solve(work: Work, bracket: ScoreBracket, paths: Collection[Path]) -> tuple[Found, Path]:
    for path, run in PATHS.items():
        if path in paths:
            found = run(work, bracket)
            if found is not None:
                return found, path
    return full(work, bracket), Path.FULL


def _seat(field: DutchField, high: int, low: int, bracket: int) -> Pair:
    one, two = field.players[high], field.players[low]
    seat, by = allocate(one.side, two.side, field.initial)
    first, second = (one, two) if seat == 0 else (two, one)
    return Pair(first.id, second.id, by, bracket)


class _Boards:
    """Orders boards: the higher player's score, both scores together, the higher player's place."""

    def __init__(self, field: DutchField) -> None:
        self.place = {player.id: at for at, player in enumerate(field.players)}
        self.players = field.players

    def __call__(self, pair: Pair) -> tuple[int, int, int]:
        high, low = sorted((self.place[pair.first], self.place[pair.second]))
        one, two = self.players[high].score, self.players[low].score
        return -one, -one - two, high
