"""Score pairing: what every round holds, the best pairing against all pairings, byes, reasons."""

from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.events import after, check_round, fresh, met, shuffled
from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.lots import draw
from qipan.kernel.points import Points
from qipan.kernel.results import Bye, How
from qipan.pairing.matching import Blocked
from qipan.pairing.protections.forbidden import NONE, Strength, by_unit, protect
from qipan.pairing.swiss.by_score import ScoreField, by_score, pair_field, why_not
from qipan.pairing.swiss.by_score.criteria import cost, places
from qipan.pairing.swiss.by_score.exact import best_pairs, better_ends
from qipan.pairing.swiss.by_score.fast import quick_pairs


def could_be_paired(table, number, protections):
    """Ask a library whether any legal complete round exists."""
    ids = [entry.id for entry in table.entries]
    graph = nx.Graph()
    graph.add_nodes_from(ids)
    before = met(table)
    hard = protections.partners(number, Strength.HARD)
    graph.add_edges_from(
        (a, b)
        for a in ids
        for b in ids
        if a < b and frozenset((a, b)) not in before and b not in hard.get(a, ())
    )
    if len(ids) % 2:
        graph.add_edges_from(
            ("bye", who)
            for who in ids
            if all(cell.bye is not Bye.ALLOCATED for cell in table.row(who))
        )
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(ids) + len(ids) % 2


@given(st.integers(2, 24), st.integers(0, 4), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_events_hold_in_every_round(size, units, seed):
    dice = Random(seed)
    table = fresh(size, units)
    protections = by_unit(table.entries, last=2) if units > 2 else NONE
    for number in range(1, 9):
        state = dice.getstate()
        try:
            plan = by_score(table, RoundNo(number), lots=dice, protections=protections)
        except Impossible:
            assert not could_be_paired(table, RoundNo(number), protections)
            break
        check_round(table, plan)
        if units > 2 and number < 3:
            unit = {entry.id: entry.unit for entry in table.entries}
            assert all(unit[m.seats[0]] != unit[m.seats[1]] for m in plan.meetings)
        after_state = dice.getstate()
        dice.setstate(state)
        again = by_score(shuffled(table, seed), RoundNo(number), lots=dice, protections=protections)
        assert again == plan
        dice.setstate(after_state)
        table = after(table, plan, dice)


def all_pairings(players):
    if not players:
        yield []
        return
    head, *rest = players
    for other in rest:
        for pairs in all_pairings([who for who in rest if who != other]):
            yield [(head, other), *pairs]


def random_field(size, seed, rounds=3):
    dice = Random(seed)
    met_by = [set() for _ in range(size)]
    for _ in range(dice.randrange(size * rounds)):
        a, b = dice.randrange(size), dice.randrange(size)
        if a != b:
            met_by[a].add(b)
            met_by[b].add(a)
    history = [1 << (n := dice.randrange(4)) | dice.randrange(1 << n) for _ in range(size)]
    return ScoreField([dice.randrange(-4, 5) for _ in range(size)], met_by, history)


@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_a_small_field_gets_the_best_of_all_pairings(size, seed):
    field = random_field(size, seed, rounds=1)
    ranked = field.ranked()
    place = places(field, ranked)
    legal = [
        cost(field, pairs, place)
        for pairs in all_pairings(list(range(size)))
        if all(field.legal(a, b) for a, b in pairs)
    ]
    found = best_pairs(field, ranked)
    if legal:
        assert cost(field, found, place) == min(legal)
    else:
        assert 2 * len(found) < size


@given(st.integers(1, 20), st.integers(0, 10**6))
@settings(max_examples=200, deadline=None)
def test_the_quick_pairing_is_complete_whenever_one_exists(half, seed):
    field = random_field(2 * half, seed, rounds=min(half, 6))
    found = quick_pairs(field, field.ranked())
    graph = nx.Graph()
    graph.add_nodes_from(range(len(field)))
    graph.add_edges_from((a, b) for a in range(len(field)) for b in range(a) if field.legal(a, b))
    possible = 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(field)
    assert isinstance(found, Blocked) is not possible
    if possible:
        assert sorted(who for pair in found for who in pair) == list(range(len(field)))
        assert all(field.legal(a, b) for a, b in found)


def test_a_large_field_reaches_the_neighbour_bound():
    dice = Random(4)
    field = ScoreField([0] * 5001, [()] * 5001, [1] * 5001)
    for number in range(1, 7):
        paired = pair_field(
            field, lambda some: dice.sample(some, len(some)), first_round=number == 1
        )
        assert not paired.exact
        assert len(paired.pairs) == 2500
        assert all(b not in field.met[a] for a, b in paired.pairs)
        assert 100 * paired.difference <= 101 * paired.bound
        score, met_by, history = list(field.score), list(field.met), list(field.history)
        for a, b in paired.pairs:
            won = dice.choice((2, -2))
            score[a], score[b] = score[a] + won, score[b] - won
            met_by[a], met_by[b] = (*met_by[a], b), (*met_by[b], a)
            history[a], history[b] = history[a] << 1, history[b] << 1 | 1
        score[paired.bye] += 2
        field = ScoreField(score, met_by, history, {*field.rested, paired.bye})


def test_the_ends_of_a_big_field_are_paired_no_worse():
    field = random_field(700, 5, rounds=9)
    ranked = field.ranked()
    place = places(field, ranked)
    quick = quick_pairs(field, ranked)
    better = better_ends(field, ranked, quick)
    assert sorted(who for pair in better for who in pair) == list(range(700))
    assert all(field.legal(a, b) for a, b in better)
    assert cost(field, better, place) < cost(field, quick, place)


def test_a_unit_of_more_than_half_blocks_at_any_size():
    size = 20_000
    unit = frozenset(range(10_001))
    field = ScoreField([0] * size, [()] * size, [1] * size, barred=dict.fromkeys(unit, unit))
    with pytest.raises(Impossible) as caught:
        pair_field(field, list)
    assert caught.value.refusal.facts["stuck"] == sorted(unit)
    half = frozenset(range(10_000))
    field = ScoreField([0] * size, [()] * size, [1] * size, barred=dict.fromkeys(half, half))
    assert all((a in half) != (b in half) for a, b in pair_field(field, list).pairs)


def test_scores_of_any_width_are_paired_as_well_as_can_be():
    field = ScoreField([0, 10**12, 10**12, 1, 10**12, 10**12 - 5], [()] * 6, [1] * 6)
    paired = pair_field(field, list)
    assert paired.exact
    assert {frozenset(pair) for pair in paired.pairs} >= {frozenset({0, 3})}


def row(*cells):
    """Write cells as ``opponent points seat``; ``bye 2`` is an allocated bye."""
    made = []
    for cell in cells:
        first, points, *seat = cell.split()
        if first == "bye":
            made.append(Cell(Points(int(points)), How.BYE, bye=Bye.ALLOCATED))
        else:
            made.append(Cell(Points(int(points)), How.PLAYED, EntrantId(first), int(seat[0])))
    return tuple(made)


def small_table():
    """Five after two rounds: p001 4, p005 2 after two byes, p002 and p003 0, p004 −4."""
    cells = {
        "p001": row("p002 2 0", "p003 2 1"),
        "p002": row("p001 -2 1", "p004 2 0"),
        "p003": row("p004 2 0", "p001 -2 0"),
        "p004": row("p003 -2 1", "p002 -2 1"),
        "p005": row("bye 2", "bye 0"),
    }
    return Crosstable(fresh(5).entries, {EntrantId(k): v for k, v in cells.items()})


def test_the_bye_goes_to_the_lowest_score_and_never_twice():
    table = small_table()
    plan = by_score(table, RoundNo(3), lots=Random(1))
    assert [rest.entrant for rest in plan.rests] == ["p004"]
    assert plan.rests[0].reasons[0].rule == "bye.lowest-score"
    assert plan.rests[0].reasons[0].facts == {"score": -4, "among": 1}


def test_a_checkable_draw_decides_the_first_bye():
    table = fresh(5)
    ids = [entry.id for entry in table.entries]
    lot = draw("bye", ids, bytes(range(32)))
    plan = by_score(table, RoundNo(1), lots=lot)
    assert plan.rests[0].entrant == lot.order[0]
    with pytest.raises(BadInput, match="misses"):
        by_score(table, RoundNo(1), lots=draw("bye", ids[:3], bytes(32)))
    with pytest.raises(BadInput, match="by lot"):
        by_score(table, RoundNo(1))


def test_an_impossible_round_names_who_blocks():
    # Four play all rounds of a round robin: a fourth round has no legal pair left.
    table = fresh(4)
    for number in range(1, 4):
        table = after(table, by_score(table, RoundNo(number)), Random(number))
    with pytest.raises(Impossible) as caught:
        by_score(table, RoundNo(4))
    assert caught.value.refusal.code == "pairing.blocked"
    assert caught.value.refusal.facts["stuck"]
    assert set(caught.value.refusal.facts["stuck"]) <= {entry.id for entry in table.entries}


def test_everybody_had_a_bye_is_impossible():
    cells = {entry.id: row("bye 2") for entry in fresh(3).entries}
    with pytest.raises(Impossible) as caught:
        by_score(Crosstable(fresh(3).entries, cells), RoundNo(2), lots=Random(0))
    assert caught.value.refusal.code == "pairing.no-bye"


def test_reasons_name_floats_colours_and_sums():
    table = small_table()
    plan = by_score(table, RoundNo(3), lots=Random(1))
    rules = [[reason.rule for reason in meeting.reasons] for meeting in plan.meetings]
    assert all(any(key.startswith("colour.") for key in keys) for keys in rules)
    floats = [
        reason.facts
        for meeting in plan.meetings
        for reason in meeting.reasons
        if reason.rule == "by-score.float"
    ]
    assert floats[0]["down"] == "p001"
    assert plan.reasons[0].facts["difference"] >= plan.reasons[0].facts["bound"]


WHY_NOT = [
    # pair               rule
    (("p001", "p002"), "swiss.no-rematch"),
    (("p001", "p004"), "by-score.rests"),
    (("p002", "p005"), "swiss.completion"),
]


@pytest.mark.parametrize(("pair", "rule"), WHY_NOT)
def test_why_not(pair, rule):
    assert why_not(small_table(), RoundNo(3), pair, lots=Random(1)).rule == rule


def test_why_not_by_score():
    cells = {
        EntrantId("p001"): row("p003 2 0"),
        EntrantId("p002"): row("p004 2 0"),
        EntrantId("p003"): row("p001 -2 1"),
        EntrantId("p004"): row("p002 -2 1"),
    }
    reason = why_not(Crosstable(fresh(4).entries, cells), RoundNo(2), ("p001", "p004"))
    assert reason.rule == "by-score.nearest"
    assert reason.facts == {"criterion": "score-difference", "chosen": 0, "with": 8}


def test_why_not_by_protection_colour_order_and_completion():
    table = fresh(4)
    family = NONE.plus(protect([EntrantId("p001"), EntrantId("p002")], kind="family"))
    reason = why_not(table, RoundNo(1), ("p001", "p002"), protections=family)
    assert (reason.rule, reason.facts["kind"]) == ("protection.hard", "family")
    assert why_not(table, RoundNo(1), ("p001", "p003")).rule == "by-score.order"
    with pytest.raises(BadInput, match="do meet"):
        why_not(table, RoundNo(1), ("p001", "p002"))
    with pytest.raises(BadInput, match="no two entrants"):
        why_not(table, RoundNo(1), ("p001", "p001"))
    stuck = NONE.plus(protect([EntrantId("p002"), EntrantId("p004")]))
    assert (
        why_not(table, RoundNo(1), ("p001", "p003"), protections=stuck).rule == "swiss.completion"
    )
    seats = {
        EntrantId("p001"): row("p003 0 0"),
        EntrantId("p002"): row("p004 0 0"),
        EntrantId("p003"): row("p001 0 1"),
        EntrantId("p004"): row("p002 0 1"),
    }
    played = Crosstable(table.entries, seats)
    assert why_not(played, RoundNo(2), ("p001", "p002")).rule == "by-score.colours"
    plan = by_score(played, RoundNo(2))
    assert plan.meetings[0].reasons[0].rule == "by-score.colours"
    assert plan.meetings[0].reasons[0].facts["instead-of"] == "p002"


def test_weak_protections_give_way_to_scores_only():
    table = fresh(4)
    weak = by_unit(fresh(4, units=2).entries, strength=Strength.WEAK)
    plan = by_score(table, RoundNo(1), protections=weak)
    assert all((int(m.seats[0][1:]) + int(m.seats[1][1:])) % 2 for m in plan.meetings)
    all_one = protect([entry.id for entry in table.entries], strength=Strength.WEAK)
    assert len(by_score(table, RoundNo(1), protections=NONE.plus(all_one)).meetings) == 2


def test_an_order_ranks_equal_scores():
    table = fresh(4)
    ids = [EntrantId(f"p00{n}") for n in (3, 1, 4, 2)]
    plan = by_score(table, RoundNo(1), order=ids)
    assert [set(m.seats) for m in plan.meetings] == [{"p003", "p001"}, {"p004", "p002"}]


def test_wrong_fields_are_refused():
    with pytest.raises(BadInput, match="met has 1"):
        pair_field(ScoreField([0, 0], [()], [1, 1]), list)
    with pytest.raises(BadInput, match="history has"):
        pair_field(ScoreField([0, 0], [(), ()], [1]), list)
    with pytest.raises(BadInput, match="no entry"):
        by_score(fresh(2), RoundNo(1), present=[EntrantId("x")])
    with pytest.raises(BadInput, match="count from 1"):
        by_score(fresh(2), RoundNo(0))
    twice = fresh(2).entries[:1] * 2
    with pytest.raises(BadInput, match="same starting number"):
        by_score(Crosstable(twice, {}), RoundNo(1))
