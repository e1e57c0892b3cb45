"""The network of the strongest Go levels: exact, the same from all sides, and sensible in play."""

import subprocess
import sys
from math import tanh
from random import Random

import pytest

from qipan.games import game_named
from qipan.games.computer_players import computer_of_level
from qipan.games.go.grid import grid
from qipan.games.go.moves import PASS
from qipan.games.go.network.guided import guided_move
from qipan.games.go.network.look import exact, look
from qipan.games.go.network.planes import PLANES, planes
from qipan.games.go.network.tree import COST, LookTree
from qipan.games.go.network.weights import weights
from qipan.games.go.rules import GoRules
from qipan.games.go.search.rollout import Rollout
from qipan.games.go.stones import legal_points
from qipan.kernel.ids import Seat
from qipan.kernel.thinking import Limits, Watch
from server import SOURCE

GO = game_named("go")


def played(size, moves, seed):
    """Put stones at random, sensibly; give the board, who is to move and the last two moves."""
    on, dice = grid(size), Random(seed)
    board, mine, last, before = Rollout(on.empty, on), 1, 0, 0
    board.restart()
    for _ in range(moves):
        points = sorted(at for at in board.empties if board.sensible(mine, at))
        if not points:
            break
        at = dice.choice(points)
        board.put(mine, at)
        mine, last, before = 3 - mine, at, last
    return board, mine, last, before


def whole(layer):
    return [[int(each) for each in row] for row in layer.weights.T]


def heard(values):
    return [min(255, max(0, round(value))) for value in values]


def plainly(board, mine, last, before):
    """Go through the network point by point in plain Python; sums are whole numbers."""
    learnt, on = weights(), board.grid
    seen = planes(board, mine, last, before)
    found = {at: [int(plane in seen[at]) for plane in range(PLANES)] for at in on.points}

    def around(found, layer):
        width, rows, told = on.size + 1, whole(layer), {}
        nothing = [0] * (len(rows[0]) // 9)
        for at in on.points:
            nine = []
            for row in (-width, 0, width):
                for column in (-1, 0, 1):
                    nine += found.get(at + row + column, nothing)
            there = [(number, each) for number, each in enumerate(nine) if each]
            told[at] = [sum(row[number] * each for number, each in there) for row in rows]
        return told

    def worth(sums, layer):
        pairs = zip(sums, layer.scale.tolist(), layer.bias.tolist(), strict=True)
        return [total * scale + bias for total, scale, bias in pairs]

    first = around(found, learnt.first)
    found = {at: heard(worth(first[at], learnt.first)) for at in on.points}
    for number, (one, two) in enumerate(learnt.blocks):
        middle = {at: worth(sums, one) for at, sums in around(found, one).items()}
        if number == len(learnt.blocks) // 2:
            means = [
                round(sum(found[at][channel] for at in on.points) * 8 / len(on.points))
                for channel in range(learnt.channels)
            ]
            sums = [sum(a * b for a, b in zip(row, means, strict=True))
                    for row in whole(learnt.overall)]  # fmt: skip
            more = worth(sums, learnt.overall)
            middle = {at: [a + b for a, b in zip(middle[at], more, strict=True)] for at in middle}
        deeper = around({at: heard(middle[at]) for at in middle}, two)
        found = {
            at: heard([a + b for a, b in zip(found[at], worth(deeper[at], two), strict=True)])
            for at in on.points
        }
    return {
        at: worth([sum(a * b for a, b in zip(row, found[at], strict=True))
                   for row in whole(learnt.head)], learnt.head)
        for at in on.points
    }  # fmt: skip


@pytest.mark.parametrize(("size", "moves"), [(5, 6), (7, 20)])
def test_a_look_is_what_plain_whole_numbers_give(size, moves):
    """Roundings of a half may fall either way in single precision: points agree within a hair."""
    board, mine, last, before = played(size, moves, seed=size)
    told, seen = plainly(board, mine, last, before), look(board, mine, last, before)
    for at, owned in zip(board.grid.points, seen.owned, strict=True):
        assert owned == pytest.approx(tanh(told[at][1] / 2), abs=0.02)
    likeliest = max((at for _, at in seen.chances), key=lambda at: told[at][0])
    assert told[likeliest][0] == pytest.approx(told[seen.chances[0][1]][0], abs=0.05)
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)


def test_no_sum_of_the_network_is_ever_rounded():
    assert exact(weights())


@pytest.mark.parametrize("way", range(8))
def test_a_board_seen_from_another_side_is_the_turned_board(way):
    """What one side sees in the board, the first side sees in the board turned the other way."""
    size, most = 9, 8
    on = grid(size)
    board, mine, last, before = played(size, 30, seed=3)

    def turned(at):
        if not at:
            return 0
        column, row = on.place(at)
        column, row = (most - column if way & 1 else column), (most - row if way & 2 else row)
        return on.at(row, column) if way & 4 else on.at(column, row)

    cells = bytearray(on.empty)
    for at in on.points:
        cells[turned(at)] = board.colour[at]
    other = Rollout(bytes(cells), on, turned(board.ko))
    other.restart()
    here = look(board, mine, last, before, way)
    there = look(other, mine, turned(last), turned(before))
    assert {turned(at): chance for chance, at in here.chances} == {
        at: pytest.approx(chance) for chance, at in there.chances
    }
    owned = dict(zip(on.points, there.owned, strict=True))
    assert [owned[turned(at)] for at in on.points] == pytest.approx(here.owned)


def test_who_is_far_ahead_is_seen_to_win():
    rows = ["X" * 9] * 5 + ["." * 9] + ["O" * 9] * 2 + ["." * 9]
    on = grid(9)
    cells = bytearray(on.empty)
    for line, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark != ".":
                cells[on.at(column, 8 - line)] = 1 if mark == "X" else 2
    for at in ("A9", "C9", "E7", "A1"):  # room to breathe
        cells[on.read(at)] = 0
    board = Rollout(bytes(cells), on)
    board.restart()
    black, white = look(board, 1, 0, 0), look(board, 2, 0, 0)
    assert black.wins_with(7.5) > 0.9
    assert white.wins_with(-7.5) < 0.1
    assert black.wins_with(60) < 0.5


def begun(size, moves=()):
    rules = GoRules(size=size, counting="area", second_passes=False)
    state = GO.start(rules, 2, {"black": [], "white": [], "turn": 0})
    for text in moves:
        state = GO.play(state, state.turn, GO.read(state, state.turn, text))
    return state


@pytest.mark.parametrize("size", [9, 13], ids=["games led", "looks led"])
def test_the_same_seed_and_nodes_give_the_same_move_and_it_is_legal(size):
    state = begun(size, ["E5", "E3", "C6"])
    moves = [guided_move(state, Random(4), Watch(Limits(20 * COST)), set()) for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in legal_points(state)


def test_games_from_the_empty_board_do_not_all_begin_alike():
    firsts = set()
    for seed in range(12):
        state = begun(13)
        way = []
        for turn in range(4):
            at = guided_move(state, Random(10 * seed + turn), Watch(Limits(12 * COST)), set())
            way.append(at)
            state = GO.play(state, state.turn, GO.read(state, state.turn, state.on.write(at)))
        firsts.add(tuple(way))
    assert len(firsts) > 3


def test_a_search_keeps_to_its_nodes_and_counts_every_look():
    state = begun(9)
    board = Rollout(state.cells, state.on)
    tree = LookTree(board, 1, (0, 0), 7.5, Random(1))
    watch = Watch(Limits(30 * COST))
    tree.run(watch)
    assert tree.looks <= 30
    assert sum(times for times, _, _ in tree.ranked()) == tree.looks - 1


DEAD_BUT_NOT_TO_THE_NETWORK = """
    ......XXO.X..OOOOO.
    .XXXX.XOOO.OOXXXXOX
    XXXXOX.OX.O.X.X..X.
    XOXOOX.OXXOOOX..X..
    OOXOXX.OX.OXXXOO...
    .OOOXOOOXXXO.XXOOX.
    ..OXXXOXXXOO.XO.OX.
    ..OOX.XXOOOXXXOOOX.
    .OOXX.X.O.OX..XOXXX
    .OXX.XOO...OX.XOXO.
    ..OX.XXO..O.OXXOO.O
    OOOX.XOO..OOOOXOOO.
    OXX.XO....OXXX.XXXX
    X..XO.O..OXXX.X.X.X
    ..XO.O....O.XXXOOOX
    ..XO.OOO.O.OOOOOOXX
    .XOOOXXXXO......OOO
    .XXO.O...XO........
    ..XXO..............
"""
"""A game beside GNU Go at move 240. White's stones of the left side and of the top are lost, and so
was the game, by 61.5; the network has them alive, and White 39 points ahead."""


def test_games_to_the_end_tell_what_the_network_does_not_see():
    on = grid(19)
    cells = list(on.empty)
    for row, line in enumerate(DEAD_BUT_NOT_TO_THE_NETWORK.split()):
        for column, mark in enumerate(line):
            cells[on.at(column, 18 - row)] = ".XO".index(mark)
    board = Rollout(bytes(cells), on)
    board.restart()
    assert look(board, 1, 0, 0).ahead < -20, "the network sees it now: another position is needed"
    tree = LookTree(board, 1, (0, 0), 7.5, Random(1))
    alone = look(board, 1, 0, 0).wins_with(7.5)
    tree.run(Watch(Limits(60 * COST)))
    assert tree.ranked()[0][1] > alone + 0.25


@pytest.mark.parametrize("size", [9, 13])
@pytest.mark.parametrize("level", [7, 8])
def test_the_strongest_levels_pass_when_all_is_settled(size, level):
    """Rows of walls and of eyes, Black on the left: nothing is open anywhere."""
    half = size // 2
    walls = "X" * half + "O" * (size - half)
    eyes = ("X." * half)[: half - 1] + "XO" + (".O" * half)[: size - half - 1]
    stones = {"X": [], "O": []}
    for row in range(size):
        for column, mark in enumerate(eyes if row % 2 else walls):
            if mark != ".":
                stones[mark].append(grid(size).write(grid(size).at(column, row)))
    rules = GoRules(size=size, counting="area", second_passes=False)
    setup = {"black": stones["X"], "white": stones["O"], "turn": 1}
    state = GO.start(rules, 2, setup)
    assert computer_of_level(GO, level)(state, Seat(1), Random(2)) == PASS


MISSING = "import sys; sys.modules['numpy'] = None\n"
BROKEN = """import sys
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            raise ImportError("built for another machine")
sys.meta_path.insert(0, Broken())
"""


@pytest.mark.parametrize("before", [MISSING, BROKEN], ids=["missing", "broken"])
def test_without_numpy_the_strongest_levels_search_by_games_to_the_end_and_say_so_once(before):
    code = (
        f"{before}"
        "from random import Random\n"
        "from qipan.games import game_named\n"
        "from qipan.games.go.computer import think\n"
        "from qipan.games.go.rules import GoRules\n"
        "from qipan.kernel.thinking import Limits, Watch\n"
        "game = game_named('go')\n"
        "rules = GoRules(size=9, counting='area', second_passes=False)\n"
        "state = game.start(rules, 2, {'black': [], 'white': [], 'turn': 0})\n"
        "watch = Watch(Limits(3000))\n"
        "print(game.write(state, 0, think(state, 0, 8, Random(1), watch)), watch.nodes)\n"
        "think(state, 0, 7, Random(1), Watch(Limits(600)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"},
        check=True,
        timeout=60,
    )
    point, nodes = done.stdout.split()
    assert grid(9).read(point)
    assert int(nodes) >= 2900
    assert done.stderr.count("numpy cannot be imported") == 1
