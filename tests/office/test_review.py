"""A review says one thing of a position, whoever is to move, and its better line is its best move.

The games were played by computers of this house; how good they are does not matter here.
"""

import pytest

from qipan.formats.record import Record
from qipan.office.judged.review import review_here
from qipan.views.fair_play.move_facts import MoveFact
from qipan.views.review.reviewed_game import curve_of

GOMOKU = (
    "h8 i9 h9 h10 j8 i8 i10 g11 g8 j11 f7 e6 i7 e13 f12 i11 h11 g9 f8 j12 k13 g13 f9 g12 g10 g15"
)
GO = "D4 F4 E3 F6 F3 G3 G2 H3 H2 J2 D7 E8 D8 G8 E7 F7 E6 E5 D5 E4 D3 B2 B3 C2"
XIANGQI = "h2e2 h9g7 e2e6 g7e6 h0g2 i9h9 b0c2 b9c7"
GAMES = [
    Record(game="gomoku", moves=tuple(GOMOKU.split())),
    Record(game="go", rules={"size": 9}, moves=tuple(GO.split())),
    Record(game="xiangqi", moves=tuple(XIANGQI.split())),
]
UNEXPLAINED = 80


@pytest.fixture(scope="module", params=GAMES, ids=lambda each: each.game)
def found(request):
    return review_here(request.param)


def fact(ply, chance, loss=0):
    return MoveFact(ply, ply % 2, "a", "b", chance, loss, 1, 30)


def test_that_it_is_somebodys_turn_does_not_move_the_curve():
    """Each side thinks itself a little ahead while it is to move: that is not in the position."""
    assert curve_of([fact(ply, 600) for ply in range(6)]) == (500,) * 6


def test_what_a_move_gives_away_stands_in_the_curve_at_that_move():
    before = [fact(0, 550), fact(1, 550), fact(2, 550, 200)]
    after = [fact(3, 750), fact(4, 350), fact(5, 750)]
    assert curve_of(before + after) == (500, 500, 500, 300, 300, 300)


def test_what_is_proven_is_not_softened_by_what_was_thought_before():
    assert curve_of([fact(0, 600), fact(1, 550), fact(2, 1000), fact(3, 0)])[2:] == (1000, 1000)


def test_the_curve_moves_where_something_was_given_away(found):
    """In games of several dozen moves it does not jump to and fro with the turn."""
    losses = {each.number - 1: each.loss * (1 - 2 * each.seat) for each in found.moves}
    jumps = [
        abs(after - before + losses.get(at, 0))
        for at, (before, after) in enumerate(zip(found.curve, found.curve[1:], strict=False))
        if before is not None and after is not None and 0 < before < 1000 and 0 < after < 1000
    ]
    assert sum(jumps) / max(1, len(jumps)) < UNEXPLAINED, found.curve


def test_a_better_line_begins_with_the_best_move(found):
    lines = [each for each in found.moves if each.line]
    assert [each.line[0] for each in lines] == [each.best for each in lines]
    assert all(each.mark for each in lines)
