"""The stones that won are named, for the mark on the board."""

from qipan.games.gomoku import GAME
from qipan.kernel.ids import Seat


def view_after(moves):
    state = GAME.start(GAME.rules_type(), 2, {})
    for number, text in enumerate(moves.split()):
        state = GAME.play(state, Seat(number % 2), GAME.read(state, Seat(number % 2), text))
    return GAME.view(state, None)


def test_the_five_are_named_from_one_end_to_the_other():
    view = view_after("h8 a1 i8 c1 j8 e1 l8 g1 k8")
    assert view.five == ["h8", "i8", "j8", "k8", "l8"]


def test_a_diagonal_down_to_the_edge():
    assert view_after("a1 a3 b2 a5 c3 a7 d4 a9 e5").five == ["a1", "b2", "c3", "d4", "e5"]


def test_before_the_end_there_is_none():
    assert view_after("h8 a1 i8").five == []
