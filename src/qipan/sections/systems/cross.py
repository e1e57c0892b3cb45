"""Two rounds across two groups, giving every place."""

from qipan.journal.events import Cause
from qipan.journal.state import Round, Table
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import rule
from qipan.pairing.balance import balances
from qipan.pairing.groups import Crossing, cross_round, crossing, places_round, played_for
from qipan.pairing.groups.cross import CROSSED
from qipan.pairing.plan import RoundPlan
from qipan.sections.stages import Standing
from qipan.sections.systems.groups import Groups, groups_of
from qipan.sections.systems.system import WHOLE, Place, Places, System
from qipan.sections.tables import stage_crosstable, stage_standings

BY_CROSS = rule("cross.places", "The cross rounds decide every place.")


def winners_of(found: Round) -> dict[frozenset[EntrantId], EntrantId]:
    """Give the winner of each meeting of a round that has one."""
    winners = {}
    for table in found.tables:
        result = found.results.get(table.board)
        if table.board in found.decided:
            winners[frozenset(table.seats)] = found.decided[table.board]
        elif result is not None and len(set(result.score.seats)) > 1:
            best = max(range(len(table.seats)), key=lambda seat: result.score.seats[seat])
            winners[frozenset(table.seats)] = table.seats[best]
    return winners


def _crossed(found: Round) -> dict[EntrantId, int]:
    """Read everybody's place in the group from the reasons of the first cross round."""
    placed: dict[EntrantId, int] = {}
    for table in found.tables:
        (facts,) = (cause.facts for cause in table.causes if cause.rule == CROSSED)
        better, worse = sorted(table.seats, key=lambda who: who != facts["better"])
        placed[better], placed[worse] = facts["places"]
    return placed


class Cross(System):
    """The cross-over after a stage of two groups."""

    def rounds(self, standing: Standing) -> int:
        """Two."""
        del standing
        return 2

    def needs_lot(self, standing: Standing) -> bool:
        """The second round may need a lot for seats."""
        return len(standing.rounds) == 1

    def _crossing(self, standing: Standing) -> Crossing:
        """Give the groups as they were crossed; what changes later does not cross them anew."""
        before = standing.before() or standing
        if standing.rounds:
            placed = _crossed(standing.rounds[0])
            one, two = groups_of(before).values()
            return crossing(*(sorted(members, key=placed.__getitem__) for members in (one, two)))
        a, b = (
            [row.entrant for row in stage_standings(before, members, before.rounds).rows]
            for members in groups_of(before).values()
        )
        return crossing(a, b)

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair by places in the groups, then winners and losers."""
        found = self._crossing(standing)
        balance = balances(stage_crosstable(standing))
        if not standing.rounds:
            return cross_round(found, standing.number, balance)
        winners = winners_of(standing.rounds[0])
        return places_round(found, standing.number, winners, balance, standing.lots)

    def places(self, standing: Standing) -> Places:
        """Give all places from the winners of both rounds.

        Until the first round is played everybody has the place inside the group; then those who
        meet share the place that they play for.
        """
        before, rounds = standing.before() or standing, standing.rounds
        first = winners_of(rounds[0]) if rounds else {}
        if not rounds or len(first) < len(rounds[0].tables):
            return Groups().places(before)
        last = rounds[1] if len(rounds) > 1 else None
        second = winners_of(last) if last is not None else {}
        placed: list[Place] = []
        for place, pair in played_for(self._crossing(standing), first):
            facts: dict[str, object] = {"places": [place, place + 1], "pair": list(pair)}
            table = _meeting(last, pair)
            if last is not None and table is not None:
                facts |= {"round": last.number, "board": table.board}
                facts |= {"play-off": table.board in last.decided}
            winner = second.get(frozenset(pair))
            cause = Cause(BY_CROSS, facts | ({} if winner is None else {"winner": winner}))
            for who in sorted(pair, key=lambda each: each != winner):
                behind = 0 if winner in (None, who) else 1
                placed.append(Place(who, place + behind, cause))
        return Places(tuple(placed), {WHOLE: stage_standings(standing)})


def _meeting(found: Round | None, pair: tuple[EntrantId, EntrantId]) -> Table | None:
    """Find the table at which two meet."""
    tables = found.tables if found is not None else ()
    return next((table for table in tables if set(table.seats) == set(pair)), None)
