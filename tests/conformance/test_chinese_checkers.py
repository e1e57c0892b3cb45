"""The star board agrees with the stored facts, counts and positions."""

import json

import pytest

from conformance.tables import read_lines
from qipan.cli.tools.game.chinese_checkers import perft, rule
from qipan.games.chinese_checkers import board
from vectors import kept, vectors

READINGS = ("moves_no_lock", "moves_lock_end_of_turn", "moves_lock_every_landing")


def kept_facts(kind):
    """Give the lines of a kind as ``{name: text}``."""
    for line in read_lines(kept("games", "chinese-checkers.txt")):
        word, *rest = line.split()
        if word == kind:
            yield dict(zip(rest[::2], rest[1::2], strict=True))


def test_board():
    (facts,) = kept_facts("board")
    rows = [cube[2] for cube in board.CUBES]
    assert int(facts["holes"]) == board.HOLES
    assert list(map(int, facts["rows"].split(","))) == [rows.count(row) for row in range(-8, 9)]
    pairs = sum(near.bit_count() for near in board.NEIGHBOURS) // 2
    assert int(facts["pairs"]) == pairs
    assert facts["seats"].split(",") == list(board.CORNERS)
    assert {triangle.bit_count() for triangle in board.TRIANGLES} == {int(facts["triangle"])}


def test_counts():
    cases = list(kept_facts("count"))
    assert len(cases) == 9
    found = [perft(int(case["depth"]), None, int(case["players"])) for case in cases]
    assert found == [int(case["lines"]) for case in cases]


def kept_positions():
    for each in kept_facts("position"):
        counts = dict(zip(READINGS, map(int, each["moves"].split(",")), strict=True))
        yield {"board": each["board"], "player": int(each["player"]), **counts}


def whole_positions():
    lines = vectors("chinese-checkers.jsonl").read_text("utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["kind"] == "position"]


@pytest.mark.parametrize(
    ("source", "number"), [(kept_positions, 36), (whole_positions, 72)], ids=["kept", "whole"]
)
def test_positions(source, number):
    cases = list(source())
    assert len(cases) == number
    for case in cases:
        found = rule({"board": case["board"], "player": case["player"]})
        assert set(found) >= set(READINGS)
        assert found == {name: case[name] for name in found}, case["board"]
