"""The search for Go: its board against plain counting, its moves, its passes, its resignation."""

from decimal import Decimal
from random import Random

import pytest

from qipan.games import game_named
from qipan.games.computer_players import computer_of_level, gives_up
from qipan.games.go.board import Board, breathless, chain_at, liberties
from qipan.games.go.grid import BLACK, grid
from qipan.games.go.moves import PASS, Act
from qipan.games.go.rules import GoRules, preset
from qipan.games.go.search.local_shapes import AROUND
from qipan.games.go.search.rollout import Rollout
from qipan.games.go.search.settled import black_needs
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Resignation
from qipan.play.thinking.process import Thought

GO = game_named("go")
SIZE = 9


def at_board(rows, turn=0, rules=None):
    """Start from a picture: X Black, O White, the highest row first."""
    stones = {"X": [], "O": []}
    for line, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark in stones:
                stones[mark].append(
                    grid(len(rows)).write(grid(len(rows)).at(column, len(rows) - 1 - line))
                )
    rules = rules or GoRules(size=len(rows), counting="area", second_passes=False)
    return GO.start(rules, 2, {"black": stones["X"], "white": stones["O"], "turn": turn})


@pytest.mark.parametrize("size", [5, 9, 13])
def test_the_board_of_the_search_is_the_plain_board(size):
    """Moves at random on both: stones, single liberties, the code around each point, the ko."""
    on, dice = grid(size), Random(size)
    fast, plain = Rollout(on.empty, on), Board(size)
    fast.restart()
    mine = BLACK
    for _ in range(3 * size * size):
        legal = [at for at in fast.empties if fast.sensible(mine, at)]
        if not legal:
            break
        at = dice.choice(sorted(legal))
        fast.put(mine, at)
        plain.play(mine, at)
        mine = 3 - mine
        assert [fast.colour[p] for p in on.points] == [plain.cells[p] for p in on.points]
        assert fast.ko == (plain.ko if plain.banned == mine else 0)
        for point in on.points:
            around = [plain.cells[point + c + r * (size + 1)] for c, r in AROUND]
            assert fast.shapes[point] == sum(c << 2 * n for n, c in enumerate(around))
            if plain.cells[point]:
                chain = chain_at(plain.cells, on.near, point)
                free = liberties(plain.cells, on.near, chain)
                assert not breathless(plain.cells, on.near, point)
                only = fast.atari.get(fast.libs[fast.head[point]], 0)
                assert only == (next(iter(free)) if len(free) == 1 else 0)


def test_a_playout_ends_with_every_point_held():
    on = grid(SIZE)
    board = Rollout(on.empty, on)
    for seed in range(5):
        board.restart()
        assert board.to_the_end(BLACK, 0, Random(seed).random) < 3 * 81
        held = board.owners()
        assert sum(held[at] in (1, 2) for at in on.points) >= 75


CHOICES = [
    # id                      rows, Black to move                     komi  good moves
    (
        "takes a chain in atari",
        ["....XOOOO", ".XXXXO.OO", ".XOOXOOOO", ".XOOXOO.O", "..X.OOOOO", "..XXOOOOO",
         "...XXOOOO", "...XOO.OO", "...XOOOOO"],
        0, "D5",
    ),
    (
        "makes two eyes of three points",
        ["...XO.O.O", "XXXXOOOOO", "OOOOOOOOO", "XXXXXXXXX", ".X.X.X.X.", "XXXXXXXXX",
         "OOOOOOOOO", "O.O.O.O.O", "OOOOOOOOO"],
        -15, "B9",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "komi", "good"), [case[1:] for case in CHOICES], ids=[case[0] for case in CHOICES]
)
def test_the_search_finds_what_decides(rows, komi, good):
    rules = GoRules(size=9, counting="area", second_passes=False, komi=Decimal(komi))
    state = at_board(rows, rules=rules)
    move = computer_of_level(GO, 5)(state, Seat(0), Random(1))
    assert GO.write(state, Seat(0), move) in good.split()


IN_ATARI = [".XXO.O.O.", "XXXOOOOOO", ".XXO...OO", "XXXOOOOOO", "XX.XXXXXO", "XXXOOOOOO",
            ".XXO...OO", "XXXOOOOOO", ".XXO.O.O."]  # fmt: skip


@pytest.mark.parametrize("level", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("seat", [0, 1], ids=["saved", "taken"])
def test_stones_in_atari_are_saved_or_taken_where_the_area_seems_settled(seat, level):
    """The one point that matters has Black on all sides: an eye, were no stones in atari."""
    state = at_board(IN_ATARI, turn=seat)
    move = computer_of_level(GO, level)(state, Seat(seat), Random(1))
    assert GO.write(state, Seat(seat), move) == "C5"


FINISHED = ["XXXXOOOOO", "X..XO...O", "XXXXOOOOO", ".X.XO.O.O", "XXXXOOOOO", "X.XXOO..O",
            "XXXXOOOOO", "X..XO..OO", "XXXXOOOOO"]  # fmt: skip
SETTLED = ["..XO.....", "..XO.....", "..XO.....", "..XO.....", "..XO.....", "..XO.....",
           "..XO.....", "..XO.....", "..XO....."]  # fmt: skip


@pytest.mark.parametrize("counting", ["area", "territory"])
@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_nothing_is_played_where_all_is_settled(counting, level):
    rules = GoRules(size=9, counting=counting, second_passes=False)
    board = at_board(FINISHED, turn=0, rules=rules)
    assert computer_of_level(GO, level)(board, Seat(0), Random(2)) == PASS


@pytest.mark.parametrize("seed", [4, 6])
def test_a_game_of_lower_levels_comes_to_its_count(seed):
    """A pass leaves no boundary open: nobody resumes and passes, again and again."""
    rules = GoRules(size=9, counting="area", second_passes=False, repetition="positional-superko")
    state, dice = GO.start(rules, 2, {}), Random(seed)
    for _ in range(200):
        if GO.outcome(state) is not None:
            break
        seat = GO.acting(state)[0]
        if gives_up(GO, state, seat, dice):
            break
        level = 3 - (seat + seed) % 2
        state = GO.play(state, seat, computer_of_level(GO, level)(state, seat, dice))
    else:
        pytest.fail(f"still {state.phase} after 200 acts")


def test_a_pass_is_answered_by_a_pass_where_the_count_wins():
    """White has 54 points of 81 and komi; Black has passed."""
    state = at_board(SETTLED, turn=0)
    state = GO.play(state, Seat(0), PASS)
    assert computer_of_level(GO, 8)(state, Seat(1), Random(1)) == PASS


def test_komi_and_odds_are_what_black_needs():
    chinese = GO.start(preset("chinese"), 2, {"handicap": 4})
    assert black_needs(chinese) == 7.5 + 4
    assert black_needs(GO.start(preset("aga"), 2, {"handicap": 4})) == 7.5 + 3
    assert black_needs(GO.start(preset("korean"), 2, {"handicap": 4})) == 6.5


@pytest.mark.parametrize("setup", [{}, {"handicap": 4}], ids=["even", "handicap"])
def test_a_large_board_is_opened_in_corners_and_on_sides(setup):
    """The first look alone: the first ten stones stand on the third line or higher."""
    state, dice = GO.start(preset("chinese"), 2, setup), Random(1)
    for _ in range(10):
        seat = GO.acting(state)[0]
        move = computer_of_level(GO, 3)(state, seat, dice)
        column, row = state.on.place(move.at[0])
        assert 2 <= min(column, row, 18 - column, 18 - row) <= 5
        state = GO.play(state, seat, move)


def test_superko_is_kept():
    """A stone that the book in force forbids is never chosen, whatever the search thinks."""
    rules = GoRules(size=5, counting="area", second_passes=False, repetition="positional-superko")
    state, dice = GO.start(rules, 2, {}), Random(5)
    for _ in range(60):
        seat = GO.acting(state)[0]
        if state.phase != "play":
            break
        state = GO.play(state, seat, computer_of_level(GO, 2)(state, seat, dice))


def test_a_lost_game_is_given_up_and_an_open_one_is_not():
    lost = at_board(["." * 9] + ["XXXXXXXXX", "X.X.X.X.X"] * 3 + ["XXXXXXXXX", "O........"], turn=1)
    assert gives_up(GO, lost, Seat(1), Random(1))
    assert isinstance(Thought("t", "go", 4, Seat(1), lost, 3).move(), Resignation)
    open_board = GO.start(GoRules(size=9), 2, {})
    assert not gives_up(GO, open_board, Seat(0), Random(1))
    assert not gives_up(game_named("gomoku"), None, Seat(0), Random(1))
    assert Thought("t", "go", 1, Seat(0), open_board, 3).move().act is Act.STONE
