"""One phase after two passes: a proposal, a count that is seen, and one acceptance of each."""

from random import Random

import pytest

from qipan.games.go import GAME
from qipan.games.go.computer import choose
from qipan.games.go.rules import Counting, GoRules
from qipan.journal.live.table import timed_seats
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import TABLE, Seat

BLACK, WHITE = Seat(0), Seat(1)
WALLS = {
    "black": [f"C{row}" for row in range(1, 6)] + ["E3"],
    "white": [f"D{row}" for row in (1, 2, 4, 5)] + ["D3", "A3"],
}
"""Five lines: Black has two columns with a lone white stone in it, White one with a black stone."""


def passed(rules=None, setup=WALLS):
    state = GAME.start(rules or GoRules(size=5, one_ending=True, second_passes=False), 2, setup)
    for seat in (BLACK, WHITE):
        state = GAME.play(state, seat, GAME.read(state, seat, "pass"))
    return state


def act(state, seat, text):
    return GAME.play(state, seat, GAME.read(state, seat, text))


def proposed(**more):
    state = passed(**more)
    return act(state, TABLE, GAME.write(state, TABLE, GAME.table_move(state, Random(1))))


def test_the_table_proposes_dead_stones_by_itself_and_the_clocks_stand():
    state = passed()
    assert (GAME.acting(state), timed_seats(GAME, state)) == ((TABLE,), ())
    assert GAME.pace(state) is not None
    state = proposed()
    view = GAME.view(state, None)
    assert sorted(view.dead) == ["A3", "E3"]
    assert (GAME.pace(state), GAME.acting(state)) == (None, (BLACK, WHITE))
    assert timed_seats(GAME, state) == ()


def test_the_count_is_seen_while_marking_and_changes_with_every_mark():
    state = proposed()
    first = GAME.view(state, None).standing
    assert first.result == "W+1.5"  # 10 points and a dead stone; 5, a dead stone and 6.5
    changed = act(state, BLACK, "alive E3")
    assert GAME.view(changed, None).standing.result != first.result
    assert changed.agreed == (False, False)


def test_two_acceptances_end_the_game():
    state = act(proposed(), BLACK, "agree")
    assert GAME.acting(state) == (WHITE,)
    over = act(state, WHITE, "agree")
    assert (GAME.phase(over), over.ended.rule) == ("over", "go.more-points")
    assert over.ended.facts["result"] == "W+1.5"


def test_a_change_takes_an_acceptance_back():
    state = act(act(proposed(), BLACK, "agree"), WHITE, "alive A3")
    assert GAME.acting(state) == (BLACK, WHITE)


def test_an_open_boundary_is_not_accepted_and_is_named():
    walls = {"black": ["C1", "C2", "C4", "C5"], "white": ["D1", "D2", "D4", "D5"]}
    state = proposed(setup=walls)
    for point in walls["black"] + walls["white"]:
        state = act(state, BLACK, f"alive {point}")
    assert GAME.view(state, None).open_boundaries
    with pytest.raises(IllegalMove) as refused:
        act(state, BLACK, "agree")
    assert refused.value.code == "go.boundary-open"
    assert act(state, BLACK, "resume").phase == "play"


def test_a_proposal_is_made_once_and_only_where_the_rules_have_it():
    with pytest.raises(IllegalMove):
        act(proposed(), TABLE, "propose")
    with pytest.raises(IllegalMove):
        act(passed(GoRules(size=5)), TABLE, "propose")


def test_where_nobody_is_told_the_count_is_not_shown_before_it_is_made():
    view = GAME.view(passed(GoRules(size=5, strict_ending=True)), None)
    assert (view.standing, view.open_boundaries) == (None, [])


def test_a_table_without_a_book_ends_in_one_phase():
    assert GAME.table_rules == {"second_passes": False, "one_ending": True}


def test_the_view_says_how_it_is_counted():
    area = GoRules(size=5, one_ending=True, second_passes=False, counting=Counting.AREA)
    assert GAME.view(proposed(rules=area), None).counting == "area"
    assert GAME.view(proposed(), None).counting == "territory"


def computer(state, seat=WHITE):
    return GAME.write(state, seat, choose(state, seat, Random(1)))


def test_the_computer_agrees_to_the_proposal_and_to_what_costs_it_nothing():
    state = proposed()
    assert computer(state) == "agree"
    assert computer(act(state, BLACK, "alive A3")) == "agree"  # its own prisoner is given back


@pytest.mark.parametrize(
    ("marks", "answers"),
    [
        (["dead D1"], ["alive D1"]),  # its living stones
        (["alive E3"], ["dead E3"]),  # the opponent's dead stone
        (["dead D1", "alive E3"], ["dead E3", "alive D1"]),
        (["neutral E1", "neutral E5"], ["neutral E1", "neutral E5"]),  # its territory
    ],
)
def test_the_computer_puts_marks_back_that_cost_it_points(marks, answers):
    state = proposed()
    before = state.marks
    for text in marks:
        state = act(state, BLACK, text)
    state = act(state, BLACK, "agree") if marks != ["alive E3"] else state
    for text in answers:
        assert computer(state) == text
        state = act(state, WHITE, text)
    assert (state.marks, state.agreed) == (before, (False, False))
    assert computer(state) == "agree"


def test_who_does_not_believe_the_computer_plays_on():
    state = act(act(proposed(), BLACK, "dead D1"), WHITE, "alive D1")
    assert act(state, BLACK, "resume").phase == "play"
