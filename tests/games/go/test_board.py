"""Placing, capturing, ko: the fast board and the immutable position say the same."""

from random import Random

import pytest

from goboards import cells_of, play, position
from qipan.cli.tools.game.go import perft
from qipan.games.go import GAME, GoRules, Repetition
from qipan.games.go.board import Board, chain_at, liberties
from qipan.games.go.grid import grid, handicap_points
from qipan.games.go.moves import Act, read, stone, write
from qipan.games.go.position import key_of, packed, unpacked
from qipan.games.go.stones import legal_points, put_stone
from qipan.kernel.errors import BadInput, IllegalMove


@pytest.mark.parametrize("size", [4, 26, 0, -1])
def test_a_board_has_5_to_25_lines(size):
    with pytest.raises(BadInput, match="5 to 25"):
        GAME.start(GoRules(size=size), 2, {})


@pytest.mark.parametrize("size", [5, 9, 19, 25])
def test_every_point_is_written_and_read(size):
    on = grid(size)
    assert [on.read(on.write(at)) for at in on.points] == list(on.points)
    assert len({on.write(at) for at in on.points}) == size * size


@pytest.mark.parametrize("size", [5, 9, 19, 25])
def test_a_position_that_is_kept_packed_is_the_same_position(size):
    dice = Random(size)
    seen = set()
    for _ in range(40):
        cells = bytes(cell if cell else dice.choice((0, 1, 2)) for cell in grid(size).empty)
        assert unpacked(packed(cells), len(cells)) == cells
        assert len(packed(cells)) <= len(cells) // 4 + 1
        seen |= {(0, cells, key_of(0, cells)), (1, cells, key_of(1, cells))}
    assert len({key for _, _, key in seen}) == len({(turn, cells) for turn, cells, _ in seen})


def test_there_is_no_column_i():
    with pytest.raises(BadInput):
        grid(19).read("I5")


def test_liberties_in_corner_side_and_centre():
    on, cells = cells_of("X...X ..... ..X.. ..... ..X..")
    found = [
        len(liberties(cells, on.near, chain_at(cells, on.near, on.read(text))))
        for text in ("A5", "E5", "C3", "C1")
    ]
    assert found == [2, 2, 4, 3]


@pytest.mark.parametrize("seed", range(6))
def test_board_and_position_agree_on_random_games(seed):
    dice = Random(seed)
    size = (5, 7, 9)[seed % 3]
    state = GAME.start(GoRules(size=size), 2, {})
    board = Board(size)
    for _ in range(300):
        legal = list(legal_points(state))
        for point in board.grid.points:
            if point not in legal:
                with pytest.raises(IllegalMove):
                    put_stone(state, state.turn, point)
        if not legal:
            break
        point = dice.choice(legal)
        board.play(state.colour, point)
        state = put_stone(state, state.turn, point)
        assert bytes(board.cells) == state.cells
        assert (board.prisoners[1], board.prisoners[2]) == state.prisoners
        assert board.ko == state.ko


def test_no_chain_is_ever_left_without_liberty():
    dice = Random(9)
    state = GAME.start(GoRules(size=6), 2, {})
    for _ in range(400):
        legal = list(legal_points(state))
        if not legal:
            break
        state = put_stone(state, state.turn, dice.choice(legal))
        for at in state.on.points:
            if state.cells[at]:
                chain = chain_at(state.cells, state.on.near, at)
                assert liberties(state.cells, state.on.near, chain)


PERFT = [(5, 1, 25), (5, 2, 600), (5, 3, 13800)]


@pytest.mark.parametrize(("size", "depth", "expected"), PERFT)
def test_perft(size, depth, expected):
    assert perft(depth, str(size), None) == expected


KO = ".XO.. X.XO. .XO.. ..... ....."


@pytest.mark.parametrize("superko", [Repetition.POSITIONAL, Repetition.SITUATIONAL])
def test_superko_bars_a_ko_after_two_passes_and_resumption(superko):
    start = position(KO, turn=1, repetition=superko)
    state = play(start, "b4,pass,pass,t:resume b")
    with pytest.raises(IllegalMove) as caught:
        play(state, "C4")
    assert caught.value.code == "go.superko"
    allowed = play(position(KO, turn=1), "b4,pass,pass,t:resume b,C4")
    assert allowed.prisoners == (1, 1)


@pytest.mark.parametrize(
    ("size", "stones", "expected"),
    [
        (19, 2, "D4 Q16"),
        (19, 4, "D4 D16 Q4 Q16"),
        (19, 5, "D4 D16 K10 Q4 Q16"),
        (19, 9, "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"),
        (9, 4, "C3 C7 G3 G7"),
        (13, 5, "D4 D10 G7 K4 K10"),
    ],
)
def test_handicap_stones_stand_on_customary_points(size, stones, expected):
    on = grid(size)
    assert sorted(on.write(at) for at in handicap_points(size, stones)) == sorted(expected.split())
    state = GAME.start(GoRules(size=size), 2, {"handicap": stones})
    assert (state.turn, state.cells.count(1)) == (1, stones)


@pytest.mark.parametrize(
    "setup",
    [
        {"handicap": 10},
        {"handicap": True},
        {"handicap": "4"},
        {"black": "Q16"},
        {"black": ["Q16"], "white": ["Q16"]},
        {"black": ["A1"], "white": ["A2", "B1"]},
        {"turn": 2},
        {"other": 1},
        {"black": [7]},
    ],
)
def test_a_wrong_setup_is_refused(setup):
    with pytest.raises(BadInput):
        GAME.start(GoRules(), 2, setup)


MOVES = [
    "Q16",
    "pass",
    "dead Q16",
    "neutral A1",
    "set Q16=b R3=. A1=w",
    "close Q16=w",
    "fine b 2 go.wrong-hand",
    "resume",
    "resume w",
    "count 9f86d081",
    "choice b",
    "mutual",
    "no-result",
    "both-lose",
]


@pytest.mark.parametrize("text", MOVES)
def test_moves_are_read_and_written(text):
    on = grid(19)
    assert write(read(text, on), on) == text


@pytest.mark.parametrize(
    "text",
    [
        *("stone", "dead", "dead I5", "set", "set Q16", "set Q16=x", "set Q16=b Q16=w"),
        *("fine b 0 go.x", "fine x 2 go.x", "fine b 2 nokey", "fine b ² go.x", "count a b"),
        *("choice", "Q16 Q17", "pass b"),
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(BadInput):
        read(text, grid(19))


def test_a_stone_reads_in_either_case():
    assert read("q16", grid(19)) == stone(grid(19).read("Q16"))
    assert read("PASS", grid(19)).act is Act.PASS
