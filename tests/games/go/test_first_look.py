"""What the Go player sees before it searches: ladders, features of moves, and their chances."""

from random import Random

import pytest

from qipan.games.go.board import Board, chain_at, liberties
from qipan.games.go.grid import BLACK, WHITE, grid
from qipan.games.go.search.chains import liberty_masks, points_of
from qipan.games.go.search.features import Tactics, features
from qipan.games.go.search.ladder import LadderReader
from qipan.games.go.search.policy import chances, turned, weights
from qipan.games.go.search.rollout import Rollout
from qipan.kernel.errors import IllegalMove


def picture(rows):
    """Read a board, X Black and O White, the highest row first."""
    on = grid(len(rows))
    cells = bytearray(on.empty)
    for line, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark in "XO":
                cells[on.at(column, len(rows) - 1 - line)] = BLACK if mark == "X" else WHITE
    return on, bytes(cells)


LADDER = ["..X......", "..XO.....", "...X.....", "........."]
LADDERS = [
    # id                              rows                                          chain  taken
    ("to the edge", ["." * 9] * 5 + LADDER, "D3", True),
    ("a stone in the way", ["." * 9] * 3 + ["......O..", "." * 9] + LADDER, "D3", False),
    (
        "who chases is taken",
        ["." * 9] * 5 + ["..X......", "..XO.....", "..OX.....", "...O....."],
        "D3", False,
    ),
    ("three liberties", ["." * 9] * 7 + ["...XO....", "...X....."], "E2", False),
    ("on the first line", ["." * 9] * 7 + ["....X....", "...XO...."], "E1", True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "chain", "taken"), [case[1:] for case in LADDERS], ids=[case[0] for case in LADDERS]
)
def test_ladders_are_read(rows, chain, taken):
    on, cells = picture(rows)
    reader = LadderReader(cells, on.near)
    assert bool(reader.taken_at(on.read(chain))) == taken
    assert bytes(reader.cells) == cells


class Cycle(Exception):
    """A board came back: kos are not read."""


def slowly_taken(cells, on, at, way=()):
    """Say whether a chain is taken by keeping it in atari: every stone on a new board."""
    if cells in way:
        raise Cycle
    free = liberties(cells, on.near, chain_at(cells, on.near, at))
    if len(free) != 2:
        return len(free) < 2
    found = [slowly_atari(cells, on, at, stone, (*way, cells)) for stone in free]
    return any(found)


def slowly_atari(cells, on, at, stone, way):
    colour = cells[at]
    after = put(cells, on, 3 - colour, stone)
    if after is None:
        return False
    chain = chain_at(after, on.near, at)
    beside = {by for each in chain for by in on.near[each] if after[by] == 3 - colour}
    answers = liberties(after, on.near, chain)
    for by in beside:
        free = liberties(after, on.near, chain_at(after, on.near, by))
        answers |= free if len(free) == 1 else set()
    boards = [put(after, on, colour, answer) for answer in answers]
    found = [board is None or slowly_taken(board, on, at, way) for board in boards]
    return all(found)


def put(cells, on, colour, at):
    """Give the cells after a stone, or None for suicide; a ko is not looked at."""
    board = Board(on.size)
    board.cells = list(cells)
    try:
        board.play(colour, at)
    except IllegalMove:
        return None
    return bytes(board.cells)


def random_board(size, stones, seed):
    on, dice = grid(size), Random(seed)
    board = Rollout(on.empty, on)
    board.restart()
    for number in range(stones):
        legal = sorted(at for at in board.empties if board.sensible(1 + number % 2, at))
        board.put(1 + number % 2, dice.choice(legal))
    return on, board


def test_ladders_are_those_of_the_slow_way():
    asked = taken = 0
    for seed in range(25):
        on, board = random_board(7, 24, seed)
        cells = bytes(board.colour)
        reader = LadderReader(cells, on.near, 10_000)
        for chain, mask in liberty_masks(board).items():
            if mask.bit_count() == 2:
                try:
                    slow = slowly_taken(cells, on, chain)
                except Cycle:
                    continue
                asked += 1
                assert bool(reader.taken_at(chain)) == slow
                taken += slow
        assert bytes(reader.cells) == cells
    assert 5 < taken < asked - 5


def test_liberties_are_those_of_the_plain_board():
    on, board = random_board(9, 40, 3)
    for chain, mask in liberty_masks(board).items():
        stones = chain_at(board.colour, on.near, chain)
        assert set(points_of(mask)) == liberties(board.colour, on.near, stones)


def mirrored(on, board, turn):
    """Give the board turned by a quarter, with the colours exchanged."""
    cells = bytearray(on.empty)
    for at in on.points:
        cells[turn[at]] = (0, 2, 1)[board.colour[at]]
    other = Rollout(cells, on)
    other.restart()
    return other


@pytest.mark.parametrize("size", [9, 13])
def test_chances_do_not_depend_on_the_side_one_looks_from(size):
    on, board = random_board(size, 30, size)
    turn = {at: on.at(size - 1 - on.place(at)[1], on.place(at)[0]) for at in on.points}
    last, before = (next(at for at in on.points if board.colour[at] == side) for side in (2, 1))
    here = chances(board, BLACK, last, before)
    there = {at: share for share, at in chances(mirrored(on, board, turn), WHITE, turn[last],
                                                turn[before])}  # fmt: skip
    assert sum(share for share, _ in here) == pytest.approx(1)
    assert here == sorted(here, key=lambda pair: -pair[0])
    assert len(here) == len(there)
    for share, at in here:
        assert there[turn[at]] == pytest.approx(share)


def test_a_chain_that_would_run_out_is_taken_or_saved():
    rows = ["." * 9] * 4 + [".....O...", "...X.....", "..XO.....", "..XOX....", "...X....."]
    on, cells = picture(rows)
    board = Rollout(cells, on)
    board.restart()
    for mine in (BLACK, WHITE):
        assert on.read("E3") in [at for _, at in chances(board, mine, 0, 0)[:3]]


def test_eyes_are_not_among_the_moves():
    on, cells = picture([".X.X.", "XXXXX", "OOOOO", "O.O.O", "OOOOO"])
    board = Rollout(cells, on)
    board.restart()
    for mine in (BLACK, WHITE):
        eyes = {at for at, _ in features(board, mine, 0, 0)}
        assert not eyes & {on.read(text) for text in ("B2 D2" if mine == 2 else "A5 C5 E5").split()}


def test_every_weight_is_of_a_known_family_and_shapes_have_up_to_eight_sides():
    found = weights()
    assert len(found) > 1_000
    assert all(abs(worth) < 20 for worth in found.values())
    assert all(1 <= len(turned(feature)) <= 8 for feature in list(found)[:500])


EMPTY_ROW = "." * 9
STAKES = [
    # id                      rows                                               Black's, White's
    ("run out or be taken",
     [EMPTY_ROW] * 4 + ["...O.....", "..OXO....", "..OXO....", EMPTY_ROW, EMPTY_ROW],
     {"D2": 2}, {"D2": 2}),
    ("a ladder that works",
     [EMPTY_ROW] * 5 + ["..X......", "..XO.....", "...X.....", EMPTY_ROW],
     {}, {"D4": 1, "E3": 1}),
    ("a ladder that does not",
     [EMPTY_ROW] * 3 + ["......O..", EMPTY_ROW, "..X......", "..XO.....", "...X.....", EMPTY_ROW],
     {}, {}),
    ("joined in an own area",
     [".XXO.O.O.", "XXXOOOOOO", ".XXO...OO", "XXXOOOOOO", "XX.XXXXXO", "XXXOOOOOO", ".XXO...OO",
      "XXXOOOOOO", ".XXO.O.O."],
     {"C5": 5}, {"C5": 5}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "black", "white"), [case[1:] for case in STAKES], ids=[case[0] for case in STAKES]
)
def test_what_is_at_stake_is_the_stones_saved_or_taken(rows, black, white):
    on, cells = picture(rows)
    board = Rollout(cells, on)
    board.restart()
    for colour, expected in ((BLACK, black), (WHITE, white)):
        stakes = Tactics(board, colour, 0).stakes
        assert {on.write(at): stones for at, stones in stakes.items()} == expected


def test_the_more_stones_are_at_stake_the_likelier_the_move():
    """Two chains in atari that run out the same way, of three stones and of six."""
    on, cells = picture(
        [EMPTY_ROW, "OOOO.....", "OXXX.....", "OOOO.....", EMPTY_ROW, "OOOOOOO..", "OXXXXXX..",
         "OOOOOOO..", EMPTY_ROW]
    )  # fmt: skip
    board = Rollout(cells, on)
    board.restart()
    found = [on.write(at) for _, at in chances(board, BLACK, 0, 0)]
    assert found[:2] == ["H3", "E7"]
