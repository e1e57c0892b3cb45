"""Xiangqi against published move counts and rulings."""

import json

import pytest

from qipan.games.xiangqi import perft, read_fen
from vectors import vectors


def test_move_counts_of_51_positions():
    positions = json.loads(vectors("xiangqi", "perft.json").read_text())["positions"]
    wrong, checked = [], 0
    for position in positions:
        board = read_fen(position["fen"])
        want = position.get("measured_1_4") or position["measured_1_3"]
        for depth, count in enumerate(want[:2], 1):
            checked += 1
            if perft(board, depth) != count:
                wrong.append((position["fen"], depth))
    assert (wrong, len(positions), checked) == ([], 51, 102)


@pytest.mark.parametrize("index", range(6))
def test_move_counts_three_deep(index):
    position = json.loads(vectors("xiangqi", "perft.json").read_text())["positions"][index]
    assert perft(read_fen(position["fen"]), 3) == position["measured_1_4"][2]
