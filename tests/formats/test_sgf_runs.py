"""Runs of plain moves are read at once: the same trees, records and complaints as node by node."""

import random
import re

import pytest

from qipan.formats import sgf
from qipan.formats.sgf import tree
from qipan.formats.sgf.go_game import GoDialect
from qipan.kernel.errors import BadInput

NEVER = re.compile(r"(?!)")
PIECES = (
    ";B[aa]", ";W[sq]", "; B [dd]", ";\nW[ee]", ";B[tt]", ";W[]", ";B[ab]C[hi\\] there]", ";W[AB]",
    ";AB[aa][bb]", ";B[cc]BL[12]", "(;W[dd]", ")", ";", ";B[aa][bb]", ";W[zz]", "B[aa]",
    ";Black[pd]",
)  # fmt: skip


def written(dice):
    """Write a tree at random; now and then one that is wrong."""
    parts, open_ = ["(;GM[1]SZ[19]"], 1
    for _ in range(dice.randint(0, 14)):
        piece = dice.choice(PIECES) if dice.random() < 0.5 else dice.choice(PIECES[:4])
        if piece == ")" and open_ == 1:
            continue
        open_ += piece.count("(") - (piece == ")")
        parts.append(piece)
    parts.append(")" * (open_ if dice.random() < 0.95 else open_ - 1))
    return dice.choice(("", " ", "\n")).join(parts).encode()


def told(call, data):
    try:
        return call(data, "x.sgf")
    except BadInput as error:
        return str(error)


@pytest.mark.parametrize("seed", range(8))
def test_a_run_of_moves_is_read_as_its_nodes_are(seed, monkeypatch):
    dice = random.Random(seed)
    files = [written(dice) for _ in range(150)]
    at_once = [(told(tree.parse, data), told(sgf.read, data)) for data in files]
    assert any(tree._MOVES.search(data.decode()) for data in files)
    monkeypatch.setattr(tree, "_MOVES", NEVER)
    assert at_once == [(told(tree.parse, data), told(sgf.read, data)) for data in files]


@pytest.mark.parametrize("seed", range(8))
def test_stones_in_turn_are_told_as_each_by_itself_is(seed, monkeypatch):
    dice = random.Random(f"stones {seed}")
    files = [written(dice) for _ in range(300)]
    at_once = [told(sgf.read, data) for data in files]
    assert sum(isinstance(each, list) for each in at_once) > 50
    monkeypatch.setattr(GoDialect, "plain_run", lambda _self, _nodes, _stretch, state, _: state)
    assert at_once == [told(sgf.read, data) for data in files]


def test_branches_begin_and_end_in_the_middle_of_a_run():
    moves = b";B[aa];W[bb](;B[cc];W[dd](;B[ee];W[ff])(;B[gg]))(;B[hh];W[ii];B[jj])"
    (record,) = sgf.read(b"(;SZ[19]" + moves + b")", "x.sgf")
    assert record.moves == ("A19", "B18", "C17", "D16", "E15", "F14")
    found = [(branch.of, branch.after, branch.moves) for branch in record.branches]
    assert sorted(found) == [(0, 2, ("H12", "J11", "K10")), (0, 4, ("G13",))]


def test_the_bound_of_nodes_holds_in_a_run(monkeypatch):
    monkeypatch.setattr(tree, "MAX_NODES", 5)
    assert len(tree.parse(b"(;SZ[19];B[aa];W[bb];B[cc];W[dd])")[0]) == 5
    with pytest.raises(BadInput, match="more than 5 nodes"):
        tree.parse(b"(;SZ[19];B[aa];W[bb];B[cc];W[dd];B[ee])")
