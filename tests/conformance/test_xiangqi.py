"""Xiangqi against published move counts and rulings: a part that is kept, and the whole set."""

import json
import os

import pytest

from conformance.tables import read_lines
from qipan.cli.tools.game.xiangqi import rule
from qipan.games.xiangqi import perft, read_fen
from qipan.games.xiangqi.repetition import Act, Label, side_name, table
from vectors import kept, vectors

LONG = bool(os.environ.get("QIPAN_LONG"))
CODES = {"asia": "axf", "world": "wxf-2018", "china": "cxa-2020"}


def test_move_counts_of_51_positions():
    """Three moves deep; with QIPAN_LONG=1 as deep as the data goes."""
    wrong, checked = [], 0
    lines = read_lines(kept("games", "xiangqi-counts.txt"))
    for line in lines:
        fen, _, counts = line.partition("; ")
        board = read_fen(f"{fen} - - 0 1")
        for depth, count in enumerate(counts.split()[: None if LONG else 3], 1):
            checked += 1
            if perft(board, depth) != int(count):
                wrong.append((fen, depth))
    assert (wrong, len(lines), checked) == ([], 51, 166 if LONG else 153)


def kept_cases(part):
    """Give rulings of the repository's file in the form of the whole set."""
    for line in read_lines(kept("games", f"xiangqi-rulings-{part}.txt")):
        name, often, fen, moves, expected, vary, *labels = line.split(" | ")
        yield {
            "id": name,
            "ruleset": CODES[part],
            "occurrences": int(often),
            "fen": f"{fen} - - 0 1",
            "moves": [] if moves == "-" else moves.split(),
            "expected": expected,
            "must_vary": None if vary == "nobody" else vary,
            "labels": [
                {"label": each.rstrip("*"), "joint": each.endswith("*")}
                for each in (labels[0].split() if labels else ())
            ],
        }


def whole_cases(part):
    lines = vectors("xiangqi", "rulings.jsonl").read_text("utf-8").splitlines()
    every = [json.loads(line) for line in lines]
    return [c for c in every if not c["disputed"] and c["ruleset"] == CODES[part]]


SOURCES = {"kept": kept_cases, "whole": whole_cases}


def asked(case):
    return rule({key: case[key] for key in ("id", "ruleset", "occurrences", "fen", "moves")})


@pytest.mark.parametrize(
    ("source", "part", "number"),
    [("kept", "asia", 47), ("kept", "world", 60), ("whole", "asia", 47), ("whole", "world", 173)],
)
def test_asian_and_world_rulings(source, part, number):
    """Every ruling whose sources agree."""
    found = list(SOURCES[source](part))
    wrong = []
    for case in found:
        got = asked(case)
        if (got["verdict"], got["must_vary"]) != (case["expected"], case["must_vary"]):
            wrong.append((case["id"], got["verdict"], case["expected"]))
    assert (wrong, len(found)) == ([], number)


@pytest.mark.parametrize(
    ("source", "number", "least_right", "least_definite"),
    [("kept", 45, 40, 8), ("whole", 81, 75, 17)],
)
def test_chinese_figures(source, number, least_right, least_definite):
    """No definite ruling is wrong, and nearly every proposal is right."""
    found = list(SOURCES[source]("china"))
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
    assert (wrong, len(found)) == ([], number)
    assert right >= least_right
    assert definite >= least_definite


@pytest.mark.parametrize("source", SOURCES)
def test_the_ruling_table_on_the_labels_of_the_figures(source):
    """Given the book's labels, the table alone gives every ruling."""
    wrong = []
    for case in SOURCES[source]("china"):
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
