"""The Swiss systems: Dutch, by score, and for teams."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from qipan.journal.state import Round
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import FIRST, EntrantId, RoundNo, Seat
from qipan.kernel.results import Bye
from qipan.pairing.n_plus_one import first_round_with_pairs
from qipan.pairing.n_plus_one.look_ahead import (
    LOOK_AHEAD,
    NOBODY,
    SPARE,
    as_plan,
    foreseeing,
    nearest_round,
)
from qipan.pairing.plan import Reason, Rest, RoundPlan
from qipan.pairing.protections import NONE, Protection, Protections, by_unit
from qipan.pairing.swiss.by_score import by_score, halves_round, neighbours_round, random_round
from qipan.pairing.swiss.dutch import (
    DutchField,
    Edition,
    Pairing,
    Terms,
    field_of,
    pair,
    plan_round,
    why,
    why_no_bye,
)
from qipan.pairing.swiss.team import TeamOptions, team_swiss
from qipan.pairing.swiss.team import why_not as why_not_teams
from qipan.pairing.swiss.team.system import BYE
from qipan.rulebooks.schema import FirstRound
from qipan.sections.stages import Standing
from qipan.sections.systems.system import System
from qipan.sections.tables import stage_crosstable

MOST_PASSED = 3
"""Of more than these who were passed over nobody asks."""


def protections_of(standing: Standing, number: RoundNo) -> Protections:
    """Give the protections of a stage: units kept apart in its first rounds, as far as may be."""
    apart = _apart_elsewhere(standing)
    played = len(standing.rounds)
    if played >= standing.stage.protect_rounds:
        return apart
    units = by_unit(stage_crosstable(standing).entries, first=number, last=number)
    return Protections((*apart.rows, *units.yielding(standing.active).rows))


def _apart_elsewhere(standing: Standing) -> Protections:
    """Give who is kept apart by the file that an event was taken over from."""
    elsewhere = standing.section.taken_over
    if elsewhere is None or not elsewhere.apart:
        return NONE
    return Protections(
        tuple(
            Protection("file", str(at), frozenset(row.entrants), first=row.first, last=row.last)
            for at, row in enumerate(elsewhere.apart, 1)
        )
    )


class Swiss(System):
    """What all Swiss systems share: a fixed number of rounds."""

    by_hand = True

    def rounds(self, standing: Standing) -> int:
        """Take the number of the book, or the one chosen."""
        return standing.planned or 0

    def table(self, standing: Standing, planned: int = 0) -> Crosstable:
        """Give the cross table with the number of rounds planned."""
        table = stage_crosstable(standing)
        rounds = planned or self.rounds(standing)
        return Crosstable(table.entries, table.cells, table.scoring, rounds)


def _virtual_elsewhere(standing: Standing) -> Mapping[EntrantId, tuple[int, ...]]:
    """Give the points for pairing only that a file of another program gives."""
    elsewhere = standing.section.taken_over
    return dict(elsewhere.virtual) if elsewhere is not None else {}


def paired_in(found: Round) -> list[EntrantId]:
    """List who was paired in a round, or rests for want of an opponent."""
    seated = [who for table in found.tables for who in table.seats]
    return [*seated, *(rest.entrant for rest in found.resting if rest.bye is Bye.ALLOCATED)]


class Dutch(Swiss):
    """The FIDE Dutch system of a named edition."""

    def __init__(self, edition: str) -> None:
        """Keep the edition."""
        self._terms = Terms(edition=Edition(edition), initial=FIRST)

    def _initial(self, standing: Standing) -> Seat | None:
        """Give the seat drawn for number 1: as the file had it where an event began elsewhere."""
        elsewhere = standing.section.taken_over
        return self._terms.initial if elsewhere is None else Seat(elsewhere.first_seat)

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair by the Dutch system; units apart in the protected rounds."""
        protections = protections_of(standing, standing.number)
        table = self.table(standing)
        if not standing.special:
            plan = self.swiss(standing, table, standing.number, protections)
            return self._foreseen(standing, table, plan)

        def swiss(rest: Crosstable, number: RoundNo, held: Protections) -> RoundPlan:
            return self.swiss(standing, rest, number, held)

        return first_round_with_pairs(
            table.only(standing.active), standing.special, swiss, protections=protections
        )

    def _foreseen(self, standing: Standing, table: Crosstable, plan: RoundPlan) -> RoundPlan:
        """Pair otherwise where the plan would leave a small field without opponents later."""
        pool, rounds = standing.active, self.rounds(standing)
        if not standing.stage.look_ahead or len(pool) > rounds + SPARE:
            return plan
        planned = (
            *(frozenset(meeting.seats) for meeting in plan.meetings),
            *(frozenset((rest.entrant, NOBODY)) for rest in plan.rests),
        )
        left = rounds - len(standing.rounds) - 1
        wanted = set(foreseeing(table, pool, planned, left))
        if wanted == set(planned):
            return plan
        pairs = map(frozenset, combinations(pool, 2))
        apart = tuple(pair for pair in pairs if pair not in wanted)
        terms = Terms(self._terms.edition, self._initial(standing), apart)
        try:
            again = plan_round(table, list(pool), terms)
        except Impossible:  # colours stand in the way
            again = as_plan(table.only(pool), tuple(wanted), plan.round)
        why = Reason(LOOK_AHEAD, {"rounds": left + 1})
        return RoundPlan(plan.round, again.meetings, again.rests, (*again.reasons, why))

    def swiss(
        self, standing: Standing, table: Crosstable, number: RoundNo, protections: Protections
    ) -> RoundPlan:
        """Pair any table: also the main group of an extra round."""
        pool = [who for who in standing.active if who in table.entry]
        apart = tuple(row.members for row in protections.rows if row.holds(number))
        boosts = _virtual_elsewhere(standing)
        terms = Terms(self._terms.edition, self._initial(standing), apart, boosts)
        try:
            plan = plan_round(table, pool, terms)
        except Impossible:
            small = standing.stage.look_ahead and len(pool) <= self.rounds(standing) + SPARE
            found = nearest_round(table.only(pool), pool, number) if small else None
            if found is None:
                raise
            return found
        return RoundPlan(number, plan.meetings, plan.rests, plan.reasons)

    def _again(
        self, standing: Standing, found: Round, planned: int
    ) -> tuple[DutchField, Pairing] | None:
        """Pair a round once more; None unless it comes out as it was published."""
        number = RoundNo(found.number)
        protections = NONE if planned else protections_of(standing, number)
        apart = tuple(row.members for row in protections.rows if row.holds(number))
        table = self.table(standing, planned)
        boosts = _virtual_elsewhere(standing)
        terms = Terms(self._terms.edition, self._initial(standing), apart, boosts)
        inside = set(paired_in(found))
        pool = [who for who in standing.section.order if who in inside]
        try:
            field = field_of(table.only(pool), pool, terms)
            pairing = pair(field)
        except (BadInput, Impossible):
            return None
        published = {frozenset(table.seats) for table in found.tables}
        agreed = {frozenset((each.first, each.second)) for each in pairing.pairs} == published
        return (field, pairing) if agreed else None

    def passed_over(
        self, standing: Standing, found: Round, who: EntrantId, planned: int = 0
    ) -> tuple[Reason, ...]:
        """Ask the system again what ruled out those who stood before the opponent."""
        again = self._again(standing, found, planned)
        return tuple(why(*again, who, MOST_PASSED)[::-1]) if again is not None else ()

    def kept_from_bye(
        self, standing: Standing, found: Round, whom: Sequence[EntrantId], planned: int = 0
    ) -> dict[EntrantId, Reason]:
        """Ask the system again why others do not rest."""
        again = self._again(standing, found, planned)
        if again is None:
            return {}
        reasons = ((who, why_no_bye(*again, who)) for who in whom)
        return {who: reason for who, reason in reasons if reason is not None}


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

    def _options(self, standing: Standing) -> TeamOptions:
        """Give the number of rounds, and who moves first in the first as it was drawn."""
        elsewhere = standing.section.taken_over
        odd_first = elsewhere is None or elsewhere.first_seat == FIRST
        return TeamOptions(odd_first=odd_first, last_round=self.rounds(standing))

    def passed_over(
        self, standing: Standing, found: Round, who: EntrantId, planned: int = 0
    ) -> tuple[Reason, ...]:
        """Ask the system again what ruled out those who stood before the opponent."""
        inside = set(paired_in(found))
        table = self.table(standing, planned).only(inside)
        partners = {one: two for each in found.tables for one, two in _both_ways(each.seats)}
        if who not in partners:
            return ()
        ranked = sorted(inside, key=lambda each: (-table.scores[each], table.entry[each].number))
        high, low = sorted((who, partners[who]), key=ranked.index)
        between = ranked[ranked.index(high) + 1 : ranked.index(low)][:MOST_PASSED]
        number = RoundNo(found.number)
        protections = NONE if planned else protections_of(standing, number)
        reasons = []
        for each in between:
            try:
                reason = why_not_teams(
                    table,
                    number,
                    (high, each),
                    options=self._options(standing),
                    present=inside,
                    protections=protections,
                )
            except (BadInput, Impossible):
                return ()
            reasons.append(Reason(reason.rule, {**reason.facts, "instead": each}))
        return tuple(reasons)

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair teams by match points; pairs set for the first round are put back."""
        table = self.table(standing)
        protections = protections_of(standing, standing.number)
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
        present = [who for who in standing.active if who in table.entry]
        if len(present) == 1:  # beside the final of three teams
            why = Reason(BYE, {"score": table.scores[present[0]], "matches": len(standing.rounds)})
            return RoundPlan(number, (), (Rest(present[0], reasons=(why,)),))
        options = self._options(standing)
        return team_swiss(table, number, options=options, present=present, protections=protections)


def _both_ways(seats: Sequence[EntrantId]) -> tuple[tuple[EntrantId, EntrantId], ...]:
    one, two = seats
    return (one, two), (two, one)
