"""Whatever a pairing system gives can be stored as JSON and read back the same."""

from random import Random

import msgspec
import pytest

from pairing.events import after, fresh
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.points import CHESS
from qipan.pairing import groups, heats, knockout, round_robin
from qipan.pairing.n_plus_one import extra_round, first_round_with_pairs
from qipan.pairing.open_matching import Matched, match_waiting
from qipan.pairing.plan import Reason, RoundPlan
from qipan.pairing.protections import ManualPairing, Protections, begin, by_unit, end
from qipan.pairing.protections.manual import swap
from qipan.pairing.swiss import by_score as score
from qipan.pairing.swiss import team


def again(value, kind):
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def played(system, rounds=5):
    table, dice, plans = fresh(15, units=4, scoring=CHESS), Random(1), []
    for number in range(1, rounds + 1):
        plans.append(system(table, RoundNo(number)))
        table = after(table, plans[-1], dice)
    return table, plans


def by_score(table, number, protections=None):
    return score.by_score(table, number, lots=Random(3))


@pytest.mark.parametrize(
    ("system", "why"), [(by_score, score.why_not), (team.team_swiss, team.why_not)]
)
def test_swiss_rounds_and_every_why_not(system, why):
    table, plans = played(system)
    assert again(plans, list[RoundPlan]) == plans
    met = asked = 0
    ids = [entry.id for entry in table.entries]
    for a in ids:
        for b in ids:
            # The same dice each time, as the round itself had.
            lots = {"lots": Random(3)} if system is by_score else {}
            try:
                reason = why(table, RoundNo(6), (a, b), **lots)
            except BadInput:
                met += 1
                continue
            asked += 1
            assert again(reason, Reason) == reason
    # Everybody with themselves, and the seven pairs that do meet, asked both ways round.
    assert (met, asked) == (15 + 14, 15 * 14 - 14)


def values():
    table, plans = played(by_score)
    standing = sorted(table.scores, key=lambda who: (-table.scores[who], who))
    ids = [entry.id for entry in table.entries]
    unit = {entry.id: entry.unit for entry in table.entries}
    yield extra_round(table, RoundNo(6), standing, by_score), RoundPlan
    pair = (EntrantId("p001"), EntrantId("p002"))
    yield first_round_with_pairs(fresh(8), [pair], by_score), RoundPlan
    yield score.random_round(ids, Random(1), by_unit(table.entries)), RoundPlan
    yield score.halves_round(table), RoundPlan
    yield score.neighbours_round(ids, by_unit(table.entries)), RoundPlan
    bracket = knockout.make_bracket(
        ids, lots=Random(1), units=unit, form=knockout.Format({2: 3}, third_place=True)
    )
    for match in knockout.ready(bracket):
        bracket = knockout.seat_game(bracket, match.id, Random(2))
        bracket = knockout.record_game(bracket, match.id, None)
    yield bracket, knockout.Bracket
    table_of_six = heats.make_heats(ids, Random(1), units=unit)
    first = table_of_six.now[0].entrants
    table_of_six = heats.record(table_of_six, 1, dict.fromkeys(first, 1))
    yield table_of_six, heats.Heats
    yield heats.plan(table_of_six), RoundPlan
    act = begin(plans[-1], by="arbiter", why="a storm", at="10:00")
    yield end(swap(act, ids[0], ids[5], "10:01"), "10:02"), ManualPairing
    yield by_unit(table.entries), Protections
    yield match_waiting(ids, {}, Random(1)), Matched
    yield groups.group_rounds(groups.snake(ids, 2)), list[RoundPlan]
    plans = round_robin.double_round_robin(ids)
    yield plans, list[RoundPlan]
    yield round_robin.withdraw(plans, ids[0], RoundNo(4)), round_robin.Withdrawal


@pytest.mark.parametrize(("value", "kind"), list(values()))
def test_values_survive(value, kind):
    assert again(value, kind) == value
