"""Xiangqi against published move counts and rulings."""

import json
import os

import pytest

from qipan.cli.tools.game.xiangqi import rule
from qipan.games.xiangqi import perft, read_fen
from qipan.games.xiangqi.repetition import Act, Label, side_name, table
from vectors import vectors

LONG = bool(os.environ.get("QIPAN_LONG"))


def test_move_counts_of_51_positions():
    """Three plies deep; with QIPAN_LONG=1 as deep as the data goes."""
    positions = json.loads(vectors("xiangqi", "perft.json").read_text())["positions"]
    wrong, checked = [], 0
    for position in positions:
        board = read_fen(position["fen"])
        want = position.get("measured_1_4") or position["measured_1_3"]
        for depth, count in enumerate(want if LONG else want[:3], 1):
            checked += 1
            if perft(board, depth) != count:
                wrong.append((position["fen"], depth))
    assert (wrong, len(positions), checked) == ([], 51, 166 if LONG else 153)


def cases(family):
    lines = vectors("xiangqi", "rulings.jsonl").read_text("utf-8").splitlines()
    every = [json.loads(line) for line in lines]
    return [c for c in every if not c["disputed"] and c["ruleset"].startswith(family)]


def asked(case):
    return rule({key: case[key] for key in ("id", "ruleset", "occurrences", "fen", "moves")})


@pytest.mark.parametrize(("family", "number"), [("axf", 47), ("wxf", 173)])
def test_asian_and_world_rulings(family, number):
    """Every ruling whose sources agree."""
    found = cases(family)
    wrong = []
    for case in found:
        got = asked(case)
        if (got["verdict"], got["must_vary"]) != (case["expected"], case["must_vary"]):
            wrong.append((case["id"], got["verdict"], case["expected"]))
    assert (wrong, len(found)) == ([], number)


def test_chinese_figures():
    """No definite ruling is wrong; at least 74 of the 81 proposals are right."""
    found = cases("cxa")
    definite, wrong, right = 0, [], 0
    for case in found:
        got = asked(case)
        if got["verdict"] == "needs_arbiter":
            right += got["evidence"]["proposal"] == case["expected"]
            continue
        definite += 1
        right += got["verdict"] == case["expected"]
        if (got["verdict"], got["must_vary"]) != (case["expected"], case["must_vary"]):
            wrong.append((case["id"], got["verdict"], case["expected"]))
    assert (wrong, len(found)) == ([], 81)
    assert right >= 74
    assert definite >= 11


def test_the_ruling_table_on_the_labels_of_81_figures():
    """Given the book's labels, the table alone gives every ruling."""
    wrong = []
    for case in cases("cxa"):
        side = read_fen(case["fen"]).turn
        labels = [
            Label(
                side if index % 2 == 0 else -side,
                Act(given["label"]),
                light=bool(given.get("joint") or given.get("short_root")),
            )
            for index, given in enumerate(case["labels"])
        ]
        loser = table.judge(labels).must_vary
        if side_name(loser) != case["must_vary"]:
            wrong.append(case["id"])
    assert wrong == []
