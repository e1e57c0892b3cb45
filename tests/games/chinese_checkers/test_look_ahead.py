"""Looking ahead on the star: the moves of the rules, exact last moves, two to six seats."""

from random import Random

import pytest

from qipan.games import game_named
from qipan.games.chinese_checkers.board import TRIANGLES, holes_in, read_hole
from qipan.games.chinese_checkers.computer import think
from qipan.games.chinese_checkers.look_ahead import StarSearch, moves_of, shortest_finish
from qipan.games.chinese_checkers.rules import CheckersRules
from qipan.games.chinese_checkers.state import Move, beginning, piece_moves
from qipan.kernel.ids import Seat
from qipan.kernel.thinking import Limits, ThoughtEnded, Watch

STAR = game_named("chinese-checkers")


def some_positions(seats, seed, rules=None, longest=160):
    """Give positions of a game of random moves, one in eight."""
    state, dice = STAR.start(rules or CheckersRules(skipping=False), seats, {}), Random(seed)
    for number in range(longest):
        if not STAR.acting(state):
            return
        seat = STAR.acting(state)[0]
        if number % 8 == 7:
            yield state
        state = STAR.play(state, seat, STAR.sample(state, seat, dice))


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("lock", ["every-landing", "end-of-turn", "off"])
def test_the_moves_looked_at_are_those_of_the_rules(seats, lock):
    rules = CheckersRules(skipping=False, lock=lock, leave_home_from=12)
    for star in some_positions(seats, 3, rules):
        seat = star.turn
        own, corner = star.pieces[seat], star.corners[seat]
        assert moves_of(rules, star.round, own, star.occupied, corner) == piece_moves(star, seat)


def with_pieces(holes):
    """Put all but some of the first seat's pieces deep into its target; the others are far off."""
    star = beginning(CheckersRules(), 2)
    outside = [read_hole(hole) for hole in holes.split()]
    target = sorted(holes_in(TRIANGLES[3]), reverse=True)[: 10 - len(outside)]
    own = sum(1 << hole for hole in (*target, *outside))
    middle = sum(1 << read_hole(f"e{number}") for number in range(1, 11))
    return type(star)(star.rules, star.corners, (own, middle), blocked=(0, 0), round=2)


@pytest.mark.parametrize("holes", ["m5", "m7", "m6 m7", "l7", "m6 m7 m8", "l6 m8"])
def test_the_last_moves_home_are_the_fewest(holes):
    star = with_pieces(holes)
    way = shortest_finish(star, Watch(Limits(10**6)))
    assert way is not None
    fewest = slow_finish(star)
    assert len(way) == fewest
    for number, move in enumerate(way):
        assert isinstance(think(star, Seat(0), 8, Random(1), Watch(Limits(2_000))), Move)
        star = STAR.play(star, Seat(0), move)
        if number < fewest - 1:
            reply = STAR.moves(star, Seat(1))
            star = STAR.play(star, Seat(1), next(reply))
    assert star.finished[0][0] == 0


def slow_finish(star):
    """Count the fewest moves by looking at every position that can be reached, move by move."""
    seat, corner = star.turn, star.corners[star.turn]
    others, target = star.occupied & ~star.pieces[seat], star.target(seat)
    reached, seen = {star.pieces[seat]}, set()
    for number in range(1, 5):
        after = set()
        for own in reached:
            for origin, bits in moves_of(star.rules, 2, own, own | others, corner):
                after |= {own ^ (1 << origin | 1 << to) for to in holes_in(bits)}
        if target in after:
            return number
        seen |= reached
        reached = after - seen
    return None


def test_the_own_way_that_another_bars_is_not_counted_out():
    star = with_pieces("m7")
    barred = type(star)(star.rules, star.corners, (star.pieces[0], 1 << read_hole("n1")))
    assert shortest_finish(barred, Watch(Limits(10**6))) is None


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_search_leaves_the_position_as_it_was(seats):
    star = next(some_positions(seats, 5))
    search = StarSearch(star, Watch(Limits(150)))
    moves = [
        Move(origin, to) for origin, bits in piece_moves(star, star.turn) for to in holes_in(bits)
    ]
    assert search.run(moves) in moves
    assert (tuple(search.pieces), search.occupied) == (star.pieces, star.occupied)
    assert search.depth >= 1
    with pytest.raises(ThoughtEnded):
        StarSearch(star, Watch(Limits(1)))._root(moves, 2, 0)


def test_the_seat_that_plays_on_alone_still_moves():
    """Who shares the round of the first to finish moves once more, with nobody else left."""
    star = with_pieces("m5")
    for move in shortest_finish(star, Watch(Limits(10**6))):
        star = STAR.play(star, Seat(0), move)
    assert STAR.acting(star) == (1,)
    move = think(star, Seat(1), 6, Random(1), Watch(Limits(300)))
    assert STAR.play(star, Seat(1), move)
