"""The star board and how pieces move on it."""

from random import Random

import pytest

from games.chinese_checkers.star import position, reachable, triangle
from qipan.games.chinese_checkers import GAME, CheckersRules, Lock, ThreeSeats
from qipan.games.chinese_checkers.board import (
    CUBES,
    DIRECTIONS,
    HOLES,
    NAMES,
    NEIGHBOURS,
    TRIANGLES,
    distances,
    holes_in,
    opposite,
)
from qipan.games.chinese_checkers.movement import destinations, path
from qipan.games.chinese_checkers.perft import perft
from qipan.games.chinese_checkers.state import beginning
from qipan.kernel.errors import BadInput


def test_the_board_is_a_star():
    assert (HOLES, len(set(NAMES))) == (121, 121)
    assert sum(near.bit_count() for near in NEIGHBOURS) == 2 * 312
    assert all(triangle.bit_count() == 10 for triangle in TRIANGLES)
    assert (NAMES[0], NAMES[-1], NAMES[10], NAMES[22]) == ("a1", "q1", "e1", "e13")
    for corner in range(6):
        assert max(distances(corner)) == 16
        assert {distances(corner)[h] for h in holes_in(TRIANGLES[corner])} == {0, 1, 2, 3}
        assert opposite(opposite(corner)) == corner


@pytest.mark.parametrize(("players", "counts"), [(6, (14, 199, 2828)), (2, (14, 196, 4760))])
def test_counts_from_the_start(players, counts):
    assert tuple(perft(beginning(CheckersRules(), players), n) for n in (1, 2, 3)) == counts


def test_one_step_or_jumps_but_never_both():
    far = triangle(0)
    state = position([f"i5 i6 {triangle(3, 'q1 p1')}", far], rules=CheckersRules(lock=Lock.OFF))
    # i5 steps to its free neighbours, or jumps over i6 to i7; it does not go on from a step
    assert "i7" in reachable(state, "i5")
    assert "i8" not in reachable(state, "i5")
    assert len(reachable(state, "i5")) == 5 + 1


def plain_reach(cubes, start, kept):
    """Jump with plain coordinates, one landing after another."""
    seen, waiting = {start}, [start]
    while waiting:
        x, y, z = waiting.pop()
        for dx, dy, dz in DIRECTIONS:
            over, to = (x + dx, y + dy, z + dz), (x + 2 * dx, y + 2 * dy, z + 2 * dz)
            if over not in cubes or to in cubes or to not in CUBES or to in seen:
                continue
            if (x, y, z) in kept and to not in kept:
                continue
            seen.add(to)
            waiting.append(to)
    near = {(start[0] + dx, start[1] + dy, start[2] + dz) for dx, dy, dz in DIRECTIONS}
    steps = {cube for cube in near if cube in CUBES and cube not in cubes}
    return (seen | steps) - {start}


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("lock", list(Lock))
def test_destinations_agree_with_plain_coordinates(seed, lock):
    dice = Random(seed)
    holes = dice.sample(range(HOLES), 60)
    start, occupied = holes[0], sum(1 << hole for hole in holes)
    target = TRIANGLES[seed % 6]
    inside = {CUBES[hole] for hole in holes_in(target)}
    others = {CUBES[hole] for hole in holes[1:]}
    found = plain_reach(others, CUBES[start], inside if lock is Lock.EVERY_LANDING else set())
    if lock is not Lock.OFF and CUBES[start] in inside:
        found &= inside
    reach = holes_in(destinations(start, occupied, target, lock))
    assert {CUBES[hole] for hole in reach} == found
    for to in reach:
        way = path(start, to, occupied, target, lock)
        assert (way[0], way[-1]) == (start, to)


LOCKS = [
    # n2, in its target, could jump out to l5, on to l7, and back in to n4
    (Lock.EVERY_LANDING, "n1 n3 o1 o2"),
    (Lock.END_OF_TURN, "n1 n3 n4 o1 o2"),
    (Lock.OFF, "l5 l7 m7 n1 n3 n4 o1 o2"),
]


@pytest.mark.parametrize(("lock", "wanted"), LOCKS)
def test_the_target_lock_by_landing_and_by_turn(lock, wanted):
    pieces = [f"n2 {triangle(0, 'd1')}", f"m6 l6 m8 {triangle(4, 'm1 m2 m3')}"]
    assert reachable(position(pieces, rules=CheckersRules(lock=lock)), "n2") == wanted.split()


@pytest.mark.parametrize(
    ("players", "corners"),
    [
        (2, "N S"),
        (3, "N NE S"),
        (4, "N NE S SW"),
        (5, "N NE SE S SW"),
        (6, "N NE SE S SW NW"),
    ],
)
def test_seats(players, corners):
    state = GAME.start(CheckersRules(), players, {})
    assert GAME.view(state, None).corners == corners.split()


def test_three_may_sit_apart():
    state = GAME.start(CheckersRules(three_seats=ThreeSeats.APART), 3, {})
    assert GAME.view(state, None).corners == ["N", "SE", "SW"]


@pytest.mark.parametrize(
    ("players", "setup"),
    [
        (1, {}),
        (7, {}),
        (2, {"board": "."}),
        (2, {"board": "." * 121}),
        (2, {"board": 5}),
        (2, {"fen": ""}),
    ],
)
def test_wrong_starts_are_refused(players, setup):
    with pytest.raises(BadInput):
        GAME.start(CheckersRules(), players, setup)


@pytest.mark.parametrize(
    "rules",
    [
        CheckersRules(round_cap=-1),
        CheckersRules(blocked_own=0),
        CheckersRules(leave_home_from=10**9),
    ],
)
def test_rules_out_of_bounds(rules):
    with pytest.raises(BadInput):
        GAME.start(rules, 2, {})
