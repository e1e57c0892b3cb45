"""What is seen and done at a Go table: whose points are whose, who may choose, and the end."""

from decimal import Decimal

import pytest

from goboards import play, position
from qipan.games.go import GAME, Counting
from qipan.games.go.moves import Act
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import TABLE, Seat

DIVIDED = ".X.O. .X.O. .X.O. .X.O. .X.OX"
"""Black has the left side, White the right; one black stone there is dead, dame in the middle."""
TRIPLE_KO = "OOOOOOO OXO.O.O X.XOXOX XXXXXXX OOOOOOO ....... ......."
REPEATED = "D6 B5 F6 D5 B6 F5"


def counted(**options):
    state = position(DIVIDED, second_passes=False, referee_counts=False, **options)
    return play(state, "b:C1,w:C2,b:C3,w:C4,b:C5,w:pass,b:pass,b:dead E1,b:agree,w:agree")


def words(state, seat):
    """List what a seat may do in words."""
    return {GAME.write(state, seat, move) for move in GAME.moves(state, seat)} & {
        str(act) for act in Act
    }


def refusal(state, seat, text):
    with pytest.raises(IllegalMove) as caught:
        GAME.play(state, seat, GAME.read(state, seat, text))
    return caught.value.code


def test_each_side_sees_its_own_territory():
    state = counted(komi=Decimal(0))
    count = GAME.view(state, None).count
    assert count.black_territory == ["A1", "A2", "A3", "A4", "A5"]
    assert count.white_territory == ["E1", "E2", "E3", "E4", "E5"]
    assert (count.black.territory, count.white.territory) == (5, 5)
    assert (count.black.dead, count.white.dead) == (0, 1)
    assert count.result == "W+1"
    assert GAME.view(state, None).dead == ["E1"]


def test_area_owns_the_stones_too():
    count = GAME.view(counted(komi=Decimal(0), counting=Counting.AREA), None).count
    assert {"B1", "C1", "C3", "C5"} <= set(count.black_territory)
    assert {"C2", "C4", "D1", "E1"} <= set(count.white_territory)


def test_a_view_tells_whose_turn_what_was_done_and_what_was_taken():
    state = play(position(DIVIDED), "C1 C2")
    seen = GAME.view(state, None)
    assert (seen.turn, seen.phase, seen.moves, seen.last) == (0, "play", ["b C1", "w C2"], "C2")
    passed = GAME.view(play(state, "pass"), None)
    assert (passed.turn, passed.passes, passed.last) == (1, 1, None)
    fined = GAME.view(play(state, "t:fine b 2 go.wrong-hand"), None)
    assert (fined.moves[-1], fined.last) == ("table fine b 2 go.wrong-hand", "C2")
    over = GAME.view(play(state, "t:both-lose"), None)
    assert (over.turn, over.phase) == (None, "over")


def test_both_may_take_a_draw_at_a_repetition_and_nobody_declines():
    state = play(position(TRIPLE_KO), REPEATED)
    assert (words(state, Seat(0)), words(state, Seat(1))) == ({"draw", "pass"}, {"draw"})
    assert refusal(state, Seat(0), "decline") == "go.not-your-choice"
    wished = play(state, "w:draw")
    assert GAME.view(wished, None).repetition.wants_draw == (False, True)
    assert (words(wished, Seat(0)), words(wished, Seat(1))) == ({"draw", "pass"}, set())
    assert refusal(wished, Seat(1), "draw") == "game.not-your-turn"


CHOOSERS = [
    # the letter of the one who may choose, that seat, the other seat
    ("b", Seat(0), Seat(1)),
    ("w", Seat(1), Seat(0)),
]


@pytest.mark.parametrize(("letter", "chooser", "other"), CHOOSERS)
def test_only_the_one_named_by_the_referee_may_choose(letter, chooser, other):
    state = play(position(TRIPLE_KO), f"{','.join(REPEATED.split())},t:choice {letter}")
    assert GAME.view(state, None).repetition.choice == chooser
    assert GAME.acting(state) == ((Seat(0), Seat(1)) if chooser == 1 else (Seat(0),))
    assert words(state, chooser) - {"pass"} == {"draw", "decline"}
    assert words(state, other) <= {"pass"}
    for text in ("draw", "decline"):
        assert refusal(state, other, text) in ("go.not-your-choice", "game.not-your-turn")
    assert GAME.outcome(play(state, f"{letter}:draw")).rule == "go.repetition-one-sided"
    on = play(state, f"{letter}:decline")
    assert (GAME.view(on, None).repetition, GAME.acting(on)) == (None, (Seat(0),))


def test_after_the_end_nobody_does_anything():
    over = counted(komi=Decimal(0))
    over = play(over, "b:confirm,w:confirm")
    assert GAME.outcome(over).places == (2, 1)
    for seat, text in ((Seat(0), "A1"), (Seat(1), "pass"), (TABLE, "fine b 2 go.x")):
        assert refusal(over, seat, text) == "game.over"
    with pytest.raises(IllegalMove) as caught:
        GAME.agree_draw(over)
    assert caught.value.code == "game.over"
    assert [list(GAME.moves(over, seat)) for seat in (Seat(0), Seat(1), TABLE)] == [[], [], []]


def test_a_stone_is_put_only_on_the_own_turn_though_both_act():
    state = play(position(TRIPLE_KO), REPEATED)
    assert Seat(1) in GAME.acting(state)
    for text in ("A1", "pass"):
        assert refusal(state, Seat(1), text) in ("game.not-your-turn", "go.wrong-phase")
    assert GAME.acting(play(state, "A1")) == (Seat(1),)


def test_who_resigns_loses_and_an_agreed_draw_is_one():
    state = position(DIVIDED)
    assert GAME.outcome(GAME.retire(state, Seat(0), "game.resigned")).places == (2, 1)
    assert GAME.phase(GAME.agree_draw(state)) == "over"
    assert GAME.outcome(GAME.agree_draw(state)).places == (1, 1)


def test_a_view_names_the_ko():
    state = play(position(".XO.. X.XO. .XO.. ..... .....", turn=1), "B4")
    seen = GAME.view(state, None)
    assert (seen.ko, seen.prisoners) == ("C4", (0, 1))
    assert GAME.view(play(state, "E1"), None).ko is None
