"""Team Swiss: what every round holds, hand cases, upfloaters against all choices, reasons."""

from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.events import after, check_round, fresh, met, shuffled
from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, Seat
from qipan.kernel.points import CHESS, Points
from qipan.kernel.results import Bye, How
from qipan.pairing.n_plus_one import extra_round
from qipan.pairing.plan import Meeting
from qipan.pairing.protections import NONE, protect
from qipan.pairing.swiss.team import TeamOptions, board_seats, ranked_by_mean, team_swiss, why_not
from qipan.pairing.swiss.team.upfloaters import TeamField, choose
from qipan.pairing.swiss.team.view import Team


@given(st.integers(3, 15), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_events_hold_in_every_round(size, strong, seed):
    dice = Random(seed)
    table = fresh(size, scoring=CHESS)
    options = TeamOptions(strong_preferences=strong, last_round=6)
    for number in range(1, 7):
        try:
            plan = team_swiss(table, RoundNo(number), options=options)
        except Impossible:
            assert number > 1
            break
        check_round(table, plan, forfeits=False)
        assert team_swiss(shuffled(table, seed), RoundNo(number), options=options) == plan
        table = after(table, plan, dice)


def seats(plan):
    return " ".join("-".join(who[-1] for who in meeting.seats) for meeting in plan.meetings)


def test_round_one_pairs_halves_by_the_smallest_identifier():
    assert seats(team_swiss(fresh(6), RoundNo(1))) == "1-4 5-2 3-6"
    reversed_seats = team_swiss(fresh(6), RoundNo(1), options=TeamOptions(odd_first=False))
    assert seats(reversed_seats) == "4-1 2-5 6-3"


def test_the_bye_is_the_lowest_with_most_matches_and_the_largest_number():
    plan = team_swiss(fresh(5), RoundNo(1))
    assert plan.rests[0].entrant == "p005"
    assert plan.rests[0].reasons[0].rule == "team.bye"
    table = table_of({1: "2+F", 2: "1-S", 3: "4=F", 4: "3=S", 5: "bye"})
    assert team_swiss(table, RoundNo(2)).rests[0].entrant == "p002"


def table_of(rows):
    """Build a table: ``2+F`` is a win against team 2 moving first, ``bye`` a bye worth a draw."""
    cells = {}
    for number, text in rows.items():
        row = []
        for cell in text.split():
            if cell == "bye":
                row.append(Cell(Points(1), How.BYE, bye=Bye.ALLOCATED))
                continue
            points = Points("-=+".index(cell[-2]))
            seat = Seat("FS".index(cell[-1]))
            row.append(Cell(points, opponent=EntrantId(f"p00{cell[:-2]}"), seat=seat))
        cells[EntrantId(f"p00{number}")] = tuple(row)
    return Crosstable(fresh(len(rows)).entries, cells, CHESS)


SIX = {1: "4+F", 2: "5+S", 3: "6+F", 4: "1-S", 5: "2-F", 6: "3-S"}


def test_an_odd_group_takes_one_up():
    plan = team_swiss(table_of(SIX), RoundNo(2))
    # 1, 2 and 3 won; 4 has the smallest number below, and may not meet 1.
    pairs = sorted("".join(sorted(who[-1] for who in m.seats)) for m in plan.meetings)
    assert pairs == ["13", "24", "56"]
    up = [r for m in plan.meetings for r in m.reasons if r.rule == "team.upfloater"]
    assert up[0].facts == {"team": "p004", "scores": [2, 0]}
    assert plan.reasons[0].facts == {"score": 2, "upfloaters": ["p004"]}


WHY_NOT = [
    # pair        rule
    ("1 4", "swiss.no-rematch"),
    ("1 2", "team.identifier"),
    ("1 6", "team.set-order"),
    ("4 5", "team.set-order"),
]


@pytest.mark.parametrize(("pair", "rule"), WHY_NOT)
def test_why_not(pair, rule):
    one, two = pair.split()
    pair = (EntrantId(f"p00{one}"), EntrantId(f"p00{two}"))
    assert why_not(table_of(SIX), RoundNo(2), pair).rule == rule


def test_why_not_by_upfloaters():
    table = table_of({1: "3+F", 2: "4+S", 3: "1-S", 4: "2-F"})
    reason = why_not(table, RoundNo(2), (EntrantId("p004"), EntrantId("p001")))
    assert (reason.rule, reason.facts) == ("team.fewest-upfloaters", {"chosen": 0, "with": 2})
    # 1 alone on top: of the drawn teams 2 has the smallest number.
    table = table_of({1: "5+F", 2: "4=F", 3: "6=S", 4: "2=S", 5: "1-S", 6: "3=F"})
    reason = why_not(table, RoundNo(2), (EntrantId("p001"), EntrantId("p004")))
    assert reason.rule == "team.set-order"


def test_why_not_by_colour_protection_bye_and_nonsense():
    # Two rounds on: 1 and 2 moved first twice, 3 and 4 second twice; all on equal points.
    table = table_of(
        {
            1: "7=F 8=F",
            2: "8=F 7=F",
            3: "5=S 6=S",
            4: "6=S 5=S",
            5: "3=F 4=F",
            6: "4=F 3=F",
            7: "1=S 2=S",
            8: "2=S 1=S",
        }
    )
    reason = why_not(table, RoundNo(3), (EntrantId("p001"), EntrantId("p002")))
    assert (reason.rule, reason.facts) == ("team.fewest-clashes", {"chosen": 0, "with": 2})
    family = NONE.plus(protect([EntrantId("p001"), EntrantId("p002")]))
    pair = (EntrantId("p002"), EntrantId("p001"))
    assert why_not(fresh(4), RoundNo(1), pair, protections=family).rule == "protection.hard"
    assert (
        why_not(fresh(3), RoundNo(1), (EntrantId("p003"), EntrantId("p001"))).rule == "team.rests"
    )
    blocked = NONE.plus(protect([EntrantId("p002"), EntrantId("p004")]))
    assert (
        why_not(
            fresh(4), RoundNo(1), (EntrantId("p001"), EntrantId("p003")), protections=blocked
        ).rule
        == "swiss.completion"
    )
    for wrong in (("p001", "p003"), ("p001", "p001"), ("p001", "x")):
        with pytest.raises(BadInput):
            why_not(fresh(4), RoundNo(1), wrong)


def field_of(size, seed):
    dice = Random(seed)
    teams = {
        n: Team(
            EntrantId(str(n)), n, dice.randrange(4), 0, "", frozenset(), dice.random() < 0.3, True
        )
        for n in range(1, size + 1)
    }
    bad = {pair for pair in combinations(teams, 2) if dice.random() < 0.35}
    return TeamField(teams, lambda a, b: (min(a, b), max(a, b)) not in bad, True)


def complete(field, numbers):
    graph = nx.Graph()
    graph.add_nodes_from(numbers)
    graph.add_edges_from(pair for pair in combinations(sorted(numbers), 2) if field.legal(*pair))
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


def takes(field, group, up):
    """Say whether a group can be paired if just these move up, each to a member."""
    graph = nx.Graph()
    graph.add_nodes_from([*group, *up])
    graph.add_edges_from(
        (a, b)
        for a, b in combinations(sorted([*group, *up]), 2)
        if field.legal(a, b) and not (a in up and b in up)
    )
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


@given(st.sampled_from([4, 6, 8]), st.integers(0, 10**6))
@settings(max_examples=120, deadline=None)
def test_upfloaters_are_the_best_of_all_sets(size, seed):
    field = field_of(size, seed)
    top, following = field.groups()
    lower = [n for n in field.teams if n not in top]
    options = []
    for count in range(len(lower) + 1):
        for up in combinations(lower, count):
            rest = [n for n in lower if n not in up]
            if takes(field, top, up) and complete(field, rest):
                options.append((count, sorted(-field.teams[n].score for n in up), up, rest))
    found = choose(field)
    if not options:
        assert found is None
        return
    fewest, scores, _, _ = min(options)
    good = [(up, rest) for count, s, up, rest in options if (count, s) == (fewest, scores)]

    def later(rest):
        group = [n for n in following if n in rest]
        below = [n for n in rest if n not in group]
        return min(
            count
            for count in range(len(below) + 1)
            for up in combinations(below, count)
            if takes(field, group, up) and complete(field, [n for n in below if n not in up])
        )

    ranked = sorted((later(rest), sum(field.teams[n].floated for n in up), up) for up, rest in good)
    assert tuple(found[0]) == ranked[0][2]
    assert found[1] == (fewest, tuple(scores), ranked[0][0], ranked[0][1])


def test_an_impossible_round_names_who_blocks():
    table = fresh(4, scoring=CHESS)
    dice = Random(0)
    for number in range(1, 4):
        plan = team_swiss(table, RoundNo(number))
        table = after(table, plan, Quiet(dice))
    assert len(met(table, forfeits=False)) == 6
    with pytest.raises(Impossible) as caught:
        team_swiss(table, RoundNo(4))
    assert caught.value.refusal.code == "pairing.blocked"
    assert set(caught.value.refusal.facts["stuck"]) == {entry.id for entry in table.entries}


class Quiet(Random):
    """Dice that never forfeit a game."""

    def __init__(self, dice):
        super().__init__(dice.random())

    def random(self):
        return 0.5


def test_no_team_may_rest():
    table = table_of({1: "bye", 2: "bye", 3: "bye"})
    with pytest.raises(Impossible) as caught:
        team_swiss(table, RoundNo(2))
    assert caught.value.refusal.code == "pairing.no-bye"


def test_boards_alternate():
    meeting = Meeting(BoardNo(1), (EntrantId("a"), EntrantId("b")))
    line_ups = {EntrantId(team): [PersonId(f"{team}{n}") for n in (1, 2, 3, 4)] for team in "ab"}
    found = [row[1] for row in board_seats(meeting, line_ups)]
    assert found == [("a1", "b1"), ("b2", "a2"), ("a3", "b3"), ("b4", "a4")]
    for wrong in ({EntrantId("a"): []}, {EntrantId("a"): [], EntrantId("b"): [PersonId("x")]}):
        with pytest.raises(BadInput):
            board_seats(meeting, wrong)


def test_teams_are_ranked_by_the_exact_mean():
    ratings = {
        EntrantId("x"): [2000, 2001, 2001],
        EntrantId("y"): [2000, 2001],
        EntrantId("z"): [9],
    }
    assert [team for team, _ in ranked_by_mean(ratings)] == ["x", "y", "z"]
    with pytest.raises(BadInput):
        ranked_by_mean({EntrantId("x"): []})


def test_a_team_event_ends_with_a_final():
    table, dice = fresh(7, scoring=CHESS), Random(5)
    for number in range(1, 4):
        table = after(table, team_swiss(table, RoundNo(number)), dice)
    standing = sorted(table.scores, key=lambda who: (-table.scores[who], who))

    def swiss(rest, number, protections):
        return team_swiss(rest, number, protections=protections)

    plan = extra_round(table, RoundNo(4), standing, swiss)
    assert set(plan.meetings[0].seats) == set(standing[:2])
    assert (len(plan.meetings), len(plan.rests)) == (3, 1)


def test_wrong_tables_are_refused():
    with pytest.raises(BadInput, match="count from 1"):
        team_swiss(fresh(2), RoundNo(0))
    with pytest.raises(BadInput, match="two teams"):
        team_swiss(fresh(1), RoundNo(1))
    with pytest.raises(BadInput, match="no entry"):
        team_swiss(fresh(2), RoundNo(1), present=[EntrantId("x")])
    with pytest.raises(BadInput, match="same starting"):
        team_swiss(Crosstable(fresh(2).entries[:1] * 2, {}), RoundNo(1))
