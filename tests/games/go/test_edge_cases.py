"""Every edge case of the specification, one named test each."""

from decimal import Decimal

import pytest

from goboards import cells_of, drawn, play, position
from qipan.games.go import GAME
from qipan.games.go.count import Fine, Marks, count
from qipan.games.go.rules import GoRules
from qipan.kernel.errors import IllegalMove
from qipan.kernel.rules import RuleKey

SUICIDE = """
.XO..
XXO..
OOO..
.....
.....
"""
EYE = """
.X...
X....
.....
.....
.....
"""
SNAPBACK = """
.....
.....
XXX..
OOX..
..X..
"""
KO = """
.XO..
X.XO.
.XO..
.....
.....
"""


def refusal(state, words):
    with pytest.raises(IllegalMove) as caught:
        play(state, words)
    return caught.value.code


def test_single_suicide_is_illegal():
    assert refusal(position(EYE, turn=1), "A5") == "go.suicide"


def test_group_suicide_is_illegal():
    assert refusal(position(SUICIDE, turn=0), "A5") == "go.suicide"


def test_group_suicide_where_rules_allow_it_removes_the_group():
    state = play(position(SUICIDE, turn=0, suicide=True), "A5")
    assert drawn(state) == "..O.. ..O.. OOO.. ..... ....."
    assert state.prisoners == (0, 4)


def test_snapback_retaking_two_or_more_is_legal_at_once():
    state = play(position(SNAPBACK, turn=0), "A1 B1")
    assert (state.prisoners, state.ko) == ((0, 1), 0)
    state = play(state, "A1")
    assert state.prisoners == (3, 1)


def test_ko_retake_at_once_is_illegal():
    state = play(position(KO, turn=1), "B4")
    assert state.prisoners == (0, 1)
    assert refusal(state, "C4") == "go.ko"


def test_ko_retake_after_a_move_elsewhere_is_legal():
    state = play(play(position(KO, turn=1), "B4"), "E1 D1 C4")
    assert state.prisoners == (1, 1)


def test_ko_retake_after_own_pass_is_legal():
    state = play(play(position(KO, turn=1), "B4"), "pass D1 C4")
    assert state.prisoners == (1, 1)


def test_ko_retake_after_a_lost_turn_is_legal_by_default():
    state = play(play(position(KO, turn=1), "B4"), "t:lost,w:D1,b:C4")
    assert state.prisoners == (1, 1)


def test_ko_retake_after_a_lost_turn_can_be_barred_until_a_stone_elsewhere():
    state = play(play(position(KO, turn=1, ko_after_lost_turn=False), "B4"), "t:lost,w:D1")
    assert refusal(state, "b:C4") == "go.ko"
    assert play(state, "b:A1,w:E2,b:C4").prisoners == (1, 1)


def test_double_ko_seki_left_at_the_end_is_no_territory_and_no_repetition():
    on, cells = cells_of(
        """
        .XOXO
        X.XO.
        XXOOO
        OOO..
        .....
        """
    )
    seki = Marks(seki=frozenset(at for at in on.points if cells[at]))
    found = count(cells, seki, GoRules(size=5, komi=Decimal(0)))
    assert [side.territory for side in found.sides] == [0, 0]
    assert play(position(DAME, turn=0), "pass pass").cycle is None


TRIPLE_KO = """
OOOOOOO
OXO.O.O
X.XOXOX
XXXXXXX
OOOOOOO
.......
.......
"""


def test_triple_ko_repeats_at_ply_6_and_12_with_three_captures_each():
    state = position(TRIPLE_KO, turn=0)
    cycle = "D6 B5 F6 D5 B6 F5"
    found = {}
    for ply, word in enumerate((cycle + " " + cycle).split(), 1):
        state = play(state, word)
        if state.cycle:
            found[ply] = (state.cycle.occurrences, state.cycle.captures)
    assert (min(found), found[6], found[12]) == (6, (2, (3, 3)), (3, (3, 3)))


def test_eternal_life_repeats_at_ply_4_and_8_with_two_captures_each():
    # The vector's board has five rows; ours is square, with its edge at the bottom.
    state = position(
        """
        ........
        ........
        ........
        ........
        OOOOOO..
        XXXXXO..
        XOOOXXOO
        .O.X.OX.
        """,
        turn=0,
    )
    cycle = "C1 E1 D1 F1"
    found = {}
    for ply, word in enumerate((cycle + " " + cycle).split(), 1):
        state = play(state, word)
        if state.cycle:
            found[ply] = (state.cycle.occurrences, state.cycle.captures)
    assert (min(found), found[4], found[8]) == (4, (2, (2, 2)), (3, (2, 2)))


SENDING_TWO = """
......
......
XXO...
.XO...
XXOO..
.O.O..
"""


def test_sending_two_returning_one_shows_unequal_captures():
    state = play(position(SENDING_TWO, turn=1), "A1 C1 B1 pass A1")
    assert state.cycle.captures == (2, 1)
    assert state.cycle.moves == ("C1", "B1", "pass", "A1")


def test_sending_two_returning_one_is_decided_by_the_referee_as_one_sided():
    state = play(position(SENDING_TWO, turn=1), "A1 C1 B1 pass A1")
    state = play(state, "t:choice w")
    with pytest.raises(IllegalMove, match="not-your-choice"):
        play(state, "b:draw")
    chosen = GAME.outcome(play(state, "w:draw"))
    assert (chosen.places, chosen.rule) == ((1, 1), "go.repetition-one-sided")
    declined = play(state, "w:decline")
    assert (GAME.phase(declined), declined.cycle) == ("play", None)


def test_an_eye_inside_seki_counts_nothing():
    on, cells = cells_of(
        """
        .XOX.
        XXOXX
        OOOOO
        .....
        .....
        """
    )
    seki = Marks(seki=frozenset(at for at in on.points if cells[at] == 1))
    found = count(cells, seki, GoRules(size=5, komi=Decimal(0)))
    assert found.sides[0].territory == 0


def test_dead_stones_inside_seki_stay_unless_captured():
    on, cells = cells_of(
        """
        OX.O.
        .XOOO
        XXO..
        OOO..
        .....
        """
    )
    black = frozenset(at for at in on.points if cells[at] == 1)
    found = count(cells, Marks(seki=black), GoRules(size=5, komi=Decimal(0)), open_is_neutral=True)
    # The white stone at A5 is not marked dead: it is no prisoner, and its place no territory.
    assert (found.sides[0].dead, found.sides[0].territory) == (0, 0)


def test_bent_four_is_what_people_marked():
    on, cells = cells_of(
        """
        .....
        XXXX.
        OOOX.
        XXOX.
        X.OX.
        """
    )
    corner = frozenset(on.read(text) for text in ("A1", "A2", "B2"))
    rules = GoRules(size=5, komi=Decimal(0))
    taken = count(cells, Marks(dead=corner), rules)
    white = frozenset(at for at in on.points if cells[at] == 2)
    lost = count(cells, Marks(dead=white), rules)
    assert taken.margin < lost.margin


OPEN = """
.X.O.
.X.O.
.X...
.X.O.
.X.O.
"""


def test_an_open_boundary_is_not_counted_and_play_resumes_with_the_first_passer():
    state = play(position(OPEN, turn=0), "pass pass")
    state = play(state, "b:agree,w:agree,b:pass,w:pass")
    assert GAME.phase(state) == "count"
    assert GAME.view(state, None).gaps
    assert state.counted is None
    state = play(state, "w:resume")
    assert (GAME.phase(state), state.turn) == ("play", 0)


def test_one_pass_then_a_move_resets_the_set():
    state = play(position(OPEN, turn=0), "pass E3")
    assert state.passes == 0
    state = play(state, "pass")
    assert (GAME.phase(state), state.passes, state.first_passer) == ("play", 1, 0)


DAME = """
.X.O.
.X.O.
.X.O.
.X.O.
.X.O.
"""


def test_passes_with_unfilled_dame_warn_and_count_nothing():
    state = play(position(DAME, turn=0, komi=Decimal("0.5")), "pass pass")
    state = play(state, "b:agree,w:agree,b:pass,w:pass")
    counted = GAME.view(state, None).count
    assert counted.dame == ["C1", "C2", "C3", "C4", "C5"]
    assert counted.result == "W+0.5"


def test_fines_of_two_two_and_three_points_take_exactly_seven_off():
    _, cells = cells_of(DAME)
    rules = GoRules(size=5, komi=Decimal("0.5"))
    fines = [
        Fine(0, 2, RuleKey("go.wrong-hand")),
        Fine(0, 2, RuleKey("go.wrong-hand")),
        Fine(0, 3, RuleKey("go.disturbance")),
    ]
    plain, fined = count(cells, Marks(), rules), count(cells, Marks(), rules, fines=fines)
    assert plain.margin - fined.margin == 14
    assert (str(plain), str(fined)) == ("W+0.5", "W+7.5")
