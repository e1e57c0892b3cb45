"""The Swiss systems: Dutch, by score, and for teams."""

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import FIRST, RoundNo
from qipan.pairing.n_plus_one import first_round_with_pairs
from qipan.pairing.plan import Reason, Rest, RoundPlan
from qipan.pairing.protections import NONE, Protections, by_unit
from qipan.pairing.swiss.by_score import by_score, halves_round, neighbours_round, random_round
from qipan.pairing.swiss.dutch import Edition, Terms, plan_round
from qipan.pairing.swiss.team import TeamOptions, team_swiss
from qipan.pairing.swiss.team.system import BYE
from qipan.rulebooks.schema import FirstRound
from qipan.sections.stages import Standing
from qipan.sections.systems.system import System
from qipan.sections.tables import stage_crosstable


def protections_of(standing: Standing, number: RoundNo) -> Protections:
    """Give the protections of a stage: units kept apart in its first rounds."""
    played = len(standing.rounds)
    if played >= standing.stage.protect_rounds:
        return NONE
    return by_unit(stage_crosstable(standing).entries, first=number, last=number)


class Swiss(System):
    """What all Swiss systems share: a fixed number of rounds."""

    by_hand = True

    def rounds(self, standing: Standing) -> int:
        """Take the number of the book, or the one chosen."""
        return standing.planned or 0

    def table(self, standing: Standing) -> Crosstable:
        """Give the cross table with the number of rounds planned."""
        table = stage_crosstable(standing)
        return Crosstable(table.entries, table.cells, table.scoring, self.rounds(standing))


class Dutch(Swiss):
    """The FIDE Dutch system of a named edition."""

    def __init__(self, edition: str) -> None:
        """Keep the edition."""
        self._terms = Terms(edition=Edition(edition), initial=FIRST)

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair by the Dutch system; units apart in the protected rounds."""
        protections = protections_of(standing, standing.number)
        table = self.table(standing)
        if not standing.special:
            return self.swiss(standing, table, standing.number, protections)

        def swiss(rest: Crosstable, number: RoundNo, held: Protections) -> RoundPlan:
            return self.swiss(standing, rest, number, held)

        return first_round_with_pairs(
            table.only(standing.active), standing.special, swiss, protections=protections
        )

    def swiss(
        self, standing: Standing, table: Crosstable, number: RoundNo, protections: Protections
    ) -> RoundPlan:
        """Pair any table: also the main group of an extra round."""
        pool = [who for who in standing.active if who in table.entry]
        apart = tuple(row.members for row in protections.rows if row.holds(number))
        terms = Terms(self._terms.edition, self._terms.initial, apart)
        plan = plan_round(table, pool, terms)
        return RoundPlan(number, plan.meetings, plan.rests, plan.reasons)


class ByScore(Swiss):
    """Score pairing; the first round as the book says."""

    def needs_lot(self, standing: Standing) -> bool:
        """The bye, and a random first round, are drawn."""
        first = not standing.rounds and standing.stage.first is FirstRound.RANDOM
        return first or len(standing.active) % 2 == 1

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair by score, or the first round by the book's way."""
        number = standing.number
        protections = protections_of(standing, number)
        if not standing.rounds:
            first = self._first(standing, protections)
            if first is not None:
                return RoundPlan(number, first.meetings, first.rests, first.reasons)
        return self.swiss(standing, self.table(standing), number, protections)

    def _first(self, standing: Standing, protections: Protections) -> RoundPlan | None:
        table = self.table(standing).only(standing.active)
        match standing.stage.first:
            case FirstRound.RANDOM if standing.lots is not None:
                return random_round(standing.active, standing.lots, protections)
            case FirstRound.NEIGHBOURS:
                return neighbours_round(standing.active, protections)
            case FirstRound.HALVES:
                return halves_round(table, lots=standing.lots, protections=protections)
            case _:
                return None

    def swiss(
        self, standing: Standing, table: Crosstable, number: RoundNo, protections: Protections
    ) -> RoundPlan:
        """Pair any table: also the main group of an extra round."""
        present = [who for who in standing.active if who in table.entry]
        return by_score(table, number, lots=standing.lots, present=present, protections=protections)


class TeamSwiss(Swiss):
    """The Swiss for teams."""

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair teams by match points."""
        table = self.table(standing)
        return self.swiss(
            standing, table, standing.number, protections_of(standing, standing.number)
        )

    def swiss(
        self, standing: Standing, table: Crosstable, number: RoundNo, protections: Protections
    ) -> RoundPlan:
        """Pair any table: also the main group of an extra round."""
        present = [who for who in standing.active if who in table.entry]
        if len(present) == 1:  # beside the final of three teams
            why = Reason(BYE, {"score": table.scores[present[0]], "matches": len(standing.rounds)})
            return RoundPlan(number, (), (Rest(present[0], reasons=(why,)),))
        options = TeamOptions(last_round=self.rounds(standing))
        return team_swiss(table, number, options=options, present=present, protections=protections)
