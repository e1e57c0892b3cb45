"""Random tournaments: events that never happened, paired by the engine, as reports.

Made from a seed alone: the same recipe gives the same report. Besides games there are draws,
no-shows on one side or both, requested byes, withdrawals, late entries and forbidden groups.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import msgspec

from qipan.formats.trf.model import (
    BLANK,
    Forbidden,
    PointSystem,
    TrfCell,
    TrfFile,
    TrfPlayer,
    TrfSetup,
)
from qipan.formats.trf.walk import field_before
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import FIRST, SECOND
from qipan.pairing.swiss.dutch.engine import Pairing, pair
from qipan.pairing.swiss.dutch.field import DutchField, Edition


class Recipe(msgspec.Struct, frozen=True):
    """What kind of event to make. Rates are chances between 0 and 1."""

    players: int
    rounds: int
    seed: int = 1
    draws: float = 0.3
    """Of games; 1 makes everybody draw."""
    forfeits: float = 0.02
    """Of pairings that somebody does not come to; one in ten of these by both."""
    byes: float = 0.02
    """Of players who ask to rest, each round; half a point, none or, rarely, a full one."""
    withdrawals: float = 0.01
    """Of players who leave for good after a round."""
    late: float = 0.02
    """Of players who join in round 2 or 3."""
    groups: int = 0
    """Groups of two to four who must not meet."""
    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    edition: Edition = Edition.DUTCH_2026


def generate(recipe: Recipe, engine: Callable[[DutchField], Pairing] = pair) -> TrfFile:
    """Make a tournament; it ends early if a round cannot be paired. Raises BadInput."""
    if recipe.players < 2 or recipe.rounds < 1:
        raise BadInput("a tournament needs at least two players and one round")
    return _Event(recipe).run(engine)


class _Event:
    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.dice = Random(f"trf/{recipe.seed}")
        count = recipe.players
        ratings = sorted((self.dice.randrange(1000, 2700) for _ in range(count)), reverse=True)
        self.ratings = dict(enumerate(ratings, 1))
        self.cells: dict[int, list[TrfCell]] = {number: [] for number in self.ratings}
        self.joins = {
            number: self.dice.choice([2, 3]) if self.dice.random() < recipe.late else 1
            for number in self.ratings
        }
        self.gone: set[int] = set()
        points = {"W": recipe.win, "D": recipe.draw}
        usual = points == {"W": Fraction(1), "D": Fraction(1, 2)}
        self.setup = TrfSetup(
            planned=recipe.rounds,
            top_seat=self.dice.choice([FIRST, SECOND]),
            points=PointSystem({} if usual else points),
            forbidden=tuple(self._group() for _ in range(recipe.groups)),
            system=f"FIDE_{recipe.edition.name}",
        )

    def _group(self) -> Forbidden:
        size = min(self.dice.randrange(2, 5), self.recipe.players)
        numbers = sorted(self.dice.sample(sorted(self.ratings), size))
        return Forbidden(tuple(numbers), 1, self.recipe.rounds)

    def run(self, engine: Callable[[DutchField], Pairing]) -> TrfFile:
        for number in range(1, self.recipe.rounds + 1):
            self._rest(number)
            field = field_before(self.file(), number)
            if len(field.players) < 2:
                break
            try:
                found = engine(field)
            except Impossible:
                break
            self._play(found)
            for row in self.cells.values():
                row.extend([BLANK] * (number - len(row)))
        return self.file(finished=True)

    def file(self, *, finished: bool = False) -> TrfFile:
        players = tuple(
            TrfPlayer(
                number=number,
                name=f"Player {number:04}",
                rating=rating,
                cells=tuple(self.cells[number]),
            )
            for number, rating in self.ratings.items()
        )
        file = TrfFile(f"seed-{self.recipe.seed}", players, self.setup)
        return _ranked(file) if finished else file

    def _rest(self, number: int) -> None:
        """Write the byes known before the round is paired."""
        recipe, dice = self.recipe, self.dice
        for player, row in self.cells.items():
            if number < self.joins[player]:
                row.append(TrfCell(result=dice.choice("HZ")))
            elif player in self.gone:
                row.append(TrfCell(result="Z"))
            elif number > 1 and dice.random() < recipe.withdrawals:
                self.gone.add(player)
                row.append(TrfCell(result="Z"))
            elif dice.random() < recipe.byes:
                row.append(TrfCell(result=dice.choice("HHHZZF")))

    def _play(self, found: Pairing) -> None:
        if found.bye is not None:
            self.cells[int(found.bye)].append(TrfCell(result="U"))
        for each in found.pairs:
            one, two = int(each.first), int(each.second)
            here, there = self._result(one, two)
            self.cells[one].append(TrfCell(two, FIRST, here))
            self.cells[two].append(TrfCell(one, SECOND, there))

    def _result(self, one: int, two: int) -> tuple[str, str]:
        dice = self.dice
        if dice.random() < self.recipe.forfeits:
            return dice.choices([("+", "-"), ("-", "+"), ("-", "-")], [9, 9, 2])[0]
        if dice.random() < self.recipe.draws:
            return "=", "="
        chance = 1 / (1 + 10 ** ((self.ratings[two] - self.ratings[one]) / 400))
        return ("1", "0") if dice.random() < chance else ("0", "1")


def _ranked(file: TrfFile) -> TrfFile:
    """Fill in points and ranks: points, then number."""
    worth = file.setup.points
    points = {
        player.number: sum((worth.of(cell) for cell in player.cells), Fraction(0))
        for player in file.players
    }
    order = sorted(points, key=lambda number: (-points[number], number))
    rank = {number: place for place, number in enumerate(order, 1)}
    players = tuple(
        msgspec.structs.replace(player, points=points[player.number], rank=rank[player.number])
        for player in file.players
    )
    return msgspec.structs.replace(file, players=players)
