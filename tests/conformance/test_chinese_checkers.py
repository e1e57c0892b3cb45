"""The star board agrees with the stored facts, counts and positions."""

import json

from qipan.cli.tools.game.chinese_checkers import perft, rule
from qipan.games.chinese_checkers import board
from vectors import vectors

MOST = 600_000
"""Larger counts are for the benchmark."""


def stored(kind):
    lines = vectors("chinese-checkers.jsonl").read_text("utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["kind"] == kind]


def test_board():
    (facts,) = stored("board")
    rows = [cube[2] for cube in board.CUBES]
    assert facts["holes"] == board.HOLES
    assert facts["row_lengths_top_to_bottom"] == [rows.count(row) for row in range(-8, 9)]
    assert facts["neighbour_pairs"] == sum(near.bit_count() for near in board.NEIGHBOURS) // 2
    assert facts["seats_clockwise"] == list(board.CORNERS)
    assert {triangle.bit_count() for triangle in board.TRIANGLES} == {facts["triangle_holes"]}


def test_counts():
    cases = [case for case in stored("perft") if case["count"] <= MOST]
    assert len(cases) == 9
    found = [perft(case["depth"], None, case["players"]) for case in cases]
    assert found == [case["count"] for case in cases]


def test_positions():
    cases = stored("position")
    assert len(cases) == 72
    for case in cases:
        found = rule({"board": case["board"], "player": case["player"]})
        assert found == {name: case[name] for name in found}, case["board"]
